import { statement } from '../../database/statement.ts';
import type { ImportRun } from '../../import/section.ts';
import { namesOf } from '../rows/lot-rows.ts';
import { type Naming, newMovement, type StockChange } from '../rules/requests.ts';
import { type LevelKey, LOT_STATUSES } from '../rules/stock.ts';

/** Finds the levels that may have become low: their SKU's reorder point changed, or their location's time zone. */
export async function levelsToReconsider({
  tx,
  actor,
  reorderedSkus: skus,
  rezonedLocations: locations,
}: ImportRun): Promise<StockChange[]> {
  if (skus.length + locations.length === 0) return [];
  const found = await tx.query(LEVELS_TO_RECONSIDER, [
    skus.map((sku) => sku.id),
    skus.map((sku) => sku.organization_id),
    locations.map((location) => location.id),
    locations.map((location) => location.organization_id),
    LOT_STATUSES,
  ]);
  return found.map(({ level, naming }) => ({
    level,
    naming,
    request: { type: 'reconsider_low' },
    movement: newMovement({ actor }),
  }));
}

/**
 * No time zone is more than a day away from UTC, so a new one makes a difference to few expiry dates. Depleted and
 * quarantined lots of these dates count too: whoever brings them back meanwhile waits for the level, and then reads
 * the new day.
 */
const LEVELS_TO_RECONSIDER = statement<{ level: LevelKey; naming: Naming }>(
  'import-levels-to-reconsider',
  `with changed as (
     select level.sku_id, level.location_id, level.organization_id
       from unnest($1::uuid[], $2::uuid[]) as reordered (sku_id, organization_id)
      cross join lateral (
            select sku_id, location_id, organization_id from stock_level
             where sku_id = reordered.sku_id and organization_id = reordered.organization_id
            offset 0) level
      union
     select lot.sku_id, lot.location_id, lot.organization_id
       from unnest($3::uuid[], $4::uuid[]) as rezoned (location_id, organization_id)
      cross join (values (true), (false)) stocked (is_so)
      cross join unnest($5::text[]) as state (status)
      cross join lateral (
            select sku_id, location_id, organization_id from lot
             where location_id = rezoned.location_id and organization_id = rezoned.organization_id
               and in_stock = stocked.is_so and status = state.status
               and expiry_date between (now() at time zone 'UTC')::date - 2
                                   and (now() at time zone 'UTC')::date + 1
               and created_at > '-infinity'
            offset 0) lot
   )
   select json_build_object('skuId', changed.sku_id, 'locationId', changed.location_id,
                            'organizationId', changed.organization_id) as level,
          json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                            'location', location.name) as naming
     from changed
     ${namesOf('changed')}
    order by changed.sku_id, changed.location_id, changed.organization_id`,
);
