// What a page of a lot's history costs: the rows that are read for it, not those that there are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceLot } from '../../src/inventory/trace-lot.ts';
import { BIG, HOT_LOT, seedCrowd } from '../support/crowd.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Reader } from '../support/plans.ts';

let db: TestDatabase;
let reader: Reader;
beforeAll(async () => {
  db = await createTestDatabase();
  await seedCrowd(db);
  reader = await Reader.connect(db);
}, 120_000);
afterAll(async () => {
  await reader.close();
  await db.drop();
});

const LIMIT = 5;
const ALLOCATIONS = 100;
/** Each row of the page and each reservation, with the four that it names. */
const HERE_MAX = 5 * (LIMIT + 1 + ALLOCATIONS) + 50;
/** So many of each of the twenty locations, too. */
const EVERYWHERE_MAX = HERE_MAX + 20 * (LIMIT + 1 + ALLOCATIONS) + 50;

const trace = (everywhere: boolean, cursor?: string) => {
  const query = { everywhere, limit: LIMIT, ...(cursor && { cursor }) };
  const principal = { organizationId: BIG, environment: 'live' };
  return reader.costOf(async (services) => {
    const call = { path: { id: HOT_LOT }, query, principal } as never;
    return (await traceLot(call, services)).body;
  });
};

describe.each(['never analysed', 'analysed'])('on tables %s', (state) => {
  beforeAll(async () => {
    if (state === 'analysed') await db.owner.query('analyze');
  });

  it.each([undefined, '2026-01-01T00:00:20Z'])(
    'a page before %s costs its rows',
    async (cursor) => {
      const { rows, answer } = await trace(false, cursor);
      expect(answer.movements).toHaveLength(LIMIT);
      expect(answer.allocations).toHaveLength(ALLOCATIONS);
      expect(answer.allocations_total).toBe(5_000);
      expect(answer.on_hand).toBe(5_000);
      expect(rows).toBeLessThan(HERE_MAX);
    },
  );

  it.each([undefined, '2026-01-01T00:00:20Z'])(
    'everywhere before %s costs its rows at each location',
    async (cursor) => {
      const { rows, answer } = await trace(true, cursor);
      expect(new Set(answer.movements.map(({ location }) => location)).size).toBe(LIMIT);
      expect(answer.allocations_total).toBe(100_000);
      expect(answer.on_hand).toBe(100_000);
      expect(rows).toBeLessThan(EVERYWHERE_MAX);
    },
  );
});
