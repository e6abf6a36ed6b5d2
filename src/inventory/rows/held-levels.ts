import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Naming } from '../rules/requests.ts';
import type { LevelKey, Reference } from '../rules/stock.ts';

export interface HeldLevel {
  readonly level: LevelKey;
  readonly naming: Naming;
}

/** @returns the levels where an order holds stock of these organizations, of one SKU or of all */
export function heldLevels(
  db: Queryable,
  {
    organizationIds,
    reference,
    skuCode,
  }: {
    readonly organizationIds: readonly string[];
    readonly reference: Reference;
    readonly skuCode?: string | undefined;
  },
): Promise<HeldLevel[]> {
  const { type, id } = reference;
  return db.query(HELD_LEVELS, [id, type, organizationIds, skuCode ?? null]);
}

/** Reads by the key of reservations first, whatever the planner thinks of the tables. */
const HELD_LEVELS = statement<HeldLevel>(
  'held-levels',
  `
    select json_build_object('skuId', held.sku_id, 'locationId', held.location_id,
                             'organizationId', held.organization_id) as level,
           json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                             'location', location.name) as naming
      from (select distinct sku_id, location_id, organization_id
              from (select sku_id, location_id, organization_id
                      from allocation
                     where reference_id = $1::text and reference_type = $2::text
                       and organization_id = any($3::uuid[])
                    offset 0) own) held
     cross join lateral (
           select sku_code, product_id from sku
            where id = held.sku_id and organization_id = held.organization_id
            limit 1) sku
     cross join lateral (
           select name from location
            where id = held.location_id and organization_id = held.organization_id
            limit 1) location
     where $4::text is null or sku.sku_code = $4::text`,
);
