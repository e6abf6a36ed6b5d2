import type { Answer } from '../../contract.ts';
import { dateText, timestampText } from '../../database/database.ts';

export type LotRow = Answer<'listLots'>['body']['data'][number];

/**
 * Selects lots as `LotRow`s, the first to expire first.
 *
 * @param page a query of rows of lot, no more of them than are shown: what they name is looked up for each by
 *   its key, whatever the planner thinks of the tables
 */
export function selectLots(page: string): string {
  return `
    select lot.id, sku.sku_code, sku.product_id, location.name as location, lot.lot_number,
           ${dateText('lot.expiry_date')} as expiry_date, lot.status,
           lot.on_hand, lot.reserved,
           case when lot.status = 'released'
                 and lot.expiry_date >= (now() at time zone location.time_zone)::date
                then lot.on_hand - lot.reserved else 0 end as available,
           ${timestampText('lot.created_at')} as created_at, product.name as product_name
      from (${page}) lot
     ${namesOf('lot')}
     ${productOf('lot')}
     order by lot.expiry_date, lot.id`;
}

/**
 * Ends a select from `due`, whose rows are lots: the column `lot` is a `LotAtLocation`, and `location` is joined for
 * its time zone, which decides the day there.
 */
export const LOT_OF_DUE = `json_build_object(
            'organizationId', due.organization_id, 'skuId', due.sku_id, 'locationId', due.location_id,
            'lotNumber', due.lot_number,
            'naming', json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                                        'location', location.name)) as lot
     from due
     ${namesOf('due')}`;

/**
 * Joins the SKU and the location of a row that has their ids: `sku` with its code and product, `location` with its name
 * and time zone. Each is looked up by its key, whatever the planner thinks of the tables.
 */
export function namesOf(row: string): string {
  return `cross join lateral (
          select sku_code, product_id from sku
           where sku.id = ${row}.sku_id and sku.organization_id = ${row}.organization_id
           limit 1) sku
     cross join lateral (
          select name, time_zone from location
           where location.id = ${row}.location_id and location.organization_id = ${row}.organization_id
           limit 1) location`;
}

/** Joins the `product` of a row's `sku`, likewise, with its name. */
export function productOf(row: string): string {
  return `cross join lateral (
          select name from product
           where product.id = sku.product_id and product.organization_id = ${row}.organization_id
           limit 1) product`;
}
