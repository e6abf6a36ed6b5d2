import { actorOf, type OperatorAction, personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { ApiError, errors } from '../errors.ts';
import { keyedRequest } from '../idempotency/idempotency.ts';
import { findLot } from '../inventory/rows/find-lots-of-number.ts';
import {
  type MovementRequest,
  newMovement,
  type StockChange,
} from '../inventory/rules/requests.ts';
import { lockLevels } from '../inventory/writer/stock-levels.ts';
import { type ChangedOrder, changeOrder, type Shipment } from './change-order.ts';
import { requireOrderStep, requireRouted } from './require-step.ts';
import { referenceOf, type StoredOrder } from './rows/stored-order.ts';

export interface ShippedLot {
  readonly skuCode: string;
  readonly lotNumber: string;
  /** The number of units, at least 1. */
  readonly units: number;
  /** Where it lies, if not where the others do. */
  readonly location?: string | undefined;
}

/** A lot that was found by its names. */
export interface NamedLot extends ShippedLot {
  readonly productId: string;
}

interface DrawnLot extends Omit<ShippedLot, 'location'> {
  readonly location: string;
  readonly balanceAfter: number;
}

/**
 * Ships an order, and draws its lots from the pharmacy's stock in the same transaction: first what the order holds
 * of each lot, then what no one holds. An order that is shipped already stays as it is, and nothing is drawn.
 *
 * @param location of the pharmacy; its default location if undefined
 * @param require refuses an order that the caller may not ship, before a key is looked up
 * @param judge refuses the lots, or an order that is shipped already; called with the order locked
 * @throws ApiError when there is no such order, step, lot or location, or too little of a lot
 */
export async function shipOrder(
  database: Database,
  id: string,
  shipped: {
    readonly shipment: Shipment;
    readonly lots: readonly ShippedLot[];
    readonly location: string | undefined;
  },
  {
    action,
    key,
    require,
    judge,
  }: {
    readonly action: OperatorAction;
    readonly key: string | undefined;
    readonly require?: (order: StoredOrder) => void;
    readonly judge?: (
      tx: Transaction,
      order: StoredOrder,
      lots: readonly NamedLot[],
    ) => Promise<void>;
  },
): Promise<ChangedOrder & { readonly drawn: readonly DrawnLot[] }> {
  const { shipment, lots, location } = shipped;
  const keyed = keyedRequest('order ship', key, { id, ...shipped });
  const decide = async (tx: Transaction, order: StoredOrder) => {
    const pharmacyId = pharmacyOf(order, lots);
    const state = requireOrderStep(order, 'shipped');
    if (state.status === order.status && judge === undefined) return { state };
    const changes: StockChange<MovementRequest>[] = [];
    const named: NamedLot[] = [];
    for (const lot of lots) {
      const found = await findLot(tx, {
        organizationId: pharmacyId,
        skuCode: lot.skuCode,
        lotNumber: lot.lotNumber,
        location: lot.location ?? location,
      });
      named.push({ ...lot, productId: found.naming.productId });
      const { skuId, locationId, organizationId, naming } = found;
      const reference = referenceOf(order);
      changes.push({
        level: { skuId, locationId, organizationId },
        naming,
        request: {
          type: 'fulfill',
          units: lot.units,
          lotNumber: lot.lotNumber,
          reference,
          expiryDate: undefined,
          status: undefined,
        },
        movement: newMovement({ actor: actorOf(action), reference }),
      });
    }
    await judge?.(tx, order, named);
    await lockLevels(
      tx,
      changes.map(({ level }) => level),
      true,
    );
    const refuse = (refused: ApiError, { naming, request }: StockChange) => {
      const { lotNumber } = request as MovementRequest;
      const message = `Lot ${lotNumber} of ${naming.skuCode}: ${refused.message}`;
      const { status, code, details } = refused;
      return new ApiError({ status, code, message, ...(details && { details }) });
    };
    return { state, shipment, changes, refuse };
  };
  const result = await changeOrder(database, id, action, decide, { keyed, require });
  const drawn = result.posted.flatMap(({ entries, naming: { skuCode, location: at } }) =>
    entries.map(({ lotNumber, qty, balanceAfter }) => {
      return { skuCode, lotNumber, units: -qty, location: at, balanceAfter };
    }),
  );
  return { ...result, drawn };
}

/** Returns the organization whose stock is drawn, or an empty text where no stock is drawn. */
function pharmacyOf(order: StoredOrder, lots: readonly ShippedLot[]): string {
  if (lots.length === 0) return '';
  if (order.environment === 'test') {
    throw errors.validationFailed('A test order draws no stock: it takes no `lots`.');
  }
  if (order.fulfillment_organization_id === null) {
    throw errors.validationFailed('The order is not routed to a pharmacy, so it takes no `lots`.');
  }
  return order.fulfillment_organization_id;
}

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

/** An imported order has no items, so nothing is compared with what was packed. */
async function requireOrdered(
  tx: Transaction,
  { id, status, payment_status: payment, organization_id: organizationId }: StoredOrder,
  lots: readonly NamedLot[],
): Promise<void> {
  if (payment !== 'paid') {
    const message = `must name an order whose payment is paid; this one's is ${payment}`;
    throw errors.invalid('id', message);
  }
  if (status === 'shipped') {
    const message = 'must name an order that is not shipped yet';
    throw errors.invalid('id', message);
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
