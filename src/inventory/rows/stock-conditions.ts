import type { ListFilter } from '../../database/list-filter.ts';

/** The names that lists of stock can be filtered by. */
interface StockQuery {
  readonly sku_code?: string | undefined;
  readonly location?: string | undefined;
  readonly lot_id?: string | undefined;
}

/**
 * Makes conditions on a row of any table that has the ids of its SKU, location and organization, for the list to put
 * where its rows come from. A condition that the caller does not ask for is empty, every other begins with `and`; a
 * name that is unknown matches no row.
 */
export function stockConditions(where: ListFilter, organizationId: string, query: StockQuery) {
  const own = `${where.value(organizationId)}::uuid`;
  return {
    isOwn: (row: string) => `${row}.organization_id = ${own}`,
    isOfSku: (row: string) =>
      where.asked(
        query.sku_code,
        (code) =>
          `${row}.sku_id = (select id from sku where organization_id = ${own} and sku_code = ${code}::text)`,
      ),
    isAt: (row: string) =>
      where.asked(
        query.location,
        (name) =>
          `${row}.location_id = (select id from location where organization_id = ${own} and name = ${name}::text)`,
      ),
    /** @param column the lot's id, which has another name in its own table */
    isOfLot: (column: string) => where.asked(query.lot_id, (id) => `${column} = ${id}::uuid`),
  };
}
