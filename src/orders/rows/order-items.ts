// The items of an order, and the stock that its pharmacy has of them.
import type { Answer } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { LEVEL_UNITS } from '../../inventory/rows/level-units.ts';

export type OrderItem = Answer<'listOrderItems'>['body']['data'][number];

/** Also `maxItems` of `skus` in the contract. */
const ITEM_SKUS_MAX = 100;

interface OrderItemRow extends Omit<OrderItem, 'skus'> {
  readonly skus: NonNullable<OrderItem['skus']> | null;
}

/**
 * Reads the items of an order that the caller may read. Of a product with very many SKUs it names those that matter most
 * to who packs: those that the order holds, then those with available units, then the others.
 *
 * @param pharmacyId the pharmacy whose SKUs are read; without it the items have none
 */
export async function readOrderItems(
  db: Queryable,
  order: {
    readonly id: string;
    readonly organizationId: string;
    readonly pharmacyId: string | null;
  },
): Promise<OrderItem[]> {
  const { id, organizationId, pharmacyId } = order;
  const rows = await db.query(ORDER_ITEMS, [id, organizationId, pharmacyId, ITEM_SKUS_MAX]);
  return rows.map(({ skus, ...item }) => (skus === null ? item : { ...item, skus }));
}

/**
 * What the order holds is read once, for all of its items, and the SKUs and stock of a product once, however many items
 * are of it. SKUs are looked up by their product alone, since the planner may take another index for their organization.
 */
const ORDER_ITEMS = statement<OrderItemRow>(
  'order-items',
  `
    with held as materialized (
      select own.sku_id, sum(own.qty)::bigint as units
        from (select sku_id, qty from allocation
               where reference_id = ($1::uuid)::text and reference_type = 'order'
                 and organization_id = $3::uuid
              offset 0) own
       group by own.sku_id),
    item as materialized (
      select product_id, product_organization_id, quantity, position from order_item
       where order_id = $1::uuid and organization_id = $2::uuid),
    stock as materialized (
      select ordered.product_id,
             case when $3::uuid is not null then coalesce(named.skus, '[]'::json) end as skus
        from (select distinct product_id from item) ordered
       cross join lateral (
             select json_agg(json_build_object(
                      'sku_code', chosen.sku_code,
                      'reserved', chosen.reserved,
                      'available', chosen.available) order by chosen.sku_code) as skus
               from (select sku.sku_code, own.reserved, levels.available
                       from (select id, organization_id, sku_code from sku
                              where product_id = ordered.product_id
                             offset 0) sku
                      cross join lateral (
                            select coalesce(sum(units), 0)::bigint as reserved from held
                             where held.sku_id = sku.id) own
                      cross join lateral (
                            select coalesce(sum(units.available), 0)::bigint as available
                              from (select * from stock_level
                                     where sku_id = sku.id and organization_id = sku.organization_id
                                    offset 0) level
                              ${LEVEL_UNITS}) levels
                      where sku.organization_id = $3::uuid
                      order by own.reserved > 0 desc, levels.available > 0 desc, sku.sku_code
                      limit $4) chosen) named)
    select item.product_id, product.name, item.quantity, stock.skus
      from item
     cross join lateral (
           select name from product
            where id = item.product_id and organization_id = item.product_organization_id
            limit 1) product
      join stock on stock.product_id = item.product_id
     order by item.position`,
);
