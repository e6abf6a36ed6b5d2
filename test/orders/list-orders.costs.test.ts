// What a page of orders costs among many: the rows that its plan touches, also on tables of which the planner
// knows nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import {
  AFFILIATE,
  CLINIC,
  cursorAfter,
  fillOrders,
  PHARMACY,
  SMALL,
  SMALL_SEES,
} from '../../kit/many-orders.ts';
import { costOf } from '../../kit/plan-rows.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const ORDERS = 20_000;
const LIMIT = 25;
/** A row of order_reader and one of customer_order for each of the page, and for the one that tells of more. */
const TOUCHED_MAX = 2 * (LIMIT + 1);
/** Once more where they are collected in a bitmap first. */
const TEN_MAX = 3 * SMALL_SEES;
const DEEP_ROWS = 2_000;
/** Of orders of one name that further filters judge. */
const WALK_MAX = 500;

const world = useWorld(
  async ({ db }) => {
    await db.owner.query(`alter table order_reader set (autovacuum_enabled = false);
    alter table customer_order set (autovacuum_enabled = false)`);
    await fillOrders(db.owner, ORDERS);
  },
  { service: false, timeout: 120_000 },
);

function page(organizationId: string, query: Record<string, string> = {}) {
  const principal = { organizationId, environment: 'live' };
  const call = { query: { limit: LIMIT, ...query }, principal } as never;
  return costOf(readsOf(world.db.database), plans, (database) => listOrders(call, { database }));
}

/** A prepared statement is planned for its values at first, and later, if it seems as good, for any. */
let plans: 'custom' | 'generic';

describe.each([
  ['never analysed', 'custom'],
  ['never analysed', 'generic'],
  ['analysed', 'custom'],
  ['analysed', 'generic'],
] as const)('on tables that were %s, by %s plans', (state, kind) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
    plans = kind;
  });

  it.each([
    ['in all three roles', CLINIC],
    ['as one affiliate', AFFILIATE],
    ['as the pharmacy of most', PHARMACY],
  ])(
    'a page touches its own rows alone, near or far, with and without a status: %s',
    async (__, id) => {
      for (const status of [undefined, 'paid']) {
        const of = { ...(status && { status }) };
        const rows = status === undefined ? DEEP_ROWS : DEEP_ROWS / 4;
        const cursor = await cursorAfter(world.db.owner, { organizationId: id, ...of, rows });
        for (const query of [of, { ...of, cursor }]) {
          const cost = await page(id, query);
          expect([query, cost.rows]).toEqual([query, TOUCHED_MAX]);
          expect(cost.sorted).toBeLessThanOrEqual(LIMIT + 1);
        }
      }
    },
  );

  it('an organization that sees ten of them touches those ten', async () => {
    const { rows } = await page(SMALL);
    expect(rows).toBeLessThanOrEqual(TEN_MAX);
    for (const status of ['paid', 'shipped', 'nothing']) {
      const found = await page(SMALL, { status });
      expect(found.rows).toBeLessThanOrEqual(TEN_MAX);
    }
  });

  it('a page of a name, of a time or of both touches its own rows alone, anyone who asks', async () => {
    const created_from = '2020-01-01T02:00:00Z';
    for (const [query, rows] of [
      [{ order_number: 'VO-12' }, 2],
      [{ order_number: 'unheard-of' }, 0],
      [{ external_order_id: 'EVEN' }, TOUCHED_MAX],
      [{ external_order_id: 'unheard-of' }, 0],
      [{ external_order_id: 'EVEN', created_from }, TOUCHED_MAX],
      [{ created_to: created_from }, TOUCHED_MAX],
      [{ created_from, created_to: '2020-01-01T02:00:01Z' }, 2],
      [{ status: 'paid', created_from, created_to: '2020-01-01T05:00:00Z' }, TOUCHED_MAX],
    ] as const) {
      const cost = await page(CLINIC, query);
      expect([query, cost.rows <= rows]).toEqual([query, true]);
      expect((await page(AFFILIATE, query)).rows).toBeLessThanOrEqual(TOUCHED_MAX);
    }
  });

  it('a name next to another filter costs what it examines, however few it keeps', async () => {
    const { rows } = await page(CLINIC, { external_order_id: 'EVEN', status: 'unheard-of' });
    expect(rows).toBeLessThanOrEqual(WALK_MAX + 1);
  });

  it('a status that is rare or unknown is no walk over all others', async () => {
    expect((await page(CLINIC, { status: 'unheard-of' })).rows).toBe(0);
  });

  it('an order is found by its key, or not, in one row of each table', async () => {
    const found = await world.db.owner.query(
      `select order_id from order_reader where organization_id = $1 and environment = 'live' limit 1`,
      [CLINIC],
    );
    for (const [organizationId, rows] of [
      [CLINIC, 2],
      [SMALL, 0],
    ] as const) {
      const principal = { organizationId, environment: 'live' };
      const call = { path: { id: found.rows[0].order_id }, principal } as never;
      const cost = await costOf(readsOf(world.db.database), plans, (database) =>
        getOrder(call, { database }).catch(() => {}),
      );
      expect(cost.rows).toBe(rows);
    }
  });
});
