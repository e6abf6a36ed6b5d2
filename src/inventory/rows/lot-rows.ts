import type { Answer } from '../../contract.ts';
import { dateText, timestampText } from '../../database/database.ts';

export type LotRow = Answer<'listLots'>['body']['data'][number];

/** Lots as they are read everywhere; `conditions` speak of lot, sku and location. */
export function selectLots(conditions: string): string {
  return `
    select lot.id, sku.sku_code, sku.product_id, location.name as location, lot.lot_number,
           ${dateText('lot.expiry_date')} as expiry_date, lot.status,
           lot.on_hand, lot.reserved,
           case when lot.status = 'released'
                 and lot.expiry_date >= (now() at time zone location.time_zone)::date
                then lot.on_hand - lot.reserved else 0 end as available,
           ${timestampText('lot.created_at')} as created_at
      from lot
      join sku on sku.organization_id = lot.organization_id and sku.id = lot.sku_id
      join location on location.organization_id = lot.organization_id and location.id = lot.location_id
     where ${conditions}`;
}
