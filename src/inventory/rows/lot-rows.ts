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
           ${timestampText('lot.created_at')} as created_at
      from (${page}) lot
     cross join lateral (
           select sku_code, product_id from sku
            where id = lot.sku_id and organization_id = lot.organization_id
            limit 1) sku
     cross join lateral (
           select name, time_zone from location
            where id = lot.location_id and organization_id = lot.organization_id
            limit 1) location
     order by lot.expiry_date, lot.id`;
}
