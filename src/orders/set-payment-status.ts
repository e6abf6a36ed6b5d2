import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { requirePaymentStep } from './require-step.ts';
import type { PaymentStatus } from './rules/order-states.ts';

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
