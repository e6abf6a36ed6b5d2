// What a page of the catalog costs among many products and lots, and that none is lost among ties.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { touchedRows } from '../../kit/plan-rows.ts';
import { listProducts } from '../../src/catalog/list-products.ts';
import type { Call } from '../../src/contract.ts';
import type { Queryable } from '../../src/database/database.ts';
import { setAnalysed } from '../support/watched-plans.ts';
import { useWorld } from '../support/world.ts';

const PRODUCTS = 5_000;
/** Of them, all at one moment. */
const TIES = 2_000;
/** Of one product that is listed first, each of them no use. */
const USELESS_LOTS = 20_000;
const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const OTHERS = '00000000-0000-7000-8000-000000000003';
const LOCATION = '00000000-0000-7000-8000-000000000002';
/** The product, and one each of SKUs, levels, locations and lots. */
const ROWS_A_PRODUCT_MAX = 5;
const WALK_MAX = 500;

const world = useWorld(
  async ({ db }) => {
    const session = await db.owner.connect();
    // Without the checks of references: only what the list reads is needed. Every third product has a free lot.
    await session.query(`
    alter table product set (autovacuum_enabled = off);
    alter table sku set (autovacuum_enabled = off);
    alter table stock_level set (autovacuum_enabled = off);
    alter table lot set (autovacuum_enabled = off);
    set session_replication_role = replica;
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into organization (id, slug, name, kind) values ('${OTHERS}', 'bigger', 'Bigger', 'pharmacy');
    insert into location (id, organization_id, name)
    values ('${LOCATION}', '${ORGANIZATION}', 'Main'), ('${LOCATION}', '${OTHERS}', 'Main');
    insert into product (id, organization_id, name, strengths, dosage_forms, created_at)
    select gen_random_uuid(), owner, nth::text, '{}', '{}',
           timestamptz '2026-01-01' + case when nth between 1500 and ${1500 + TIES - 1} then interval '1500 s'
                                           else nth * interval '1 s' end
      from generate_series(1, ${PRODUCTS}) nth, unnest('{${ORGANIZATION},${OTHERS}}'::uuid[]) owner;
    insert into sku (id, organization_id, sku_code, product_id)
    select gen_random_uuid(), organization_id, name, id from product;
    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name, version)
    select organization_id, id, '${LOCATION}', sku_code, 'Main', 1 from sku;
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                     reserved, first_received_at, last_hash, last_entry_at, created_at)
    select gen_random_uuid(), sku.organization_id, sku.id, '${LOCATION}', nth::text,
           case nth % 3 when 0 then date '2020-01-01' else date '2999-01-01' end,
           case nth % 3 when 1 then 'quarantine' else 'released' end, 1,
           case nth % 3 when 2 then 1 else 0 end, now(), decode(repeat('00', 32), 'hex'), now(), now()
      from sku, generate_series(1, ${USELESS_LOTS}) nth
     where sku.sku_code = '${PRODUCTS}' and sku.organization_id = '${ORGANIZATION}';
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                     first_received_at, last_hash, last_entry_at, created_at)
    select gen_random_uuid(), organization_id, id, '${LOCATION}', 'FREE', '2999-01-01', 'released', 1, now(),
           decode(repeat('00', 32), 'hex'), now(), now() from sku where sku_code::int % 3 = 0`);
    await session.query('reset session_replication_role');
    session.release();
  },
  { service: false, timeout: 60_000 },
);

type Query = Call<'listProducts'>['query'];

function list(database: Queryable, query: Query) {
  const principal = { organizationId: ORGANIZATION, environment: 'live' };
  return listProducts({ query, principal } as Call<'listProducts'>, { database });
}

/** Rows that the list's own statement touches. */
function rowsOf(query: Query): Promise<number> {
  return touchedRows(readsOf(world.db.database), (database) => list(database, query));
}

async function walk(query: Query) {
  const data: { id: string; name: string; in_stock: boolean }[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await list(readsOf(world.db.database), {
      ...query,
      ...(cursor && { cursor }),
    });
    data.push(...body.data);
    sizes.push(body.data.length);
    cursor = body.next_cursor;
  } while (cursor !== null && sizes.length < 2 * PRODUCTS);
  return { data, sizes };
}

async function idsInOrder(condition = 'true'): Promise<string[]> {
  const { rows } = await world.db.owner.query(
    `select id from product where organization_id = '${ORGANIZATION}' and ${condition}
      order by created_at desc, seq desc`,
  );
  return rows.map(({ id }) => id);
}

describe.each(['never analysed', 'analysed'] as const)('on tables that were %s', (state) => {
  beforeAll(async () => {
    await setAnalysed(world.db.owner, state);
  });

  it('costs a page what its products cost, at the beginning and far behind', async () => {
    for (const limit of [1, 25, 100]) {
      const max = (limit + 1) * ROWS_A_PRODUCT_MAX;
      expect(await rowsOf({ limit })).toBeLessThanOrEqual(max);
      expect(await rowsOf({ limit, cursor: '2026-01-01T00:02:00Z' })).toBeLessThanOrEqual(max);
      const amongTies = '2026-01-01T00:25:00.0000000000000000000004000Z';
      expect(await rowsOf({ limit, cursor: amongTies })).toBeLessThanOrEqual(max);
    }
  });

  it('costs a page of a filter what it finds, where that is near', async () => {
    for (const in_stock of [true, false]) {
      expect(await rowsOf({ limit: 25, in_stock })).toBeLessThanOrEqual(100 * ROWS_A_PRODUCT_MAX);
    }
  });
});

it.each([3, 25, 100])('loses no product of one moment, %i to a page', async (limit) => {
  const { data, sizes } = await walk({ limit });
  expect(data.map(({ id }) => id)).toEqual(await idsInOrder());
  expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
});

it.each([
  [7, true],
  [100, true],
  [7, false],
  [100, false],
])('loses none with a filter either, %i to a page, in_stock=%s', async (limit, in_stock) => {
  const { data } = await walk({ limit, in_stock });
  const condition = `name::int % 3 ${in_stock ? '=' : '<>'} 0`;
  expect(data.map(({ id }) => id)).toEqual(await idsInOrder(condition));
  expect(data.every((product) => product.in_stock === in_stock)).toBe(true);
});

describe('among products of which almost none is in stock', () => {
  beforeAll(async () => {
    await world.db.owner.query(`update lot set reserved = on_hand where lot_number = 'FREE' and sku_id not in (
      select id from sku where sku_code::int <= 3)`);
  });
  afterAll(() => world.db.owner.query(`update lot set reserved = 0 where lot_number = 'FREE'`));

  it('looks at a bounded number for each page, and finds the one at the end', async () => {
    expect(await rowsOf({ limit: 100, in_stock: true })).toBeLessThanOrEqual(
      WALK_MAX * ROWS_A_PRODUCT_MAX,
    );
    const { data, sizes } = await walk({ limit: 100, in_stock: true });
    expect(data.map(({ name }) => name)).toEqual(['3']);
    expect(sizes).toHaveLength(PRODUCTS / WALK_MAX + 1);
    const others = await walk({ limit: 100, in_stock: false });
    expect(others.data).toHaveLength(PRODUCTS - 1);
  });
});
