import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { requirePaymentStep } from './require-step.ts';
import type { PaymentStatus } from './rules/order-states.ts';

/**
 * The order's account charge, if it has one, becomes the same; a paid payment makes a pending order paid.
 *
 * @throws OperatorError when there is no such order or step
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
