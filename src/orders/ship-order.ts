import { actorOf, type OperatorAction } from '../audit/operator-actions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ApiError, errors } from '../errors.ts';
import { keyedRequest } from '../idempotency/idempotency.ts';
import { findLot } from '../inventory/rows/find-lots-of-number.ts';
import { newMovement } from '../inventory/rules/new-movement.ts';
import type { MovementRequest, StockChange } from '../inventory/rules/requests.ts';
import { lockLevels } from '../inventory/writer/stock-levels.ts';
import { type ChangedOrder, changeOrder, type Shipment } from './change-order.ts';
import { requireOrderStep } from './require-step.ts';
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

export interface DrawnLot extends Omit<ShippedLot, 'location'> {
  readonly location: string;
  readonly balanceAfter: number;
}

/**
 * Ships an order, and draws its lots from the pharmacy's stock in the same transaction: first what the order holds
 * of each lot, then what nobody holds. An order that is shipped already stays as it is, and nothing is drawn.
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
    throw errors.unfitting('A test order draws no stock: it takes no `lots`.');
  }
  if (order.fulfillment_organization_id === null) {
    throw errors.unfitting('The order is not routed to a pharmacy, so it takes no `lots`.');
  }
  return order.fulfillment_organization_id;
}
