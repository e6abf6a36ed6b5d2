import type { Answer, Call } from '../contract.ts';
import { readClock } from '../database/clock.ts';
import { dateText, type Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { errors } from '../errors.ts';
import { isText, opaqueCursor, pageOf, readOpaqueCursor, readTimestamp } from '../paging.ts';

type Query = Call<'listStock'>['query'];
type StockLevel = Answer<'listStock'>['body']['data'][number];

/** What is in stock, by SKU code and location name; now, or as the ledger says it was. */
export async function listStock(
  { query, principal }: Call<'listStock'>,
  { database }: { readonly database: Queryable },
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

function readNow(database: Queryable, query: Query, organizationId: string): Promise<StockLevel[]> {
  const where = filterOf(query, organizationId).add(
    [query.low],
    (low) => `coalesce(units.available <= sku.reorder_point, false) = ${low}::boolean`,
  );
  const limit = where.value(query.limit + 1);
  return database.query(
    where.statement<StockLevel>(
      'list-stock',
      (conditions) => `
    select sku.sku_code, sku.product_id, location.name as location, level.on_hand, level.reserved,
           units.available, level.quarantined, expired.on_hand as expired,
           ${dateText('usable.next_expiry')} as next_expiry, sku.reorder_point, level.version
      from sku
      join stock_level level on level.organization_id = sku.organization_id and level.sku_id = sku.id
      join location on location.organization_id = level.organization_id and location.id = level.location_id
     cross join lateral (select (now() at time zone location.time_zone)::date as today) here
     cross join lateral (
           select coalesce(sum(lot.on_hand), 0)::bigint as on_hand,
                  coalesce(sum(lot.reserved), 0)::bigint as reserved
             from lot
            where lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id and lot.in_stock and lot.expiry_date < here.today
              and lot.status = 'released') expired
     cross join lateral (
           select level.on_hand - level.reserved - (level.quarantined - level.quarantined_reserved)
                  - (expired.on_hand - expired.reserved) as available) units
     cross join lateral (
           select min(lot.expiry_date) as next_expiry
             from lot
            where lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id and lot.in_stock and lot.expiry_date >= here.today
              and lot.status = 'released') usable
     where ${conditions} and level.version > 0
     order by sku.sku_code, location.name
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
async function readAsOf(
  database: Queryable,
  query: Query,
  organizationId: string,
  asOf: string,
): Promise<StockLevel[]> {
  if (query.low !== undefined) {
    throw errors.validation([{ path: 'low', message: 'must be left out together with as_of' }]);
  }
  const time = readTimestamp(asOf, 'as_of');
  if (time > (await readClock(database))) {
    throw errors.validation([{ path: 'as_of', message: 'must not be later than now' }]);
  }
  const where = filterOf(query, organizationId);
  const at = where.value(time);
  const limit = where.value(query.limit + 1);
  return database.query(
    where.statement<StockLevel>(
      'list-stock-as-of',
      (conditions) => `
    select sku.sku_code, sku.product_id, location.name as location, past.on_hand,
           null::bigint as reserved, null::bigint as available, null::bigint as quarantined, past.expired,
           ${dateText('past.next_expiry')} as next_expiry, sku.reorder_point, null::bigint as version
      from sku
      join stock_level level on level.organization_id = sku.organization_id and level.sku_id = sku.id
      join location on location.organization_id = level.organization_id and location.id = level.location_id
     cross join lateral (select (${at}::timestamptz at time zone location.time_zone)::date as today) here
     cross join lateral (
           select sum(entry.balance_after)::bigint as on_hand,
                  coalesce(sum(entry.balance_after) filter (where lot.expiry_date < here.today), 0)::bigint
                    as expired,
                  min(lot.expiry_date)
                    filter (where lot.expiry_date >= here.today and entry.balance_after > 0)
                    as next_expiry
             from lot
            cross join lateral (
                  select balance_after
                    from ledger_entry
                   where organization_id = lot.organization_id and lot_id = lot.id
                     and created_at <= ${at}::timestamptz
                   order by created_at desc, seq desc
                   limit 1) entry
            where lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id) past
     where ${conditions} and past.on_hand is not null
     order by sku.sku_code, location.name
     limit ${limit}`,
    ),
    where.values,
  );
}

/** Conditions on sku and location, which both statements have. */
function filterOf(query: Query, organizationId: string): ListFilter {
  const [skuCode, location] = readOpaqueCursor(query.cursor, [isText, isText]);
  return new ListFilter()
    .add([organizationId], (id) => `sku.organization_id = ${id}::uuid`)
    .add([query.sku_code], (code) => `sku.sku_code = ${code}::text`)
    .add([query.product_id], (id) => `sku.product_id = ${id}::uuid`)
    .add([query.location], (name) => `location.name = ${name}::text`)
    .add(
      [skuCode, location],
      // Said twice, since the pair spans two tables and so no index finds its beginning.
      (code, name) =>
        `sku.sku_code >= ${code}::text
         and (sku.sku_code, location.name) > (${code}::text, ${name}::text)`,
    );
}
