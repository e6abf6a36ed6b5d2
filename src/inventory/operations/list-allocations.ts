import type { Answer, Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf, requireTogether } from '../../lib/paging.ts';
import { type AllocationRow, selectAllocations, toAllocation } from '../rows/allocation-rows.ts';
import { mergedWalk, type Ranges } from '../rows/merged-walk.ts';
import { stockConditions } from '../rows/stock-conditions.ts';
import { withStoredNames } from '../rows/stored-names.ts';

type Query = Call<'listAllocations'>['query'];

/**
 * Lists what is reserved now, newest first. A page costs the rows that it has; only what one order holds is read
 * whole.
 */
export async function listAllocations(
  { query: asked, principal }: Call<'listAllocations'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listAllocations'>> {
  requireTogether(asked, 'reference_type', 'reference_id');
  const query = await withStoredNames(database, principal.organizationId, asked);
  const [createdAt, id] = CURSORS.listAllocations.read(query.cursor);
  const where = new ListFilter();
  const ranges = rangesOf(query, where, principal.organizationId);
  where.add(
    [createdAt, id],
    (time, last) =>
      `(allocation.created_at, allocation.id) < (${time}::timestamptz, ${last}::uuid)`,
  );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<AllocationRow>('list-allocations', (conditions) =>
      selectAllocations(
        mergedWalk({
          ...ranges,
          table: 'allocation',
          conditions,
          order: 'allocation.created_at desc, allocation.id desc',
          limit,
        }),
      ),
    ),
    where.values,
  );
  const page = pageOf(rows, query.limit, toAllocation, (row) =>
    CURSORS.listAllocations.write([row.created_at, row.id]),
  );
  return { status: 200, body: page };
}

/**
 * The ranges of an index hold what is asked for and nothing else, so that no row is read in vain. A second filter
 * is applied to the lot or the levels that the ranges come from.
 */
function rangesOf(query: Query, where: ListFilter, organizationId: string): Ranges {
  const { isOwn, isOfSku, isAt, isOfLot } = stockConditions(where, organizationId, query);
  if (query.reference_type !== undefined) {
    return {
      // The fence makes PostgreSQL find the order's rows by their key before it applies the other filters.
      ranges: `(select held.id
             from (select * from allocation
                    where ${isOwn('allocation')}
                      and reference_id = ${where.value(query.reference_id)}::text
                      and reference_type = ${where.value(query.reference_type)}::text
                   offset 0) held
            where true ${isOfLot('held.lot_id')} ${isOfSku('held')} ${isAt('held')}
           offset 0) of_order`,
      range: `${isOwn('allocation')} and allocation.id = of_order.id`,
    };
  }
  if (query.lot_id !== undefined) {
    return {
      ranges: `(select lot.id from lot
            where ${isOwn('lot')} ${isOfLot('lot.id')} ${isOfSku('lot')} ${isAt('lot')}
           offset 0) of_lot`,
      range: `${isOwn('allocation')} and allocation.lot_id = of_lot.id`,
    };
  }
  if (query.sku_code !== undefined) {
    return {
      ranges: `(select level.sku_id, level.location_id from stock_level level
            where ${isOwn('level')} ${isOfSku('level')} ${isAt('level')}
           offset 0) of_level`,
      range: `${isOwn('allocation')} and allocation.sku_id = of_level.sku_id
              and allocation.location_id = of_level.location_id`,
    };
  }
  // These are the conditions of indexes that serve lists alone; see lot_list in the baseline migration.
  const listed =
    query.location === undefined
      ? `allocation.created_at > '-infinity'`
      : 'length(allocation.reference_id) >= 0';
  return {
    ranges: '(select) whole',
    range: `${isOwn('allocation')} ${isAt('allocation')} and ${listed}`,
  };
}
