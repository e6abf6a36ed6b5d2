// The items of an order, and the stock that its pharmacy has of them.
import type { Answer } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { LEVEL_UNITS } from '../../inventory/rows/level-units.ts';

export type OrderItem = Answer<'listOrderItems'>['body']['data'][number];

interface OrderItemRow extends Omit<OrderItem, 'skus'> {
  readonly skus: NonNullable<OrderItem['skus']> | null;
}

/**
 * Reads the items of an order that the caller may read.
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
  const rows = await db.query(ORDER_ITEMS, [id, organizationId, pharmacyId]);
  return rows.map(({ skus, ...item }) => (skus === null ? item : { ...item, skus }));
}

/** What the order holds is read once, for all of its items. */
const ORDER_ITEMS = statement<OrderItemRow>(
  'order-items',
  `
    with held as materialized (
      select own.sku_id, sum(own.qty)::bigint as units
        from (select sku_id, qty from allocation
               where reference_id = ($1::uuid)::text and reference_type = 'order'
                 and organization_id = $3::uuid
              offset 0) own
       group by own.sku_id)
    select item.product_id, product.name, item.quantity, stock.skus
      from (select product_id, product_organization_id, quantity, position from order_item
             where order_id = $1::uuid and organization_id = $2::uuid
            offset 0) item
     cross join lateral (
           select name from product
            where id = item.product_id and organization_id = item.product_organization_id
            limit 1) product
     cross join lateral (
           select case when $3::uuid is not null then coalesce(json_agg(json_build_object(
                    'sku_code', sku.sku_code,
                    'reserved', coalesce((select units from held where held.sku_id = sku.id), 0),
                    'available', levels.available) order by sku.sku_code), '[]'::json) end as skus
             from (select id, organization_id, sku_code from sku
                    where product_id = item.product_id and organization_id = $3::uuid
                   offset 0) sku
            cross join lateral (
                  select coalesce(sum(units.available), 0)::bigint as available
                    from (select * from stock_level
                           where sku_id = sku.id and organization_id = sku.organization_id
                          offset 0) level
                    ${LEVEL_UNITS}) levels) stock
     order by item.position`,
);
