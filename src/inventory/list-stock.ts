import type { Answer, Call } from '../contract.ts';
import { type Database, dateText, timestampText } from '../database/database.ts';
import { Conditions } from '../database/list-filter.ts';
import { errors } from '../errors.ts';
import { opaqueCursor, pageOf, readOpaqueCursor, readTimestamp } from '../paging.ts';

type Query = Call<'listStock'>['query'];

/** What is in stock, by SKU code and location name; now, or as the ledger says it was. */
export async function listStock(
  { query, principal }: Call<'listStock'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listStock'>> {
  const rows =
    query.as_of === undefined
      ? await readNow(database, query, principal.organizationId)
      : await readAsOf(database, query, principal.organizationId, query.as_of);
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.sku_code, row.location]),
  );
  return { status: 200, body: page };
}

/** Conditions on s (sku) and p (location), which both statements have. */
function conditionsOf(query: Query, organizationId: string): Conditions {
  const after = query.cursor === undefined ? [] : readOpaqueCursor(query.cursor, 2);
  return new Conditions()
    .add([organizationId], (id) => `s.organization_id = ${id}::uuid`)
    .add([query.sku_code], (code) => `s.sku_code = ${code}::text`)
    .add([query.product_id], (id) => `s.product_id = ${id}::uuid`)
    .add([query.location], (name) => `p.name = ${name}::text`)
    .add(
      [after[0], after[1]],
      // Said twice, since the pair spans two tables and so no index finds its beginning.
      (code, name) =>
        `s.sku_code >= ${code}::text and (s.sku_code, p.name) > (${code}::text, ${name}::text)`,
    );
}

function readNow(database: Database, query: Query, organizationId: string) {
  const where = conditionsOf(query, organizationId).add(
    [query.low],
    (low) => `coalesce(units.available <= s.reorder_point, false) = ${low}::boolean`,
  );
  const limit = where.value(query.limit + 1);
  return database.query(
    where.statement(
      'list-stock',
      (conditions) => `
    select s.sku_code, s.product_id, p.name as location, l.on_hand, l.reserved, units.available,
           l.quarantined, expired.on_hand as expired, ${dateText('usable.next_expiry')} as next_expiry,
           s.reorder_point, l.version
      from sku s
      join stock_level l on l.organization_id = s.organization_id and l.sku_id = s.id
      join location p on p.organization_id = l.organization_id and p.id = l.location_id
     cross join lateral (select (now() at time zone p.time_zone)::date as today) local
     cross join lateral (
           select coalesce(sum(t.on_hand), 0)::bigint as on_hand,
                  coalesce(sum(t.reserved), 0)::bigint as reserved
             from lot t
            where t.organization_id = l.organization_id and t.sku_id = l.sku_id
              and t.location_id = l.location_id and t.in_stock and t.expiry_date < local.today
              and t.status = 'released') expired
     cross join lateral (
           select l.on_hand - l.reserved - l.quarantined - (expired.on_hand - expired.reserved)
                  as available) units
     cross join lateral (
           select min(t.expiry_date) as next_expiry
             from lot t
            where t.organization_id = l.organization_id and t.sku_id = l.sku_id
              and t.location_id = l.location_id and t.in_stock and t.expiry_date >= local.today
              and t.status = 'released') usable
     where ${conditions} and l.version > 0
     order by s.sku_code, p.name
     limit ${limit}`,
    ),
    where.values,
  );
}

/**
 * From each lot's last entry at or before the time. An entry's time is set under the level's lock and
 * committed within the transaction's ten seconds, so no movement changes an older answer; an import, whose
 * transaction is long, may.
 */
async function readAsOf(database: Database, query: Query, organizationId: string, asOf: string) {
  if (query.low !== undefined) {
    throw errors.validation([{ path: 'low', message: 'must be left out together with as_of' }]);
  }
  const time = readTimestamp(asOf, 'as_of');
  const [clock] = await database.query(
    { name: 'stock-clock', text: `select ${timestampText('clock_timestamp()')} as now` },
    [],
  );
  if (time > clock.now) {
    throw errors.validation([{ path: 'as_of', message: 'must not be later than now' }]);
  }
  const where = conditionsOf(query, organizationId);
  const at = where.value(time);
  const limit = where.value(query.limit + 1);
  return database.query(
    where.statement(
      'list-stock-as-of',
      (conditions) => `
    select s.sku_code, s.product_id, p.name as location, past.on_hand, null as reserved,
           null as available, null as quarantined, past.expired,
           ${dateText('past.next_expiry')} as next_expiry, s.reorder_point,
           null as version
      from sku s
      join stock_level l on l.organization_id = s.organization_id and l.sku_id = s.id
      join location p on p.organization_id = l.organization_id and p.id = l.location_id
     cross join lateral (select (${at}::timestamptz at time zone p.time_zone)::date as today) local
     cross join lateral (
           select sum(e.balance_after)::bigint as on_hand,
                  coalesce(sum(e.balance_after) filter (where t.expiry_date < local.today), 0)::bigint
                    as expired,
                  min(t.expiry_date) filter (where t.expiry_date >= local.today and e.balance_after > 0)
                    as next_expiry
             from lot t
            cross join lateral (
                  select e.balance_after
                    from ledger_entry e
                   where e.organization_id = t.organization_id and e.lot_id = t.id
                     and e.created_at <= ${at}::timestamptz
                   order by e.created_at desc, e.seq desc
                   limit 1) e
            where t.organization_id = l.organization_id and t.sku_id = l.sku_id
              and t.location_id = l.location_id) past
     where ${conditions} and past.on_hand is not null
     order by s.sku_code, p.name
     limit ${limit}`,
    ),
    where.values,
  );
}
