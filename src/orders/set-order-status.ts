import type { OperatorAction } from '../audit/operator-actions.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { requireOrderStep } from './require-step.ts';
import type { OrderStatus } from './rules/order-states.ts';

/** Statuses that move stock have commands of their own, named here. */
const COMMANDS: { readonly [Status in OrderStatus]?: string } = {
  shipped: 'order ship --id ID --tracking-number NUMBER --tracking-carrier NAME',
  cancelled: 'order cancel --id ID',
};

/** @throws OperatorError when there is no such order or step, or another command handles it */
export async function setOrderStatus(
  database: Database,
  { id, status }: { id: string; status: OrderStatus },
  action: OperatorAction,
): Promise<ChangedOrder> {
  const command = COMMANDS[status];
  if (command !== undefined) {
    throw new OperatorError(`An order becomes ${status} with its stock: use ${command}.`);
  }
  return changeOrder(database, id, action, async (_, order) => ({
    state: requireOrderStep(order, status),
  }));
}
