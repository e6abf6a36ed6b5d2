// A recall with more reservations than one transaction moves: the guarantees from its commit on, the rest that a
// process leaves which ends in the midst, and the cost of the moves.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keepStatistics } from '../../kit/database.ts';
import { stockOf } from '../../kit/one-database.ts';
import { Database, type Transaction } from '../../src/database/database.ts';
import { newMovement } from '../../src/inventory/rules/requests.ts';
import { MOVES_A_STEP, reallocateLots } from '../../src/inventory/sweep/reallocate-lots.ts';
import { StockWriter } from '../../src/inventory/writer/stock-writer.ts';
import { until } from '../support/concurrency.ts';
import { operate } from '../support/operator.ts';
import { client, day, makePharmacy, post } from '../support/pharmacy.ts';
import {
  expectConsistentReservations,
  heldBy,
  hold,
  order,
  readLevel,
  readLot,
  reserve,
  shelfIn,
} from '../support/reservations.ts';
import { useWorld } from '../support/world.ts';
import { wrapped } from '../support/wrapped.ts';

const SKUS = Array.from({ length: 20 }, (_, index) => `RECALLED-${index}`);
/** More than the first transaction moves, and than the next. */
const ORDERS = 3 * MOVES_A_STEP;
/** A soak sets RECALL_RESERVATIONS, to 100,000 for example. */
const MANY = Number(process.env.RECALL_RESERVATIONS ?? 6_000);
const FEW = Math.ceil(MANY / 4);
const SUBMITTED_AT_ONCE = 1_000;

let sku: string;

const world = useWorld(async ({ db, service }) => {
  // Costs are compared: an analysis in the midst of them would change plans.
  await keepStatistics(db.owner);
  const mine = await makePharmacy(db.database, { skuCodes: SKUS });
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

/** Orders O-1, O-2, ... of one unit each, in this order, in the lot; past HTTP, for there are thousands. */
async function manyOrders(of: string, lot: string, count: number): Promise<void> {
  const { rows } = await world.db.owner.query(
    `select lot.id, lot.organization_id, lot.sku_id, lot.location_id, sku.product_id,
            location.name as location
       from lot
       join sku on sku.id = lot.sku_id
       join location on location.id = lot.location_id
      where sku.sku_code = $1 and lot.lot_number = $2`,
    [of, lot],
  );
  expect(rows).toHaveLength(1);
  const [found] = rows;
  // It has sessions of its own, which end: what they touched is reported by then, and counted for no other test.
  const database = new Database(world.db.serviceUrl, { preparedStatements: true });
  database.pool.options.application_name = 'counted';
  const writer = new StockWriter(database);
  for (let first = 1; first <= count; first += SUBMITTED_AT_ONCE) {
    const last = Math.min(count, first + SUBMITTED_AT_ONCE - 1);
    await Promise.all(
      Array.from({ length: last - first + 1 }, (_, index) => {
        const reference = { type: 'order', id: `O-${first + index}` };
        return writer.submit({
          level: {
            skuId: found.sku_id,
            locationId: found.location_id,
            organizationId: found.organization_id,
          },
          naming: { skuCode: of, productId: found.product_id, location: found.location },
          request: {
            type: 'reserve',
            units: 1,
            reference,
            lotId: found.id,
            minExpiryDate: undefined,
          },
          movement: newMovement({ actor: 'worker', reference }),
        });
      }),
    );
  }
  await database.close();
}

/** A process that ends as soon as it has committed its first change of stock. */
class Dying extends Database {
  #hasPosted = false;

  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: Parameters<Database['transaction']>[1],
  ): Promise<Result> {
    if (this.#hasPosted) throw new Error('This process has ended.');
    return super.transaction(async (tx) => {
      const defer: Transaction['defer'] = (statement, values) => {
        if (statement.name === 'insert-movements') this.#hasPosted = true;
        tx.defer(statement, values);
      };
      return work(wrapped(tx, { defer }));
    }, options);
  }
}

async function dieAfterFirstCommit(...words: string[]): Promise<void> {
  const dying = new Dying(world.db.serviceUrl, { preparedStatements: true });
  try {
    await expect(operate(dying, ...words)).rejects.toThrow('This process has ended.');
  } finally {
    await dying.close();
  }
}

const onLot = () => ['--organization', world.mine.slug, '--sku', sku, '--lot', 'BAD'];
const setStatus = (status: string, ...more: string[]) => [
  'lot',
  'set-status',
  ...onLot(),
  '--status',
  status,
  ...more,
];
const setExpiry = (expiry: string) => [
  'lot',
  'set-expiry',
  ...onLot(),
  '--expiry',
  expiry,
  '--reason',
  'misread',
];

const work = () => reallocateLots(stockOf(world.db.database), { asOf: null, by: 'worker' });
const draw = (qty: number, fields: Record<string, unknown> = {}) =>
  post(world.api, { type: 'fulfill', sku_code: sku, qty, ...fields });

const CAUSES: [string, () => string[], Record<string, number>][] = [
  ['recalled everywhere', () => setStatus('quarantine'), { quarantined: 1_000 }],
  [
    'quarantined at its location',
    () => setStatus('quarantine', '--location', 'Main'),
    { quarantined: 1_000 },
  ],
  ['found to have expired', () => setExpiry(day(-2)), { expired: 1_000 }],
];

describe.each(CAUSES)('a lot that is %s, while its reservations wait', (_cause, words, out) => {
  const blocked = { reserved: MOVES_A_STEP, quarantined: 0, expired: 0, ...out };

  beforeEach(async () => {
    // Moves whatever still waits elsewhere.
    await work();
    sku = await world.stocked(
      { lot: 'BAD', expires: day(100), qty: 1_000 },
      { lot: 'GOOD', expires: day(200), qty: 150 },
    );
    await manyOrders(sku, 'BAD', ORDERS);
    await dieAfterFirstCommit(...words());
  });

  it('is available to nobody from the first commit on, and the level’s sums show it', async () => {
    const free = 150 - MOVES_A_STEP;
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 1_150,
      reserved: ORDERS,
      available: free,
      ...out,
    });
    const waiting = ORDERS - MOVES_A_STEP;
    expect(await readLot(world.api, sku, 'BAD')).toMatchObject({ reserved: waiting, available: 0 });
    const short = { requested: 151, available: free, blocked };
    expect((await draw(151)).body.error.details).toEqual(short);
    const asked = await reserve(world.api, { reference: order('NEW'), sku_code: sku, qty: 151 });
    expect(asked.body.error.details).toEqual(short);
    expect((await draw(1, { lot_number: 'BAD' })).status).toBe(422);
    const preview = await world.api.post('/v1/inventory/movements/preview', {
      body: { type: 'fulfill', sku_code: sku, qty: 151 },
    });
    expect(preview.body).toMatchObject({
      lots: [{ lot_number: 'GOOD', qty: free }],
      shortfall: 151 - free,
    });
  });

  it('is left by the worker, the oldest orders first, and then reported as a whole', async () => {
    const { moved, busy } = await work();
    expect([moved.length, busy]).toEqual([ORDERS - MOVES_A_STEP, 0]);
    expect(await readLot(world.api, sku, 'BAD')).toMatchObject({ reserved: 0 });
    expect(await readLevel(world.api, sku)).toMatchObject({ reserved: 150, available: 0 });
    const again = await world.operateJson(...words());
    const report = again.moved ?? again.places[0].moved;
    expect(report).toEqual(
      Array.from({ length: ORDERS }, (_, index) => ({
        reference: order(`O-${index + 1}`),
        lot_number: 'BAD',
        moved: index < 150 ? 1 : 0,
        released: index < 150 ? 0 : 1,
      })),
    );
    expect(again.waiting ?? again.places[0].waiting).toBe(0);
    expect(await work()).toEqual({ moved: [], busy: 0 });
  });

  it('is left when the command is given again, which reports all moves', async () => {
    const again = await world.operateJson(...words());
    expect(again.moved ?? again.places[0].moved).toHaveLength(ORDERS);
    expect(await readLot(world.api, sku, 'BAD')).toMatchObject({ reserved: 0 });
  });

  it('serves an order whose units wait from usable stock, as if they had been moved', async () => {
    const waiting = { reference: order(`O-${ORDERS}`) };
    expect(await heldBy(world.api, `O-${ORDERS}`, sku)).toEqual(['BAD:1']);
    // No one else can have the units that are free, while this order can.
    await hold(world.api, 'REST', { sku_code: sku, qty: 150 - MOVES_A_STEP - 2 });
    const preview = await world.api.post('/v1/inventory/movements/preview', {
      body: { type: 'fulfill', sku_code: sku, qty: 2, ...waiting },
    });
    expect(preview.body).toMatchObject({ lots: [{ lot_number: 'GOOD', qty: 2 }], shortfall: 0 });
    const refusal = await draw(3, waiting);
    expect(refusal.body.error.details).toMatchObject({ requested: 3, available: 2 });
    expect(await heldBy(world.api, `O-${ORDERS}`, sku)).toEqual(['BAD:1']);
    const { status, body } = await draw(1, waiting);
    expect([status, body.transactions]).toMatchObject([201, [{ lot_number: 'GOOD', qty: -1 }]]);
    expect(await heldBy(world.api, `O-${ORDERS}`, sku)).toEqual([]);
    expect(await readLevel(world.api, sku)).toMatchObject({ available: 1 });
    const story = await world.operateJson(...words());
    const moved = story.moved ?? story.places[0].moved;
    const itsOwn = { ...waiting, lot_number: 'BAD', moved: 1, released: 0 };
    expect(moved.filter((one: typeof itsOwn) => one.reference.id === `O-${ORDERS}`)).toEqual([
      itsOwn,
    ]);
  });
});

it('leaves what has not moved where it is when the lot is released', async () => {
  sku = await world.stocked({ lot: 'BAD', expires: day(100), qty: 1_000 });
  await manyOrders(sku, 'BAD', ORDERS);
  await dieAfterFirstCommit(...setStatus('quarantine'));
  const { places } = await world.operateJson(...setStatus('released'));
  expect(places).toEqual([{ location: 'Main', changed: true, moved: [], waiting: 0 }]);
  expect(await work()).toEqual({ moved: [], busy: 0 });
  const held = ORDERS - MOVES_A_STEP;
  expect(await readLevel(world.api, sku)).toMatchObject({
    reserved: held,
    available: 1_000 - held,
  });
});

it('changes every location or none, where one of them is held', async () => {
  sku = await world.stocked(
    { lot: 'BAD', expires: day(100) },
    { lot: 'BAD', expires: day(100), location: 'Annex' },
  );
  const holder = await world.db.owner.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `select from stock_level level join location on location.id = level.location_id
        where location.name = 'Annex' and level.sku_id = (select id from sku where sku_code = $1)
          for update of level`,
      [sku],
    );
    const { code, printed } = await world.operate(...setStatus('quarantine'));
    expect(code).toBe(1);
    expect(printed.match(/NOT CHANGED/g)).toHaveLength(2);
    expect((await readLot(world.api, sku, 'BAD')).status).toBe('released');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await world.operate(...setStatus('quarantine'));
  expect((await readLot(world.api, sku, 'BAD', 'Annex')).status).toBe('quarantine');
}, 60_000);

describe('a recall of very many reservations', () => {
  /** Rows that were read or written in tables and indexes, by sessions that have ended. */
  async function rowsTouched(): Promise<number> {
    await until('the sessions have ended', async () => {
      const { rows } = await world.db.owner.query(
        `select from pg_stat_activity where application_name = 'counted'`,
      );
      return rows.length === 0;
    });
    const { rows } = await world.db.owner.query(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::float8
              + (select sum(idx_tup_read)::float8 from pg_stat_user_indexes) as rows
         from pg_stat_user_tables`,
    );
    return rows[0].rows;
  }

  async function recall(count: number): Promise<number> {
    sku = await world.stocked(
      { lot: 'BAD', expires: day(100), qty: count },
      { lot: 'GOOD', expires: day(200), qty: count },
    );
    await manyOrders(sku, 'BAD', count);
    const counted = new Database(`${world.db.serviceUrl}`, { preparedStatements: true });
    counted.pool.options.application_name = 'counted';
    const before = await rowsTouched();
    await operate(counted, ...setStatus('quarantine', '--json'));
    await counted.close();
    expect(await readLot(world.api, sku, 'BAD')).toMatchObject({ reserved: 0 });
    expect(await readLot(world.api, sku, 'GOOD')).toMatchObject({ reserved: count });
    return ((await rowsTouched()) - before) / count;
  }

  it('touches no more rows for each of them than a recall of a quarter as many', async () => {
    const few = await recall(FEW);
    const many = await recall(MANY);
    expect(many).toBeLessThan(few * 1.25);
  }, 600_000);

  it('lets other requests for the stock in between', async () => {
    sku = await world.stocked(
      { lot: 'BAD', expires: day(100), qty: FEW },
      { lot: 'GOOD', expires: day(200), qty: 2 * FEW },
    );
    await manyOrders(sku, 'BAD', FEW);
    const operator = new Database(world.db.serviceUrl, { preparedStatements: true });
    let over = false;
    const recalling = operate(operator, ...setStatus('quarantine', '--json')).finally(() => {
      over = true;
    });
    let answered = 0;
    for (; !over; answered += 1) expect((await draw(1)).status).toBe(201);
    await recalling;
    await operator.close();
    // Several of them in the time of some steps; a recall in one transaction lets one through.
    expect(answered).toBeGreaterThan(FEW / MOVES_A_STEP / 4);
  }, 600_000);
});
