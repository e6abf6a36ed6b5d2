// The rows that a batch writes are looked up by key, also with a plan that was made while the tables had few rows.
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { statements } from '../../../src/database/statement.ts';
import '../../../src/inventory/writer/write-batch.ts';
import { keepStatistics } from '../../../kit/database.ts';
import { scannedRows } from '../../../kit/plan-rows.ts';
import { day, makePharmacy } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = ['A', 'B', 'C'];
const GROWN = 20_000;
const HASH = `decode(repeat('00', 32), 'hex')`;

const world = useWorld(
  async ({ db }) => {
    await keepStatistics(db.owner);
    const lots = SKUS.map((sku_code) => ({
      sku_code,
      lot_number: 'L',
      expiry_date: day(60),
      qty: 9,
    }));
    await makePharmacy(db.database, { skuCodes: SKUS, lots });
    await db.owner.query('alter table lot set (autovacuum_enabled = off)');
    await db.owner.query('alter table stock_level set (autovacuum_enabled = off)');
    await db.owner.query('analyze');
    const session = new pg.Client({ connectionString: db.serviceUrl });
    await session.connect();
    await session.query('set plan_cache_mode = force_generic_plan');
    for (const name of ['update-lots', 'update-levels']) {
      await session.query(`prepare "${name}" as ${statements.get(name)?.text}`);
      await session.query(`execute "${name}" ('[]')`);
    }
    await grow();
    return { session };
  },
  { service: false },
);

afterAll(async () => {
  await world.session.end();
});

async function grow(): Promise<void> {
  const owner = await world.db.owner.connect();
  await owner.query(`
    set session_replication_role = replica;
    insert into stock_level (organization_id, sku_id, location_id, sku_code, location_name)
    select organization_id, gen_random_uuid(), location_id, 'S' || n, location_name
      from (select * from stock_level limit 1) one cross join generate_series(1, ${GROWN}) n;
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                     reserved, holders, first_received_at, last_hash, last_entry_at, created_at)
    select gen_random_uuid(), organization_id, sku_id, location_id, 'N' || n, expiry_date, status, on_hand,
           reserved, holders, first_received_at, ${HASH}, last_entry_at, created_at
      from (select * from lot limit 1) one cross join generate_series(1, ${GROWN}) n;
    reset session_replication_role`);
  owner.release();
}

it.each([
  [
    'update-lots',
    `select *, encode(last_hash, 'hex') as last_hash from lot where lot_number = 'L'`,
  ],
  ['update-levels', `select * from stock_level where sku_code in ('A', 'B')`],
])('%s reads no row but those that it changes', async (name, select) => {
  const { rows } = await world.db.owner.query(`select json_agg(row) as given from (${select}) row`);
  const given = pg.escapeLiteral(JSON.stringify(rows[0].given));
  await world.session.query('begin');
  const explained = await world.session.query(
    `explain (analyze, timing off, summary off, format json) execute "${name}" (${given})`,
  );
  await world.session.query('rollback');
  const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
  expect(scannedRows(plan)).toBe(rows[0].given.length);
});
