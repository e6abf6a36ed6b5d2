// A long ledger, written by SQL as an import of history would have left it: movements with keys, entries of one
// unit that came and went, and events. They are all of one organization, whose stock nobody draws from, and lie
// before its first receipt, so that every balance holds. Their hashes are digests of their numbers and no chain:
// what is verified is what came after the fixture's anchor.
import type { PostgresServer } from '../../kit/postgres-server.ts';

/** Slug of the organization. */
export const ARCHIVE = 'archive';
/** Time of the first; each is two seconds after the one before. */
const BEGIN = '2024-01-01T00:00:00Z';
const SECONDS_APART = 2;
/** Events are kept for 90 days, the ledger for good. */
const EVENTS_MAX = 1_000_000;
/** From here on it is quicker to build indexes again than to keep them. */
const MANY_ROWS = 100_000;

/** The time at which so many old rows were there. */
export function timeOfOldRow(index: number): string {
  return new Date(Date.parse(BEGIN) + index * SECONDS_APART * 1000).toISOString();
}

export async function addOldRows(
  postgres: PostgresServer,
  database: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (to <= from) return;
  const indexes = to - from < MANY_ROWS ? [] : await postgres.query<Index>(database, INDEXES);
  const drop = indexes.map(({ name }) => `drop index ${name};`).join('\n');
  const build = indexes.map(({ definition }) => `${definition};`).join('\n');
  const events = Math.min(to, EVENTS_MAX) - Math.min(from, EVENTS_MAX);
  await postgres.query(
    database,
    `set session_replication_role = replica;
     set maintenance_work_mem = '512MB';
     ${drop}
     ${oldRows(from, to)}
     ${oldEvents(events)}
     ${build}`,
  );
  await postgres.query(database, 'vacuum (analyze) movement, ledger_entry, event');
  await postgres.query(database, 'checkpoint');
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Those that no constraint stands on. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
   where indrelid in ('movement'::regclass, 'ledger_entry'::regclass)
     and not exists (select from pg_constraint where conindid = indexrelid)`;

const uuid = (kind: string, index: string) =>
  `('00000000-0000-7000-${kind}-' || lpad(to_hex(${index}), 12, '0'))::uuid`;

/** Two for a lot, one after the other: a unit comes, a unit goes. */
function oldRows(from: number, to: number): string {
  return `
    create temp table old_lot as
      select lot.*, row_number() over (order by lot.id) - 1 as place
        from lot join organization on organization.id = lot.organization_id and slug = '${ARCHIVE}';
    create temp table old_row as
      select n, lot.id as lot_id, lot.sku_id, lot.location_id, lot.organization_id,
             case when n % 2 = 0 then 'receive' else 'fulfill' end as type,
             timestamptz '${BEGIN}' + n * interval '${SECONDS_APART} seconds' as at,
             sha256(int8send(n)) as digest
        from generate_series(${from}::bigint, ${to - 1}) n
        join old_lot lot on lot.place = (n / 2) % (select count(*) from old_lot);
    insert into movement (
      id, organization_id, type, sku_id, location_id, idempotency_key, operation, request_salt,
      request_digest, actor, created_at)
    select ${uuid('8000', 'n')}, organization_id, type, sku_id, location_id,
           'old-' || encode(substr(digest, 1, 16), 'hex'), 'postMovement', substr(digest, 1, 16), digest,
           'api_key:00000000-0000-7000-8000-000000000000', at
      from old_row;
    insert into ledger_entry (
      id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash,
      created_at)
    select ${uuid('9000', 'n')}, organization_id, n, ${uuid('8000', 'n')}, type, sku_id, location_id, lot_id,
           case type when 'receive' then 1 else -1 end, case type when 'receive' then 1 else 0 end, digest, at
      from old_row;
    drop table old_row, old_lot;`;
}

/** After those that the organization has. */
function oldEvents(count: number): string {
  return `
    with counter as (
      update event_counter set position = position + ${count}
       where organization_id = (select id from organization where slug = '${ARCHIVE}')
      returning organization_id, position - ${count} as before)
    insert into event (organization_id, position, id, type, data, created_at)
    select organization_id, before + n, ${uuid('a000', 'before + n')}, 'stock.changed',
           jsonb_build_object('sku_code', 'SKU-0', 'product_id', ${uuid('b000', 'n')}, 'location', 'Main',
             'cause', 'receive', 'on_hand', 1, 'reserved', 0, 'available', 1, 'version', n,
             'reference', null), now()
      from counter, generate_series(1, ${count}) n;`;
}
