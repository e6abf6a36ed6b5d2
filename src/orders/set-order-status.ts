import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { requireOrderStep, requirePaymentStep } from './require-step.ts';
import type { OrderStatus, PaymentStatus } from './rules/order-states.ts';

/** Statuses that move stock have operations of their own. */
const OPERATIONS: { readonly [Status in OrderStatus]?: string } = {
  shipped: 'ship the order',
  cancelled: 'cancel the order',
};

/** @throws ApiError when there is no such order or step, or another operation handles it */
export async function setOrderStatus(
  database: Database,
  { id, status }: { id: string; status: OrderStatus },
  action: OperatorAction,
): Promise<ChangedOrder> {
  const operation = OPERATIONS[status];
  if (operation !== undefined) {
    throw errors.validationFailed(
      `An order becomes ${status} with its stock: ${operation} instead.`,
    );
  }
  return changeOrder(database, id, action, async (_, order) => ({
    state: requireOrderStep(order, status),
  }));
}

/**
 * Sets the payment status of an order and of its charge, if any; a paid payment makes a pending order paid.
 *
 * @throws ApiError when there is no such order or step
 */
export function setPaymentStatus(
  database: Database,
  { id, status }: { id: string; status: PaymentStatus },
  action: OperatorAction,
): Promise<ChangedOrder> {
  return changeOrder(database, id, action, async (_, order) => ({
    state: requirePaymentStep(order, status),
  }));
}
