import type { Answer, Call, ListCall } from '../../contract.ts';
import { batchable } from '../../database/batched-reads.ts';
import { dateText, type Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { readClock } from '../../database/moments.ts';
import { errors } from '../../errors.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf, readTimestamp } from '../../lib/paging.ts';
import { LEVEL_UNITS, levelUnits } from '../rows/level-units.ts';
import { productOf } from '../rows/lot-rows.ts';
import { mergedWalk, type Ranges } from '../rows/merged-walk.ts';
import { withStoredNames } from '../rows/stored-names.ts';

type Query = Call<'listStock'>['query'];
type StockLevel = Answer<'listStock'>['body']['data'][number];

/** Lists what is in stock by SKU code and location name: now, or at an earlier time according to the ledger. */
export async function listStock(
  { query: asked, principal }: ListCall<'listStock'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listStock'>> {
  const query = await withStoredNames(database, principal.organizationId, asked);
  const rows =
    query.as_of === undefined
      ? await readNow(database, query, principal.organizationId)
      : await readAsOf(database, query, principal.organizationId, query.as_of);
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => CURSORS.listStock.write([row.sku_code, row.location]),
  );
  return { status: 200, body: page };
}

/** The most expired lots of a level that a read which shares a statement with others sums. */
const EXPIRED_LOTS_MAX = 200;

/** Joins a `level` with its SKU and with its units. */
const unitsWith = (units: string) => `
     cross join lateral (
           select product_id, reorder_point from sku
            where id = level.sku_id and organization_id = level.organization_id
            limit 1) sku
     ${units}`;

const UNITS = unitsWith(LEVEL_UNITS);
const FEW_UNITS = unitsWith(levelUnits(`limit ${EXPIRED_LOTS_MAX + 1}`));

/** `low` is decided when it is read, since a lot may have expired since the level's last change. */
const IS_LOW = `coalesce((select units.available <= sku.reorder_point from (select) judged ${UNITS}), false)`;

function readNow(database: Queryable, query: Query, organizationId: string): Promise<StockLevel[]> {
  const where = new ListFilter();
  const levels = levelsOf(query, where, organizationId);
  const limit = `${where.value(query.limit + 1)}::bigint`;
  let page: string | undefined;
  // Each making adds its values, and both statements have the same.
  const pageOnce = (conditions: string) => {
    page ??= pageNow(query.low, levels, { conditions, limit });
    return page;
  };
  const textOf = (onHand: string, units: string) => (conditions: string) =>
    `
    select level.sku_code, sku.product_id, level.location_name as location, ${onHand} as on_hand, level.reserved,
           units.available, level.quarantined, expired.on_hand as expired,
           ${dateText('usable.next_expiry')} as next_expiry, sku.reorder_point, level.version,
           product.name as product_name
      from (${pageOnce(conditions)}) level
     ${units}
     ${productOf('level')}
     cross join lateral (
           select min(lot.expiry_date) as next_expiry
             from lot
            where lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id and lot.in_stock and lot.expiry_date >= here.today
              and lot.status = 'released' and ${LISTED_LOT}) usable
     order by level.sku_code, level.location_name`;
  const read = where.statement<StockLevel>('list-stock', textOf('level.on_hand', UNITS));
  // The levels of one SKU are few; those that are low or not are judged by all their expired lots.
  if (query.sku_code === undefined || query.low !== undefined)
    return database.query(read, where.values);
  const onHand = `case when expired.lots <= ${EXPIRED_LOTS_MAX} then level.on_hand end`;
  const short = where.statement<StockLevel>('list-stock-short', textOf(onHand, FEW_UNITS));
  return database.query(
    batchable<StockLevel>(read, { short, isPart: isPartOfLevel }),
    where.values,
  );
}

function isPartOfLevel({ on_hand }: { readonly on_hand: unknown }): boolean {
  return on_hand === null;
}

/** This is the condition of the index lot_of_level, which keeps the lots of one status together. */
const LISTED_LOT = `lot.first_received_at > '-infinity'`;

const ORDER = 'level.sku_code, level.location_name';

/**
 * Low levels are found among those that were low at their last check, and among those where a lot has expired
 * since, which the sweep checks within hours. Each candidate is checked again here, so the list is never stale.
 */
function pageNow(
  low: boolean | undefined,
  levels: Levels,
  { conditions, limit }: { conditions: string; limit: string },
): string {
  const walk = (ranges: Ranges, judged = 'true') =>
    mergedWalk({
      ...ranges,
      table: 'stock_level level',
      conditions: `${conditions === '' ? 'true' : conditions} and ${judged}`,
      order: ORDER,
      limit,
    });
  switch (low) {
    case undefined:
      return walk(levels.thatWere([true, false]));
    case false:
      return walk(levels.thatWere([false]), `not ${IS_LOW}`);
    case true:
      return `
    select level.*
      from ((${walk(levels.thatWere([true]), IS_LOW)})
            union all
            (${walk(levels.expiredLately, `level.low = false and ${IS_LOW}`)})) level
     order by ${ORDER}
     limit ${limit}`;
  }
}

/**
 * Reads each lot's last entry at or before the time. An entry's time is set under the level's lock and committed
 * within the transaction's ten seconds, so no movement changes an older answer; an import, whose transaction is
 * long, may, and so may a commit that waits for a synchronous standby. A level costs the lots that it has now or
 * had at any time since; levels that came later are skipped.
 */
async function readAsOf(
  database: Queryable,
  query: Query,
  organizationId: string,
  asOf: string,
): Promise<StockLevel[]> {
  if (query.low !== undefined) {
    throw errors.invalid('low', 'must be left out together with as_of');
  }
  const time = readTimestamp(asOf, 'as_of');
  if (time > (await readClock(database))) {
    throw errors.invalid('as_of', 'must not be later than now');
  }
  const where = new ListFilter();
  const levels = levelsOf(query, where, organizationId);
  const at = `${where.value(time)}::timestamptz`;
  const limit = where.value(query.limit + 1);
  const ofLevel = `lot.organization_id = level.organization_id and lot.sku_id = level.sku_id
              and lot.location_id = level.location_id`;
  // A lot that was depleted by then held nothing then.
  const lots = `
           (select lot.* from lot where ${ofLevel} and lot.in_stock
             union all
            select lot.* from lot where ${ofLevel} and lot.depleted_at > ${at}) lot
            cross join lateral (
                  select balance_after
                    from ledger_entry
                   where organization_id = lot.organization_id and lot_id = lot.id
                     and created_at <= ${at}
                   order by created_at desc, seq desc
                   limit 1) entry`;
  // Each reads one level: where the planner may use a hash, it would build it from the lots of all levels.
  const hadEntries = `
      coalesce((select true from lot where ${ofLevel} and lot.depleted_at <= ${at} limit 1),
               (select true from ${lots} limit 1))`;
  return database.query(
    where.statement<StockLevel>(
      'list-stock-as-of',
      (conditions) => `
    select level.sku_code, sku.product_id, level.location_name as location, past.on_hand,
           null::bigint as reserved, null::bigint as available, null::bigint as quarantined, past.expired,
           ${dateText('past.next_expiry')} as next_expiry, sku.reorder_point, null::bigint as version,
           product.name as product_name
      from (${mergedWalk({
        ...levels.thatWere([true, false]),
        table: 'stock_level level',
        conditions: `${conditions === '' ? 'true' : conditions} and ${hadEntries}`,
        order: ORDER,
        limit,
      })}) level
     cross join lateral (
           select product_id, reorder_point from sku
            where id = level.sku_id and organization_id = level.organization_id
            limit 1) sku
     ${productOf('level')}
     cross join lateral (
           select (${at} at time zone time_zone)::date as today from location
            where id = level.location_id and organization_id = level.organization_id
            limit 1) here
     cross join lateral (
           select coalesce(sum(entry.balance_after), 0)::bigint as on_hand,
                  coalesce(sum(entry.balance_after) filter (where lot.expiry_date < here.today), 0)::bigint
                    as expired,
                  min(lot.expiry_date)
                    filter (where lot.expiry_date >= here.today and entry.balance_after > 0)
                    as next_expiry
             from ${lots}) past
     order by ${ORDER}`,
    ),
    where.values,
  );
}

interface Levels {
  /** @param low whether they were low at their last check; a level that was never changed is in neither range */
  thatWere(low: readonly boolean[]): Ranges;
  /** Levels with an expired lot that the sweep has not finished with. */
  readonly expiredLately: Ranges;
}

/** The ranges of an index hold what is asked for and nothing else. */
function levelsOf(query: Query, where: ListFilter, organizationId: string): Levels {
  const own = `${where.value(organizationId)}::uuid`;
  const isOwn = (row: string) => `${row}.organization_id = ${own}`;
  const isOfCode = where.asked(query.sku_code, (code) => `sku.sku_code = ${code}::text`);
  const isOfProduct = where.asked(query.product_id, (id) => `sku.product_id = ${id}::uuid`);
  const isAt = where.asked(query.location, (name) => `level.location_name = ${name}::text`);
  const isSkuNamed = query.sku_code !== undefined || query.product_id !== undefined;
  const [skuCode, location] = CURSORS.listStock.read(query.cursor);
  where.add(
    [skuCode, location],
    // The condition is repeated for sku_code alone: the index of one location has no other location names to start at.
    (code, name) =>
      `level.sku_code >= ${code}::text
              and (level.sku_code, level.location_name) > (${code}::text, ${name}::text)`,
  );
  const named = `(select sku.id, sku.sku_code from sku
            where ${isOwn('sku')} ${isOfCode} ${isOfProduct}
           offset 0) named`;
  const listed =
    isSkuNamed || query.location === undefined
      ? 'length(level.sku_code) >= 0'
      : 'length(level.location_name) >= 0';
  return {
    thatWere: (low) => ({
      ranges: `unnest(${where.value(low)}::boolean[]) as checked (low)
     ${isSkuNamed ? `cross join ${named}` : ''}`,
      range: `${isOwn('level')} and level.low = checked.low ${isAt} and ${listed}
              ${isSkuNamed ? 'and level.sku_code = named.sku_code' : ''}`,
    }),
    // The day begins up to fourteen hours before that of UTC where it begins first.
    expiredLately: {
      ranges: `(select distinct lot.sku_id, lot.location_id from lot
            where ${isOwn('lot')} and lot.in_stock and lot.status = 'released'
              and coalesce(lot.expiry_announced_days, 0) > -3
              and lot.expiry_date < (now() at time zone 'UTC')::date + 1
           offset 0) lately
     ${isSkuNamed ? `join ${named} on named.id = lately.sku_id` : ''}`,
      range: `${isOwn('level')} and level.sku_id = lately.sku_id
              and level.location_id = lately.location_id ${isAt}`,
    },
  };
}
