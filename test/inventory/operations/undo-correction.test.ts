import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import type { Client } from '../../support/client.ts';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey, post } from '../../support/pharmacy.ts';
import { expectConsistentReservations, hold, readLot } from '../../support/reservations.ts';

const world = useCounter();
const A = { lot: 'A', expires: day(30) };

afterAll(() => expectConsistentReservations(world.db));

async function corrected(person: { api: Client }, sku_code: string, qty: number): Promise<string> {
  const body = { sku_code, location: 'Main', lot_number: 'A', qty: Math.abs(qty) };
  const asked =
    qty < 0
      ? ask(person, '/inventory/waste', { ...body, reason: 'broken' })
      : ask(person, '/inventory/adjustments', { ...body, reason: 'found' });
  const { status, text, body: answer } = await asked;
  expect(status, text).toBe(201);
  return answer.movement_id;
}

const undo = (person: { api: Client }, id: string, key?: string, body = {}) =>
  ask(person, `/inventory/corrections/${id}/undo`, body, key);

const REFUSED = [409, 'undo_refused'];

describe('an undo', () => {
  it('posts the opposite and deletes nothing, once for its key', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.clerk, sku, -2);
    const key = freshKey();
    const done = await undo(world.counter.clerk, id, key);
    expect(done.status, done.text).toBe(201);
    expect(done.body).toMatchObject({ idempotent: false, qty: 2, balance_after: 10 });
    const again = await undo(world.counter.clerk, id.toUpperCase(), key);
    expect([again.status, again.body]).toEqual([200, { ...done.body, idempotent: true }]);
    expect(refusal(await undo(world.counter.clerk, id))).toEqual(REFUSED);
    const { body } = await world.api.get('/v1/inventory/transactions', {
      query: { sku_code: sku },
    });
    expect(body.data).toMatchObject([
      { type: 'adjust', qty: 2, balance_after: 10, reference: { type: 'movement', id } },
      { type: 'waste', qty: -2, balance_after: 8 },
      { type: 'receive', qty: 10 },
    ]);
  });

  it('takes an adjustment back too', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.pharmacist, sku, 5);
    const { body } = await undo(world.counter.pharmacist, id);
    expect(body).toMatchObject({ qty: -5, balance_after: 10 });
    const own = await undo(world.counter.pharmacist, body.movement_id);
    expect(refusal(own)).toEqual(REFUSED);
  });

  it('twice at once is posted once', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.clerk, sku, -2);
    const both = await Promise.all([1, 2].map(() => undo(world.counter.clerk, id)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 10 });
  });

  it('is judged with the level locked: a draw that is under way comes first', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.clerk, sku, -2);
    const client = await world.db.owner.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query('select pg_backend_pid() as pid');
      await client.query(
        `select from stock_level where sku_id = (select id from sku where sku_code = $1) for update`,
        [sku],
      );
      const draw = post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 });
      await waiting(rows[0].pid, 1);
      const undone = undo(world.counter.clerk, id);
      await waiting(rows[0].pid, 2);
      await client.query('commit');
      expect((await draw).status).toBe(201);
      expect(refusal(await undone)).toEqual(REFUSED);
    } finally {
      client.release();
    }
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 7 });
  });

  async function waiting(pid: number, count: number): Promise<void> {
    for (;;) {
      const { rows } = await world.db.owner.query(
        `with recursive blocked as (
           select pid from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))
           union
           select other.pid from pg_stat_activity other
             join blocked on blocked.pid = any (pg_blocking_pids(other.pid)))
         select count(*)::int as count from blocked`,
        [pid],
      );
      if (rows[0].count >= count) return;
    }
  }

  it('is refused to anybody else, and unknown to another organization', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.clerk, sku, -2);
    expect(refusal(await undo(world.counter.pharmacist, id))).toEqual(REFUSED);
    expect(refusal(await undo(world.counter.stranger, id))).toEqual([404, 'not_found']);
    expect(refusal(await undo(world.counter.clerk, crypto.randomUUID()))).toEqual([
      404,
      'not_found',
    ]);
    expect(refusal(await undo(world.counter.clerk, 'x'))).toEqual([400, 'invalid_id']);
  });

  it('is refused once anything has touched the lot, a reservation too', async () => {
    const drawn = await world.stocked(A);
    const first = await corrected(world.counter.clerk, drawn, -2);
    await corrected(world.counter.clerk, drawn, -1);
    expect(refusal(await undo(world.counter.clerk, first))).toEqual(REFUSED);
    const held = await world.stocked(A);
    const second = await corrected(world.counter.clerk, held, -2);
    await hold(world.api, 'ORD-9', { sku_code: held, qty: 1 });
    expect(refusal(await undo(world.counter.clerk, second))).toEqual(REFUSED);
  });

  it('is refused after fifteen minutes', async () => {
    const sku = await world.stocked(A);
    const id = await corrected(world.counter.clerk, sku, -2);
    const { owner } = world.db;
    const moveBack = (minutes: number) =>
      owner.query(
        `set session_replication_role = replica;
         update movement set created_at = created_at - interval '${minutes} minutes' where id = '${id}';
         reset session_replication_role`,
      );
    await moveBack(16);
    const late = await undo(world.counter.clerk, id);
    expect(refusal(late)).toEqual(REFUSED);
    expect(late.body.error.message).toMatch(/more than 15 minutes/);
    await moveBack(-16);
    expect((await undo(world.counter.clerk, id)).status).toBe(201);
  });

  it('is no way to take back a receipt or a transfer', async () => {
    const sku = await world.stocked(A);
    const transfer = { sku_code: sku, location: 'Main', lot_number: 'A', to: 'Annex', qty: 1 };
    const { body } = await ask(world.counter.clerk, '/inventory/transfers', transfer);
    expect(refusal(await undo(world.counter.clerk, body.movement_id))).toEqual(REFUSED);
  });

  it('of a controlled product takes a witness', async () => {
    const lot = { organization: world.mine.slug, sku_code: 'CTRL', lot_number: 'A' };
    const lots = [{ ...lot, expiry_date: day(30), qty: 10 }];
    await importFile(world.db.database, JSON.stringify({ lots }));
    const { pharmacist, witness } = world.counter;
    const body = { ...lot, location: 'Main', qty: 2, reason: 'broken' };
    const { organization: _, ...asked } = body;
    const witness_token = await witness('wasteStock', asked);
    const wasted = await ask(pharmacist, '/inventory/waste', { ...asked, witness_token });
    expect(wasted.status, wasted.text).toBe(201);
    const { movement_id } = wasted.body;
    expect(refusal(await undo(pharmacist, movement_id))).toEqual([422, 'witness_required']);
    const token = await witness('undoCorrection', { movement_id });
    const undone = await undo(pharmacist, movement_id, undefined, { witness_token: token });
    expect(undone.status, undone.text).toBe(201);
  });
});

it('leaves the ledger right', async () => {
  await world.operate('ledger', 'verify');
});
