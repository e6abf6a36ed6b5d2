// A batch is what its movements would be one by one: two pharmacies that are alike get the same random movements,
// one of them in batches and the other each alone, and get the same answers.
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type BatchItem, item, type Result, resultsOf } from '../../support/batches.ts';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 25);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const TIMEOUT_MILLISECONDS = 30_000 + RUNS * 1_500;
const SLUGS = ['together', 'alone'];

let together: Client;
let alone: Client;

const world = useWorld(async ({ db, service }) => {
  const skuCodes = ['S-1', 'S-2', 'S-3'];
  const lots = [{ sku_code: 'S-1', lot_number: 'GONE', expiry_date: day(-3), qty: 5 }];
  const keys: string[] = [];
  for (const slug of SLUGS) {
    keys.push((await makePharmacy(db.database, { slug, skuCodes, lots })).liveKey);
  }
  [together, alone] = keys.map((key) => client({ url: service.url, key })) as [Client, Client];
});

afterAll(async () => {
  for (const slug of SLUGS) await expectConsistentStock(world.db, slug);
});

/** The common value, and now and then one of the others; `undefined` leaves the field out. */
const mostly = (common: fc.Arbitrary<unknown>, ...others: unknown[]) =>
  fc.oneof({ arbitrary: common, weight: 14 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
const as = <const Value>(...values: Value[]) => fc.constantFrom(...values);

const target = {
  sku_code: mostly(as('S-1', 'S-1', 'S-2', 'S-3'), 'S-4', undefined),
  location: mostly(as(undefined, 'Main', 'Annex'), 'Nowhere'),
  scanned_code: mostly(as(undefined), 'S-1', 'S-3', 'nothing'),
  note: mostly(as(undefined), 'a\0b', 7),
};

const receipt = fc.record({
  ...target,
  type: as('receive', 'receive', 'receive', 'return'),
  qty: mostly(fc.integer({ min: 1, max: 20 }), 0, 1.5),
  lot_number: mostly(as('L-1', 'L-1', 'L-2'), 'GONE', '', undefined),
  expiry_date: mostly(as(day(90)), day(400), day(-1), '2031-02-30', undefined),
});

const draw = fc.record({
  ...target,
  type: mostly(as('fulfill', 'dispense'), 'move'),
  qty: mostly(fc.integer({ min: 1, max: 15 }), 0, 5_000, 5_000),
  lot_number: mostly(as(undefined, undefined, 'L-1', 'L-2'), 'GONE', 'L-9'),
});

const movement = fc
  .oneof({ arbitrary: receipt, weight: 3 }, { arbitrary: draw, weight: 4 })
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>);

/** Half have a key of their own, the others one of those that come again. */
const key = fc.oneof(
  { arbitrary: fc.constant('own'), weight: 8 },
  { arbitrary: as('k1', 'k2', 'k3'), weight: 7 },
  { arbitrary: fc.constant('bad'), weight: 1 },
);
const sent = fc.array(fc.record({ movement, key }), { minLength: 1, maxLength: 40, size: 'max' });

/** Without what differs between two requests, or two pharmacies. */
function outcomeOf({ status, body }: Result) {
  const { error, transactions = [] } = body;
  if (error === undefined) {
    const entries = transactions.map((one: object) => ({ ...one, id: undefined }));
    return { status, idempotent: body.idempotent, entries };
  }
  // The same key, in the header or in the item.
  const text = JSON.stringify({ ...error, request_id: undefined });
  return {
    status,
    error: JSON.parse(text.replaceAll(/Idempotency-Key(?= must|")/g, 'idempotency_key')),
  };
}

async function oneByOne(items: readonly BatchItem[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of items) results.push(await post(alone, one.movement, one.idempotency_key));
  return results;
}

it(
  'answers each movement as it would have answered it alone',
  async () => {
    let run = 0;
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(sent, async (drawn) => {
        run += 1;
        const items = drawn.map(({ movement: body, key }, index) => {
          const own = key === 'own' ? `run-${run}-own-${index}` : `run-${run}-${key}`;
          return item(body, key === 'bad' ? 'bad' : own);
        });
        // Half of them again: an answer was lost on the way.
        const batches = run % 2 === 0 ? [items, items] : [items];
        for (const batch of batches) {
          const results = await resultsOf(together, batch);
          for (const { status } of results) statuses.add(status);
          expect(results.map(outcomeOf)).toEqual((await oneByOne(batch)).map(outcomeOf));
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect([...statuses].sort()).toEqual([200, 201, 400, 404, 409, 422]);
  },
  TIMEOUT_MILLISECONDS,
);
