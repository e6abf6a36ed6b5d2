import { personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { requireRouted } from './require-routed.ts';
import type { StoredOrder } from './rows/stored-order.ts';
import { type NamedLot, shipOrder } from './ship-order.ts';

/**
 * Ships an order with what was packed, which must be just what was ordered.
 *
 * @throws ApiError 404 when the pharmacy has no such order, lot or location; 400 when the order cannot be shipped any
 *   more, or the lots hold more or less than was ordered; 409 and 422 as a movement does
 */
export async function shipPackingOrder(
  { path, header, body, principal }: PersonCall<'shipPackingOrder'>,
  { database }: { readonly database: Database },
): Promise<Answer<'shipPackingOrder'>> {
  const { tracking_number: trackingNumber, tracking_carrier: trackingCarrier, lots } = body;
  const { organizationId } = principal;
  const shipped = {
    shipment: { trackingNumber, trackingCarrier },
    location: undefined,
    lots: lots.map(({ sku_code: skuCode, lot_number: lotNumber, location, qty: units }) => {
      return { skuCode, lotNumber, units, location };
    }),
  };
  const { order, drawn, idempotent } = await shipOrder(database, path.id, shipped, {
    action: personAction({ principal, command: 'shipPackingOrder' }),
    key: header['Idempotency-Key'],
    require: (locked) => requireRouted(locked, organizationId),
    judge: requireOrdered,
  });
  return {
    status: 200,
    body: {
      id: order.id,
      order_number: order.order_number,
      status: order.status,
      idempotent,
      lots: drawn.map(({ skuCode, lotNumber, location, units, balanceAfter }) => {
        return {
          sku_code: skuCode,
          lot_number: lotNumber,
          location,
          qty: units,
          balance_after: balanceAfter,
        };
      }),
    },
  };
}

/** Nothing is known of what is in an imported order: it has no items. */
async function requireOrdered(
  tx: Transaction,
  { id, status, payment_status: payment, organization_id: organizationId }: StoredOrder,
  lots: readonly NamedLot[],
): Promise<void> {
  if (payment !== 'paid') {
    const message = `must name an order whose payment is paid; this one's is ${payment}`;
    throw errors.validation([{ path: 'id', message }]);
  }
  if (status === 'shipped') {
    const message = 'must name an order that is not shipped yet';
    throw errors.validation([{ path: 'id', message }]);
  }
  const items = await tx.query(ITEMS_TO_SHIP, [id, organizationId]);
  if (items.length === 0) return;
  const packed = new Map<string, number>();
  for (const { productId, units } of lots) {
    packed.set(productId, (packed.get(productId) ?? 0) + units);
  }
  const problems = items.flatMap(({ product_id, name, quantity }) => {
    const units = packed.get(product_id) ?? 0;
    packed.delete(product_id);
    if (units === quantity) return [];
    return [{ path: 'lots', message: `must hold ${quantity} of ${name}, and hold ${units}` }];
  });
  if (packed.size > 0) {
    problems.push({ path: 'lots', message: 'must hold only products of the order' });
  }
  if (problems.length > 0) throw errors.validation(problems);
}

const ITEMS_TO_SHIP = statement<{ product_id: string; name: string; quantity: number }>(
  'items-to-ship',
  `
    select item.product_id, product.name, item.quantity
      from (select product_id, product_organization_id, sum(quantity)::bigint as quantity,
                   min(position) as position
              from order_item
             where order_id = $1::uuid and organization_id = $2::uuid
             group by product_id, product_organization_id) item
     cross join lateral (
           select name from product
            where id = item.product_id and organization_id = item.product_organization_id
            limit 1) product
     order by item.position`,
);
