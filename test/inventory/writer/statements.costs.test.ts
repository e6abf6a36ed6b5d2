// The costs of movements in the database, as counts that are the same on every machine: trips there and back,
// statements, rows and pages. They include the beginning and the commit, and authentication. Anyone who adds to one of
// them needs a reason to raise its bound here.
import { afterAll, expect, it } from 'vitest';
import { keepStatistics } from '../../../kit/database.ts';
import { DatabaseProxy } from '../../../kit/database-proxy.ts';
import { Database } from '../../../src/database/database.ts';
import { item, outcomesOf, type Result, resultsOf } from '../../support/batches.ts';
import { untilPrunable } from '../../support/concurrency.ts';
import {
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../../support/pharmacy.ts';
import { hold, release } from '../../support/reservations.ts';
import { logPlans, PlanWatch } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';

const BATCH_SIZE = 64;
/** From 48 changes on, two batches share them, unless they are of one level. */
const LEVELS_MAX = 47;
/** A batch of draws has one statement more than a draw, which counts it in the key's minute. */
const STATEMENTS_MAX = 13;
const SKUS = Array.from({ length: BATCH_SIZE }, (_, index) => `SKU-${index}`);
const SKU = SKUS[0] as string;
const HELD = { type: 'order', id: 'HELD' };

let service: RunningService;

const world = useWorld(
  async ({ db }) => {
    await keepStatistics(db.owner);
    const lots = SKUS.flatMap((sku_code) =>
      [10, 20, 30].map((days) => ({
        sku_code,
        lot_number: `L-${days}`,
        expiry_date: day(days),
        qty: 10_000,
      })),
    );
    const { liveKey } = await makePharmacy(db.database, { skuCodes: SKUS, lots });
    await logPlans(db.owner);
    const proxy = await DatabaseProxy.start(db.serviceUrl);
    // All run in one session: a new one reads the catalog too.
    const database = new Database(proxy.url, { preparedStatements: true, connections: 1 });
    const watch = new PlanWatch(database);
    service = await startService(database);
    const api = client({ url: service.url, key: liveKey });
    // From here on the SKUs are cached, and the key's last use is noted.
    await resultsOf(
      api,
      SKUS.map((sku_code) => item({ type: 'fulfill', sku_code, qty: 1 })),
    );
    await hold(api, HELD.id, { sku_code: SKU, qty: 500 });
    return { proxy, database, watch, api };
  },
  { service: false },
);

afterAll(async () => {
  await service.close();
  await world.database.close();
  await world.proxy.close();
});

async function countOf(work: () => Promise<unknown>) {
  const before = { trips: world.proxy.trips, statements: world.proxy.statements };
  world.watch.take();
  await work();
  const ran = world.watch.take();
  const sum = (of: 'rows' | 'pages') => ran.reduce((all, one) => all + one[of], 0);
  return {
    trips: world.proxy.trips - before.trips,
    statements: world.proxy.statements - before.statements,
    rows: sum('rows'),
    pages: sum('pages'),
  };
}

const movement = (body: object) => async () => {
  const { status, text } = await post(world.api, { sku_code: SKU, qty: 1, ...body });
  expect(status, text).toBe(201);
};

it.each([
  ['draw', [3, 12], movement({ type: 'fulfill' })],
  ['draw from a lot', [3, 12], movement({ type: 'fulfill', lot_number: 'L-20' })],
  ['draw for an order', [3, 14], movement({ type: 'fulfill', reference: HELD })],
  ['return', [3, 12], movement({ type: 'return', lot_number: 'L-20' })],
  // It waits for its lot number after its level.
  ['receipt', [4, 12], movement({ type: 'receive', lot_number: 'L-20' })],
  ['reservation', [3, 13], () => hold(world.api, 'NEW', { sku_code: SKU, qty: 1 })],
  // It first finds where an order holds anything, and reads that again under the locks and before the end: it is one step.
  ['release', [6, 16], () => release(world.api, 'NEW')],
] as const)(
  'a lone %s of a cached SKU takes at most %j: trips to the database, and statements, authentication included',
  async (_what, [trips, statements], work) => {
    const counts = await countOf(work);
    expect(counts.trips).toBeLessThanOrEqual(trips);
    expect(counts.statements).toBeLessThanOrEqual(statements);
  },
);

it.each([
  ['list', 2, () => world.api.get('/v1/inventory/stock')],
  ['scan', 2, () => world.api.post('/v1/inventory/scan/resolve', { body: { code: SKU } })],
  // These read which SKU and location are meant.
  ['preview', 3, () => preview({ sku_code: SKU })],
] as const)('a lone %s takes at most %i trips', async (_what, trips, work) => {
  const counts = await countOf(async () => expect((await work()).status).toBe(200));
  expect(counts.trips).toBeLessThanOrEqual(trips);
});

const preview = (body: object) =>
  world.api.post('/v1/inventory/movements/preview', { body: { type: 'fulfill', qty: 1, ...body } });

it('a draw of a SKU that is not cached yet takes at most four trips', async () => {
  const counts = await countOf(movement({ type: 'fulfill', location: 'Main' }));
  expect(counts.trips).toBeLessThanOrEqual(4);
});

it.each([
  // Each reads its level, lot, SKU, location and key, and what the checks of references read.
  ['of a level each', { rows: 13, pages: 70 }, SKUS.slice(0, LEVELS_MAX)],
  ['of one level', { rows: 5, pages: 45 }, SKUS.map(() => SKU)],
])(
  'draws in a batch, %s, take the trips and statements of one, and each at most %j',
  async (_how, max, skus) => {
    // The least of several: what other databases of the server do to its shared catalog is read again, and counted,
    // and so is every old version of a row that could not go yet because of a transaction in one of them.
    const all: Awaited<ReturnType<typeof countOf>>[] = [];
    for (let time = 0; time < 6; time += 1) {
      if (time % 2 === 0) await untilPrunable(world.db.owner);
      const draws = skus.map((sku_code) => item({ type: 'fulfill', sku_code, qty: 1 }));
      let results: Result[] = [];
      all.push(
        await countOf(async () => {
          results = await resultsOf(world.api, draws);
        }),
      );
      expect(new Set(outcomesOf(results))).toEqual(new Set(['201']));
    }
    const least = (of: keyof (typeof all)[number]) => Math.min(...all.map((one) => one[of]));
    const counts = {
      trips: least('trips'),
      statements: least('statements'),
      rows: least('rows'),
      pages: least('pages'),
    };
    expect(counts.trips).toBeLessThanOrEqual(4);
    expect(counts.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(counts.rows / skus.length).toBeLessThanOrEqual(max.rows);
    expect(counts.pages / skus.length).toBeLessThanOrEqual(max.pages);
  },
  240_000,
);
