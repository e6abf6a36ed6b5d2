import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Naming } from '../rules/requests.ts';
import type { LevelKey, Reference } from '../rules/stock.ts';

/** An order with stock of an organization, of one SKU or of all. */
export interface Holder {
  readonly organizationId: string;
  readonly reference: Reference;
  readonly skuCode?: string | undefined;
}

export interface HeldLevel {
  readonly level: LevelKey;
  readonly naming: Naming;
}

/** @returns for each holder the levels where it holds stock */
export async function heldLevels(
  db: Queryable,
  holders: readonly Holder[],
): Promise<HeldLevel[][]> {
  const rows = await db.query(HELD_LEVELS, [
    holders.map(({ reference }) => reference.id),
    holders.map(({ reference }) => reference.type),
    holders.map(({ organizationId }) => organizationId),
    holders.map(({ skuCode }) => skuCode ?? null),
  ]);
  const byHolder = Map.groupBy(rows, ({ ordinal }) => ordinal);
  return holders.map((_, index) => byHolder.get(index + 1) ?? []);
}

/** Reads by the key of reservations first, whatever the planner thinks of the tables. */
const HELD_LEVELS = statement<HeldLevel & { readonly ordinal: number }>(
  'held-levels',
  `
    select holder.ordinal,
           json_build_object('skuId', held.sku_id, 'locationId', held.location_id,
                             'organizationId', holder.organization_id) as level,
           json_build_object('skuCode', sku.sku_code, 'productId', sku.product_id,
                             'location', location.name) as naming
      from unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) with ordinality
           as holder (reference_id, reference_type, organization_id, sku_code, ordinal)
     cross join lateral (
           select distinct sku_id, location_id
             from (select sku_id, location_id
                     from allocation
                    where reference_id = holder.reference_id
                      and reference_type = holder.reference_type
                      and organization_id = holder.organization_id
                   offset 0) own) held
     cross join lateral (
           select sku_code, product_id from sku
            where id = held.sku_id and organization_id = holder.organization_id
            limit 1) sku
     cross join lateral (
           select name from location
            where id = held.location_id and organization_id = holder.organization_id
            limit 1) location
     where holder.sku_code is null or sku.sku_code = holder.sku_code`,
);
