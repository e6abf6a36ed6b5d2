// What a page of a lot's history costs: the rows that are read for it, not those that there are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/contract.ts';
import { traceLot } from '../../src/inventory/trace-lot.ts';
import { nameOrders } from '../../src/orders/name-orders.ts';
import { BIG, HOT_LOT, seedCrowd } from '../support/crowd.ts';
import { createTestDatabase, readsOf, type TestDatabase } from '../support/database.ts';
import { costOf } from '../support/plan-rows.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await seedCrowd(db);
}, 120_000);
afterAll(() => db.drop());

const LIMIT = 5;
const ALLOCATIONS = 100;
/** Each row of the page and each reservation, with the four that it names. */
const HERE_MAX = 5 * (LIMIT + 1 + ALLOCATIONS) + 50;
/** So many of each of the twenty locations, too. */
const EVERYWHERE_MAX = HERE_MAX + 20 * (LIMIT + 1 + ALLOCATIONS) + 50;

const PLANS = ['custom', 'generic'] as const;

async function trace(plans: (typeof PLANS)[number], everywhere: boolean, cursor?: string) {
  const query = { everywhere, limit: LIMIT, ...(cursor && { cursor }) };
  const principal = { organizationId: BIG, environment: 'live' };
  const call = { path: { id: HOT_LOT }, query, principal } as never;
  let answer: Answer<'traceLot'>['body'] | undefined;
  const { rows } = await costOf(readsOf(db.database), plans, async (database) => {
    answer = (await traceLot(call, { database, nameOrders })).body;
  });
  if (answer === undefined) throw new Error('There was no answer.');
  return { rows, answer };
}

const CASES = PLANS.flatMap((plans) =>
  [undefined, '2026-01-01T00:00:20Z'].map((cursor) => [plans, cursor] as const),
);

describe.each(['never analysed', 'analysed'])('on tables %s', (state) => {
  beforeAll(async () => {
    if (state === 'analysed') await db.owner.query('analyze');
  });

  it.each(CASES)('with %s plans a page before %s costs its rows', async (plans, cursor) => {
    const { rows, answer } = await trace(plans, false, cursor);
    expect(answer.movements).toHaveLength(LIMIT);
    expect(answer.allocations).toHaveLength(ALLOCATIONS);
    expect(answer.allocations_total).toBe(5_000);
    expect(answer.on_hand).toBe(5_000);
    expect(rows).toBeLessThan(HERE_MAX);
  });

  it.each(CASES)(
    'with %s plans everywhere before %s costs its rows at each location',
    async (plans, cursor) => {
      const { rows, answer } = await trace(plans, true, cursor);
      expect(new Set(answer.movements.map(({ location }) => location)).size).toBe(LIMIT);
      expect(answer.allocations_total).toBe(100_000);
      expect(answer.on_hand).toBe(100_000);
      expect(rows).toBeLessThan(EVERYWHERE_MAX);
    },
  );
});
