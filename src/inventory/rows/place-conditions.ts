import type { ListFilter } from '../../database/list-filter.ts';

/** What lists of stock are asked for by name. */
export interface PlaceQuery {
  readonly sku_code?: string | undefined;
  readonly location?: string | undefined;
  readonly lot_id?: string | undefined;
}

/**
 * Conditions of a row of any table that has the ids of its SKU, location and organization, for a list to put
 * where its rows come from. What the caller does not ask for is empty, all else begins with `and`; a name
 * that names nothing is no row's.
 */
export function positionConditions(where: ListFilter, organizationId: string, query: PlaceQuery) {
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
