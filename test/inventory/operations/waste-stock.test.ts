import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { ask, peopleWrote, refusal, useCounter } from '../../support/counter.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import { expectConsistentReservations, hold, readLot } from '../../support/reservations.ts';

const world = useCounter();
const PATH = '/inventory/waste';
const A = { lot: 'A', expires: day(30) };

afterAll(() => expectConsistentReservations(world.db));

const wasted = (sku_code: string, more: object = {}) => ({
  sku_code,
  location: 'Main',
  lot_number: 'A',
  qty: 2,
  reason: 'broken',
  ...more,
});

describe('waste', () => {
  it('takes the units once, however often it is sent with its key', async () => {
    const sku = await world.stocked(A);
    const { clerk } = world.counter;
    const key = freshKey();
    const first = await ask(clerk, PATH, wasted(sku), key);
    expect(first.status, first.text).toBe(201);
    const { movement_id } = first.body;
    expect(first.body).toEqual({
      movement_id: expect.any(String),
      idempotent: false,
      sku_code: sku,
      lot_number: 'A',
      location: 'Main',
      qty: -2,
      balance_after: 8,
    });
    const again = await ask(clerk, PATH, wasted(sku), key);
    expect([again.status, again.body]).toEqual([200, { ...first.body, idempotent: true }]);
    expect(refusal(await ask(clerk, PATH, wasted(sku, { qty: 3 }), key))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 8 });
    const { actions } = await peopleWrote(world.db);
    expect(actions).toMatchObject([
      {
        command: 'wasteStock',
        actor: `person:${clerk.id}`,
        target: `lot A of ${sku} at Main`,
        reason: 'broken',
        person_id: clerk.id,
        witness_id: null,
        arguments: { sku_code: sku, qty: 2, movement_id },
      },
    ]);
  });

  it('twice at once with one key takes the units once', async () => {
    const sku = await world.stocked(A);
    const key = freshKey();
    const both = await Promise.all(
      [1, 2].map(() => ask(world.counter.clerk, PATH, wasted(sku), key)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 8 });
  });

  it('keeps the comment as the note of the movement alone, and shows it in no event', async () => {
    const sku = await world.stocked(A);
    const comment = 'Mrs. Secret dropped it';
    const { status } = await ask(world.counter.clerk, PATH, wasted(sku, { comment }));
    expect(status).toBe(201);
    const { movements, actions } = await peopleWrote(world.db);
    expect(movements.at(-1)).toMatchObject({ type: 'waste', note: `broken: ${comment}` });
    expect(JSON.stringify(actions)).not.toContain('Secret');
    const { rows } = await world.db.owner.query('select data::text as data from event');
    expect(JSON.stringify(rows)).not.toContain('Secret');
  });

  it('takes expired lots and lots in quarantine', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(-3) });
    const quarantined = await world.stocked({ ...A, status: 'quarantine' });
    for (const one of [sku, quarantined]) {
      const { status } = await ask(world.counter.clerk, PATH, wasted(one, { reason: 'expired' }));
      expect(status).toBe(201);
    }
  });

  it('never takes what an order holds', async () => {
    const sku = await world.stocked(A);
    await hold(world.api, 'ORD-1', { sku_code: sku, qty: 9 });
    const answer = await ask(world.counter.clerk, PATH, wasted(sku));
    expect(refusal(answer)).toEqual([409, 'insufficient_stock']);
    expect(answer.body.error.details).toMatchObject({ requested: 2, available: 1 });
  });

  it.each([
    ['other without a comment', { reason: 'other' }, [400, 'validation_error', 'comment']],
    ['a blank comment', { comment: ' ' }, [400, 'validation_error', 'comment']],
    ['an unknown reason', { reason: 'bored' }, [400, 'validation_error', 'reason']],
    ['no units', { qty: 0 }, [400, 'validation_error', 'qty']],
    ['an unknown field', { lot: 'A' }, [400, 'validation_error', 'lot']],
    ['an unknown lot', { lot_number: 'NONE' }, [404, 'lot_not_found']],
    ['an unknown SKU', { sku_code: 'NONE' }, [404, 'lot_not_found']],
    ['another’s SKU', { sku_code: 'THEIRS' }, [404, 'lot_not_found']],
    ['an unknown location', { location: 'Moon' }, [404, 'location_not_found', 'location']],
    ['another’s location', { location: 'Their cellar' }, [404, 'location_not_found', 'location']],
  ])('is refused with %s, and names the field', async (_what, change, expected) => {
    const before = await peopleWrote(world.db);
    const known = { sku_code: 'COUNTER-0', ...change };
    expect(refusal(await ask(world.counter.clerk, PATH, wasted('', known)))).toEqual(expected);
    expect(await peopleWrote(world.db)).toEqual(before);
  });

  it('needs a key', async () => {
    const answer = await world.counter.clerk.api.post(PATH, { body: wasted('COUNTER-0') });
    expect(refusal(answer)).toEqual([400, 'validation_error', 'Idempotency-Key']);
  });
});

describe('of a controlled product', () => {
  async function controlled(): Promise<void> {
    const lot = { organization: world.mine.slug, sku_code: 'CTRL', lot_number: 'A' };
    const lots = [{ ...lot, expiry_date: day(30), qty: 10 }];
    await importFile(world.db.database, JSON.stringify({ lots }));
  }

  it('is no clerk’s, and takes a witness for exactly this', async () => {
    await controlled();
    const { clerk, pharmacist, colleague, witness } = world.counter;
    const body = wasted('CTRL');
    const byClerk = await ask(clerk, PATH, body);
    expect(refusal(byClerk)).toEqual([403, 'insufficient_scope']);
    const key = freshKey();
    expect(refusal(await ask(pharmacist, PATH, body, key))).toEqual([422, 'witness_required']);
    const other = await witness('wasteStock', { ...body, qty: 1 });
    const refused = await ask(pharmacist, PATH, { ...body, witness_token: other }, key);
    expect(refusal(refused)).toEqual([422, 'witness_required']);
    expect(await readLot(world.api, 'CTRL', 'A')).toMatchObject({ on_hand: 10 });

    const tooMany = { ...body, qty: 11 };
    const kept = await witness('wasteStock', tooMany);
    const short = await ask(pharmacist, PATH, { ...tooMany, witness_token: kept });
    expect(refusal(short)).toEqual([409, 'insufficient_stock']);
    const { rows } = await world.db.owner.query(
      'select count(*)::int as used from witness_token where used_at is not null',
    );
    expect(rows).toEqual([{ used: 0 }]);
    const witness_token = await witness('wasteStock', body);
    const done = await ask(pharmacist, PATH, { ...body, witness_token }, key);
    expect(done.status, done.text).toBe(201);
    // The page repeats with the token that it has, or with another one.
    for (const again of [{ ...body, witness_token }, { ...body, witness_token: 'another' }, body]) {
      const repeated = await ask(pharmacist, PATH, again, key);
      expect([repeated.status, repeated.body.idempotent]).toEqual([200, true]);
    }
    const second = await ask(pharmacist, PATH, { ...body, witness_token });
    expect(refusal(second)).toEqual([422, 'witness_required']);
    expect(await readLot(world.api, 'CTRL', 'A')).toMatchObject({ on_hand: 8 });
    const { actions } = await peopleWrote(world.db);
    expect(actions.at(-1)).toMatchObject({ person_id: pharmacist.id, witness_id: colleague.id });
  });

  it('refuses with raw SQL that somebody witnesses their own', async () => {
    const { pharmacist } = world.counter;
    const insert = world.db.owner.query(
      `insert into operator_action (id, at, actor, command, arguments, person_id, witness_id)
       values (gen_random_uuid(), now(), 'person:' || $1::uuid, 'wasteStock', '{}', $1, $1)`,
      [pharmacist.id],
    );
    await expect(insert).rejects.toThrow('operator_action_witness');
  });
});

it('leaves the ledger right', async () => {
  await world.operate('ledger', 'verify');
});
