// What every operation of the application refuses in the same way: an id that is none, a key that was used before.
import { describe, expect, it } from 'vitest';
import document from '../../generated/application.json' with { type: 'json' };
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { ask, refusal, useCounter } from '../support/counter.ts';
import { exampleOf } from '../support/examples.ts';
import { signInAs } from '../support/people.ts';
import { day, freshKey } from '../support/pharmacy.ts';
import { hold } from '../support/reservations.ts';

const contract = document as unknown as ContractDocument;
const world = useCounter();
const A = { lot: 'A', expires: day(30) };
const REUSED = [422, 'idempotency_key_reused'];

async function manager() {
  const { rows } = await world.db.owner.query('select organization_id from person where id = $1', [
    world.counter.clerk.id,
  ]);
  const at = { database: world.db.database, url: world.service.url };
  return signInAs(at, rows[0].organization_id, ['pharmacist', 'manager', 'developer']);
}

it('every operation refuses a path whose id is none', async () => {
  const { api } = await manager();
  const named = readOperations(contract).filter(({ template }) => /\{(?!sku_code)/.test(template));
  expect(named.length).toBeGreaterThan(15);
  for (const { id, template, method } of named) {
    const { path: _, ...request } = exampleOf(contract, template, method);
    const path = template.replaceAll(/\{\w+\}/g, 'none');
    const { status, body } = await api.request(method.toUpperCase(), path, request);
    expect([id, status, body.error.code]).toEqual([id, 400, 'invalid_id']);
  }
});

describe('a key that was used before with another body', () => {
  it.each([
    ['/inventory/adjustments', { qty: 2, reason: 'found' }, { qty: 3 }],
    ['/inventory/receipts', { qty: 2, expiry_date: day(30) }, { qty: 3 }],
    ['/inventory/transfers', { qty: 2, to: 'Annex' }, { qty: 3 }],
    ['/inventory/lots/status', { status: 'quarantine' }, { comment: 'Another' }],
    ['/inventory/lots/expiry', { expiry_date: day(31), comment: 'Mistyped' }, { comment: 'Else' }],
    ['/inventory/temperatures', { celsius: 5 }, { celsius: 6 }],
  ])('is refused by %s', async (path, body, change) => {
    const lot = { sku_code: await world.stocked(A), lot_number: 'A', location: 'Main' };
    const first = path.endsWith('temperatures')
      ? { location: 'Main', ...body }
      : path.endsWith('expiry')
        ? { sku_code: lot.sku_code, lot_number: 'A', ...body }
        : { ...lot, ...body };
    const key = freshKey();
    const done = await ask(world.counter.pharmacist, path, first, key);
    expect(done.status, done.text).toBeLessThan(300);
    const again = await ask(world.counter.pharmacist, path, { ...first, ...change }, key);
    expect(refusal(again).slice(0, 2)).toEqual(REUSED);
  });

  it('is refused by an undo', async () => {
    const { pharmacist } = world.counter;
    const body = { sku_code: await world.stocked(A), lot_number: 'A', location: 'Main', qty: 1 };
    const waste = () => ask(pharmacist, '/inventory/waste', { ...body, reason: 'broken' });
    const [one, other] = [await waste(), await waste()];
    const key = freshKey();
    const undo = (id: string) => ask(pharmacist, `/inventory/corrections/${id}/undo`, {}, key);
    expect((await undo(other.body.movement_id)).status).toBe(201);
    expect(refusal(await undo(one.body.movement_id)).slice(0, 2)).toEqual(REUSED);
  });
});

describe('a rule of the lot', () => {
  it('refuses a transfer into a lot of another status', async () => {
    const { pharmacist } = world.counter;
    const lot = { sku_code: await world.stocked(A), lot_number: 'A' };
    const transfer = () =>
      ask(pharmacist, '/inventory/transfers', { ...lot, location: 'Main', to: 'Annex', qty: 1 });
    expect((await transfer()).status).toBe(201);
    const held = { ...lot, location: 'Annex', status: 'quarantine' };
    expect((await ask(pharmacist, '/inventory/lots/status', held)).status).toBe(200);
    expect(refusal(await transfer()).slice(0, 2)).toEqual([400, 'invalid_movement']);
  });

  it('refuses to move a released lot whose number is being quarantined everywhere', async () => {
    const { pharmacist } = world.counter;
    const sku_code = await world.stocked(A);
    // As between the steps of a recall.
    await world.db.owner.query(
      `update lot_number set quarantined = true from sku
        where sku.id = sku_id and sku.organization_id = lot_number.organization_id and sku_code = $1`,
      [sku_code],
    );
    const body = { sku_code, lot_number: 'A', location: 'Main', to: 'Annex', qty: 1 };
    const { status, body: answer } = await ask(pharmacist, '/inventory/transfers', body);
    expect([status, answer.error.code]).toEqual([422, 'lot_not_released']);
    await world.db.owner.query('update lot_number set quarantined = false');
  });

  it('refuses an undo of units that an order holds by now', async () => {
    const { pharmacist } = world.counter;
    const sku_code = await world.stocked(A);
    const body = { sku_code, lot_number: 'A', location: 'Main', qty: 2, reason: 'found' };
    const found = await ask(pharmacist, '/inventory/adjustments', body);
    await hold(world.api, 'ORD-1', { sku_code, qty: 12 });
    const id = found.body.movement_id;
    const undone = await ask(pharmacist, `/inventory/corrections/${id}/undo`, {});
    expect(refusal(undone).slice(0, 2)).toEqual([409, 'undo_refused']);
  });
});
