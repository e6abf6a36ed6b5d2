// What a page of a store's orders costs among many: the rows that its plan reads.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../src/database/statement.ts';
import { timeCursor } from '../../src/lib/paging.ts';
import { listStoreOrders } from '../../src/partners/list-store-orders.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const STORE = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const ROWS = 20_000;
const LIMIT = 50;

const world = useWorld(
  async ({ db }) => {
    // Nobody gathers statistics unless a test does.
    await db.owner.query(`alter table store_order set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values
      ('${STORE}', 'store', 'Store', 'brand'), ('${OTHER}', 'other', 'Other', 'brand');
    insert into store_order (id, organization_id, environment, order_number, sealed, items, created_at)
    select gen_random_uuid(), organization_id::uuid, environment, 'S-' || n, '\\x00', '[]',
           timestamptz '2026-01-01T00:00:00Z' + (n / 3) * interval '1 second'
      from (values ('${STORE}', 'live'), ('${STORE}', 'test'), ('${OTHER}', 'live'))
             as owner (organization_id, environment),
           generate_series(1, ${ROWS}) n`);
  },
  { service: false },
);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Plan[];
}

/** Without the one look at whom the transaction acts for. */
const everyNode = (plan: Plan): Plan[] =>
  plan['Parent Relationship'] === 'InitPlan'
    ? []
    : [plan, ...(plan.Plans ?? []).flatMap(everyNode)];

/** The kinds of the plan's nodes, and the most rows that one of them has read. */
async function costOf(cursor?: string): Promise<{ kinds: string[]; rows: number }> {
  let plan: Plan | undefined;
  const reader = {
    query: async ({ name, text }: Statement, values: unknown[]) => {
      const explained = await world.db.database
        .actingFor(STORE)
        .query({ name: `${name}-cost`, text: `explain (analyze, format json) ${text}` }, values);
      plan = (explained as { 'QUERY PLAN': { Plan: Plan }[] }[])[0]?.['QUERY PLAN'][0]?.Plan;
      return [];
    },
  };
  const database = { actingFor: () => reader };
  const call = {
    query: { limit: LIMIT, ...(cursor && { cursor }) },
    principal: { organizationId: STORE, environment: 'live' },
  };
  await listStoreOrders(call as never, { database, secrets: undefined } as never);
  const nodes = everyNode(plan ?? expect.fail('no plan came'));
  return {
    kinds: nodes.map((node) => node['Node Type']),
    rows: Math.max(
      ...nodes.map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      ),
    ),
  };
}

describe.each(['never analysed', 'analysed'] as const)('of a table that was %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
    const { rows } = await world.db.owner.query(
      `select count(*)::int as count from pg_statistic where starelid = 'store_order'::regclass`,
    );
    expect(rows[0].count > 0).toBe(state === 'analysed');
  });

  it.each([
    ['the first page', undefined],
    ['a page in the middle', '2026-01-01T01:00:00Z'],
    ['the last pages', '2026-01-01T00:01:00Z'],
    [
      'a page among rows of one moment',
      timeCursor({ created_at: '2026-01-01T01:00:00.000000Z', seq: '10801' }),
    ],
  ])('%s reads the rows of one page, by index', async (_page, cursor) => {
    const { kinds, rows } = await costOf(cursor);
    expect(kinds).toEqual(['Limit', 'Index Scan']);
    expect(rows).toBeLessThanOrEqual(LIMIT + 1);
  });
});
