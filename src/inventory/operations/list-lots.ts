import type { Answer, Call, ListCall } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf } from '../../lib/paging.ts';
import { type LotRow, selectLots } from '../rows/lot-rows.ts';
import { mergedWalk, type Ranges } from '../rows/merged-walk.ts';
import { stockConditions } from '../rows/stock-conditions.ts';
import { withStoredNames } from '../rows/stored-names.ts';
import { LOT_STATUSES } from '../rules/stock.ts';

type Query = Call<'listLots'>['query'];

/**
 * Lists lots, the first to expire first. A page costs the rows that it has. Only the lots of one number are read
 * whole where a SKU or a location is named too: there is one at a location for each SKU that has the number.
 */
export async function listLots(
  { query: asked, principal }: ListCall<'listLots'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listLots'>> {
  const query = await withStoredNames(database, principal.organizationId, asked);
  const [expiry, id] = CURSORS.listLots.read(query.cursor);
  const where = new ListFilter();
  const ranges = rangesOf(query, where, principal.organizationId);
  where
    .add([query.expiring_before], (day) => `lot.expiry_date < ${day}::date`)
    .add(
      [expiry, id],
      (day, after) => `(lot.expiry_date, lot.id) > (${day}::date, ${after}::uuid)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<LotRow>('list-lots', (conditions) =>
      selectLots(
        mergedWalk({
          ...ranges,
          table: 'lot',
          conditions,
          order: 'lot.expiry_date, lot.id',
          limit,
        }),
      ),
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => CURSORS.listLots.write([row.expiry_date, row.id]),
  );
  return { status: 200, body: page };
}

/**
 * The ranges of an index hold what is asked for. The index sorts lots by whether they have stock and by status, so
 * that few in stock are found among very many depleted ones; without these filters the ranges are merged. Each
 * range repeats the condition of its index; see lot_list in the baseline migration.
 */
function rangesOf(query: Query, where: ListFilter, organizationId: string): Ranges {
  const { isOwn, isOfSku, isAt } = stockConditions(where, organizationId, query);
  const stocked = query.in_stock === undefined ? [true, false] : [query.in_stock];
  const statuses = query.status === undefined ? LOT_STATUSES : [query.status];
  const kinds = `unnest(${where.value(stocked)}::boolean[]) as stocked (in_stock)
     cross join unnest(${where.value(statuses)}::text[]) as stated (status)`;
  const isOfKind = 'lot.in_stock = stocked.in_stock and lot.status = stated.status';
  if (query.lot_number !== undefined) {
    const isOfNumber = `lot.lot_number = ${where.value(query.lot_number)}::text`;
    const isNamed =
      query.sku_code === undefined ? 'and length(lot.lot_number) >= 0' : isOfSku('lot');
    return {
      ranges: kinds,
      range: `${isOwn('lot')} and ${isOfNumber} ${isNamed} ${isAt('lot')} and ${isOfKind}`,
    };
  }
  if (query.sku_code !== undefined) {
    return {
      ranges: `(select level.sku_id, level.location_id from stock_level level
            where ${isOwn('level')} ${isOfSku('level')} ${isAt('level')}
           offset 0) of_level
     cross join ${kinds}`,
      range: `${isOwn('lot')} and lot.sku_id = of_level.sku_id
              and lot.location_id = of_level.location_id and ${isOfKind}
              and lot.first_received_at > '-infinity'`,
    };
  }
  const listed =
    query.location === undefined ? `lot.expiry_date > '-infinity'` : `lot.created_at > '-infinity'`;
  return { ranges: kinds, range: `${isOwn('lot')} ${isAt('lot')} and ${isOfKind} and ${listed}` };
}
