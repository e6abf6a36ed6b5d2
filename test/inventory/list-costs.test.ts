// What a page costs among many rows: the pages of the database that are read for it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { listStock } from '../../src/inventory/list-stock.ts';
import { listTransactions } from '../../src/inventory/list-transactions.ts';
import { opaqueCursor } from '../../src/paging.ts';
import type { Services } from '../../src/services.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const LOCATION = '00000000-0000-7000-8000-000000000002';
const ROWS = 20_000;
const PAGES_MAX = 100;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const session = await db.owner.connect();
  // Without the checks of references: only the rows that the lists begin with are needed.
  await session.query(`set session_replication_role = replica;
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into location (id, organization_id, name) values ('${LOCATION}', '${ORGANIZATION}', 'Main');
    insert into sku (id, organization_id, sku_code, product_id)
    select gen_random_uuid(), '${ORGANIZATION}', 'BIG-' || lpad(n::text, 6, '0'), gen_random_uuid()
      from generate_series(1, ${ROWS}) n;
    insert into stock_level (organization_id, sku_id, location_id, version)
    select organization_id, id, '${LOCATION}', 1 from sku;
    insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                     first_received_at, last_hash, last_entry_at, created_at)
    select id, organization_id, id, '${LOCATION}', 'LOT', '2030-01-01', 'released', 1, now(),
           decode(repeat('00', 32), 'hex'), now(), now() from sku;
    insert into movement (id, organization_id, type, sku_id, location_id, actor, created_at)
    select id, organization_id, 'receive', id, '${LOCATION}', 'operator', now() from sku;
    insert into ledger_entry (id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id,
                              qty, balance_after, hash, created_at)
    select id, organization_id, seq, id, 'receive', id, '${LOCATION}', id, 1, 1,
           decode(repeat('00', 32), 'hex'), now() - seq * interval '1 second' from sku`);
  await session.query('reset session_replication_role');
  session.release();
  await db.owner.query('analyze');
});
afterAll(() => db.drop());

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>> },
  ];
}

/** Runs the list's own statement and counts the pages that it touches. */
async function pagesOf(list: (services: Services) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const database = {
    query: async ({ name, text }: Statement, values: unknown[]) => {
      const explain: Statement<Explained> = {
        name: `${name}-cost`,
        text: `explain (analyze, buffers, format json) ${text}`,
      };
      const [row] = await db.database.query(explain, values);
      const [{ Plan: plan }] = row?.['QUERY PLAN'] ?? expect.fail('no plan came');
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return [];
    },
  } as unknown as Database;
  await list({ database } as Services);
  return pages;
}

const principal = { organizationId: ORGANIZATION, environment: 'live' };

it('reads few pages for a type of the ledger that is rare', async () => {
  const call = { query: { type: 'adjust', limit: 25 }, principal } as never;
  expect(await pagesOf((services) => listTransactions(call, services))).toBeLessThan(PAGES_MAX);
});

it('reads no more pages of stock far behind than at the beginning', async () => {
  const call = (place?: string) => {
    const cursor = place && opaqueCursor([place, 'Main']);
    return { query: { limit: 5, ...(cursor && { cursor }) }, principal } as never;
  };
  const first = await pagesOf((services) => listStock(call(), services));
  const last = await pagesOf((services) => listStock(call('BIG-019000'), services));
  expect(last).toBeLessThan(first + PAGES_MAX);
});
