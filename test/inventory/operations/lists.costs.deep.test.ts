// What a page costs among very many rows, for every set of filters: the rows that are read for it.
import { beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../../kit/database.ts';
import { costOf, touchedRows } from '../../../kit/plan-rows.ts';
import { listSkus } from '../../../src/catalog/list-skus.ts';
import type { Answer } from '../../../src/contract.ts';
import type { Database } from '../../../src/database/database.ts';
import { listAllocations } from '../../../src/inventory/operations/list-allocations.ts';
import { listLots } from '../../../src/inventory/operations/list-lots.ts';
import { listStock } from '../../../src/inventory/operations/list-stock.ts';
import { listTransactions } from '../../../src/inventory/operations/list-transactions.ts';
import { traceLot } from '../../../src/inventory/operations/trace-lot.ts';
import { heldLevels } from '../../../src/inventory/rows/held-levels.ts';
import { CURSORS } from '../../../src/lib/cursors.ts';
import { nameOrders } from '../../../src/orders/name-orders.ts';
import { queryParametersOf } from '../../support/list-queries.ts';
import { combinations } from '../../support/lists.ts';
import { setAnalysed } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';
import {
  BIG,
  FIRST_PRODUCT,
  HOT_LOT,
  LOTS_IN_STOCK,
  LOW_LEVELS,
  SMALL,
  seedCrowd,
} from './crowd.ts';

const world = useWorld(
  async ({ db }) => {
    await seedCrowd(db);
  },
  { service: false, timeout: 120_000 },
);

const LIMIT = 5;
/**
 * Of a page with all that its rows name, from each of the ranges that are merged: at most those of two
 * statuses, in stock and not, at twenty locations. There are 100,000 rows.
 */
const ROWS_MAX = 4 * 20 * (LIMIT + 1) + 5 * (LIMIT + 1) + 200;

type List = (
  call: never,
  services: { readonly database: Database },
) => Promise<{ body: { data: unknown[] } }>;

/** As its plans are made for these values, or for any; the dearer of both. */
async function pageOf(list: List, query: Record<string, unknown>, organizationId = BIG) {
  const principal = { organizationId, environment: 'live' };
  const call = { query: { limit: LIMIT, ...query }, principal } as never;
  let found = 0;
  const rows = await touchedRows(readsOf(world.db.database), async (database) => {
    found = (await list(call, { database: database as Database })).body.data.length;
  });
  return { rows, found };
}

const HOLDERS_SHOWN = 100;
/** Each row of a trace's page and each reservation, with the four that it names. */
const TRACED_MAX = 5 * (LIMIT + 1 + HOLDERS_SHOWN) + 50;

async function trace(plans: 'custom' | 'generic', query: { everywhere: boolean; cursor?: string }) {
  const principal = { organizationId: BIG, environment: 'live' };
  const call = { path: { id: HOT_LOT }, query: { limit: LIMIT, ...query }, principal } as never;
  let answer: Answer<'traceLot'>['body'] | undefined;
  const { rows } = await costOf(readsOf(world.db.database), plans, async (database) => {
    answer = (await traceLot(call, { database, nameOrders })).body;
  });
  if (answer === undefined) throw new Error('There was no answer.');
  return { rows, answer };
}

const HOT = 'HOT';
const ID = '00000000-0000-7000-8000-000000000099';

/** Values that very many rows have, few, and none, and places in the midst of them. */
const LISTS: readonly [string, List, Record<string, readonly Record<string, unknown>[]>][] = [
  [
    'transactions',
    listTransactions,
    {
      sku: [{ sku_code: HOT }, { sku_code: 'MANY' }],
      lot: [{ lot_id: HOT_LOT }, { lot_id: ID }],
      type: [{ type: 'fulfill' }, { type: 'adjust' }],
      reference: [{ reference_type: 'order', reference_id: 'NEEDLE' }],
      times: [
        { from: '2026-01-01T00:30:00Z', to: '2026-01-01T00:40:00Z' },
        { cursor: '2026-01-01T01:00:00Z' },
      ],
    },
  ],
  [
    'allocations',
    listAllocations,
    {
      sku: [{ sku_code: HOT }, { sku_code: 'MANY' }],
      location: [{ location: 'L-07' }, { location: 'Nowhere' }],
      lot: [{ lot_id: HOT_LOT }, { lot_id: ID }],
      reference: [{ reference_type: 'order', reference_id: 'NEEDLE' }],
      cursor: [{ cursor: CURSORS.listAllocations.write(['2026-01-01T00:30:00.000000Z', ID]) }],
    },
  ],
  [
    'lots',
    listLots,
    {
      sku: [{ sku_code: HOT }, { sku_code: 'MANY' }, { sku_code: 'BIG-000009' }],
      location: [{ location: 'Main' }, { location: 'L-07' }],
      number: [{ lot_number: 'HOT-1' }, { lot_number: 'D-7' }, { lot_number: 'none' }],
      status: [{ status: 'released' }, { status: 'quarantine' }],
      stock: [{ in_stock: true }, { in_stock: false }],
      expiry: [
        { expiring_before: '2085-01-01' },
        { cursor: CURSORS.listLots.write(['2080-06-01', ID]) },
      ],
    },
  ],
  [
    'stock',
    listStock,
    {
      sku: [{ sku_code: HOT }, { sku_code: 'BIG-019011' }],
      product: [{ product_id: FIRST_PRODUCT }, { product_id: ID }],
      location: [{ location: 'Main' }, { location: 'L-07' }],
      low: [{ low: true }, { low: false }],
      cursor: [{ cursor: CURSORS.listStock.write(['BIG-019000', 'Main']) }],
    },
  ],
  [
    'stock as of a time',
    listStock,
    {
      // Anyone who asks of no SKU walks past the levels that came later, too.
      sku: [HOT, 'MANY'].map((sku_code) => ({ sku_code, as_of: '2026-01-01T01:00:00Z' })),
      location: [{ location: 'Main' }, { location: 'L-07' }],
    },
  ],
  [
    'skus',
    listSkus,
    {
      sku: [{ sku_code: HOT }, { sku_code: 'none' }],
      product: [{ product_id: FIRST_PRODUCT }, { product_id: ID }],
      cursor: [{ cursor: CURSORS.listSkus.write(['BIG-010000']) }],
    },
  ],
];

it('the filters that are tried here are those of the contract', () => {
  const tried = Map.groupBy(LISTS, ([, list]) => list.name);
  for (const [id, lists] of tried) {
    const names = lists.flatMap(([, , filters]) =>
      Object.values(filters).flatMap((values) => values.flatMap((query) => Object.keys(query))),
    );
    expect([id, [...new Set([...names, 'limit'])].sort()]).toEqual([id, queryParametersOf(id)]);
  }
});

describe.each(['never analysed', 'analysed'] as const)('on tables %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
  }, 60_000);

  it.each(LISTS)(
    '%s cost their page with every set of filters',
    async (_, list, filters) => {
      const costs: Record<string, number> = {};
      for (const chosen of combinations(Object.values(filters))) {
        const query = Object.assign({}, ...chosen);
        costs[JSON.stringify(query)] = (await pageOf(list, query)).rows;
      }
      const dear = Object.entries(costs).filter(([, rows]) => rows > ROWS_MAX);
      expect(Object.fromEntries(dear)).toEqual({});
    },
    120_000,
  );

  it.each(LISTS)('%s cost their page for a small organization among them', async (_, list) => {
    expect((await pageOf(list, {}, SMALL)).rows).toBeLessThan(50);
  });

  it('few low levels are found among very many, those since midnight with them', async () => {
    const { rows, found } = await pageOf(listStock, { low: true, limit: 100 });
    expect(found).toBe(LOW_LEVELS);
    expect(rows).toBeLessThan(15 * LOW_LEVELS);
  });

  it('what an order holds is found among very many before it is released', async () => {
    const reference = { type: 'order', id: 'NEEDLE' };
    let levels: unknown[] = [];
    const rows = await touchedRows(readsOf(world.db.database), async (database) => {
      const held = await heldLevels(database as Database, [{ organizationId: BIG, reference }]);
      levels = held.flat();
    });
    expect(rows).toBeLessThan(200);
    expect(levels).toHaveLength(20);
  });

  it.each(['custom', 'generic'] as const)(
    'a page of a trace costs its rows by %s plans, and everywhere so many at each location',
    async (plans) => {
      for (const cursor of [{}, { cursor: '2026-01-01T00:00:20Z' }]) {
        const here = await trace(plans, { everywhere: false, ...cursor });
        expect(here.answer.movements).toHaveLength(LIMIT);
        expect(here.answer.allocations).toHaveLength(HOLDERS_SHOWN);
        expect(here.answer.allocations_total).toBe(5_000);
        expect(here.answer.on_hand).toBe(5_000);
        expect(here.rows).toBeLessThan(TRACED_MAX);
        const { rows, answer } = await trace(plans, { everywhere: true, ...cursor });
        expect(new Set(answer.movements.map(({ location }) => location)).size).toBe(LIMIT);
        expect(answer.allocations_total).toBe(100_000);
        expect(answer.on_hand).toBe(100_000);
        expect(rows).toBeLessThan(TRACED_MAX + 20 * (LIMIT + 1 + HOLDERS_SHOWN) + 50);
      }
    },
  );

  it('few lots in stock are found among very many that are depleted', async () => {
    for (const place of [{}, { location: 'Main' }]) {
      const query = { sku_code: 'MANY', in_stock: true, limit: 100, ...place };
      const { rows, found } = await pageOf(listLots, query);
      expect(found).toBe(LOTS_IN_STOCK);
      expect(rows).toBeLessThan(100);
    }
  });
});
