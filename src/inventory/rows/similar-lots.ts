import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { LotStatus } from '../rules/stock.ts';

/** A lot whose number looks like another of its SKU. */
interface SimilarLot {
  readonly lot_id: string;
  readonly lot_number: string;
  readonly location: string;
  readonly status: LotStatus;
}

const SIMILAR_LOTS_MAX = 100;

/**
 * Lots of the same SKU, at any location, whose numbers differ from this one only by case, white space or characters
 * that are hard to distinguish; the first 100 by their numbers. The database's `lot_number_skeleton` decides what
 * looks alike; an index holds its results.
 */
export function similarLots(
  db: Queryable,
  {
    organizationId,
    skuId,
    lotNumber,
  }: { readonly organizationId: string; readonly skuId: string; readonly lotNumber: string },
): Promise<SimilarLot[]> {
  return db.query(SIMILAR_LOTS, [organizationId, skuId, lotNumber, SIMILAR_LOTS_MAX]);
}

const SIMILAR_LOTS = statement<SimilarLot>(
  'similar-lots',
  `
    select lot.id as lot_id, lot.lot_number, location.name as location, lot.status
      from (select lot_number, sku_id, organization_id from lot_number
             where sku_id = $2::uuid and organization_id = $1::uuid
               and lot_number_skeleton(lot_number) = lot_number_skeleton($3::text)
               and lot_number <> $3::text and length(lot_number) >= 0
             order by lot_number
             limit $4) alike
     cross join lateral (
           select id, lot_number, location_id, organization_id, status from lot
            where lot_number = alike.lot_number and sku_id = alike.sku_id
              and organization_id = alike.organization_id
           offset 0) lot
     cross join lateral (
           select name from location
            where id = lot.location_id and organization_id = lot.organization_id
            limit 1) location
     order by lot.lot_number, location.name
     limit $4`,
);
