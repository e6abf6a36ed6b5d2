import { type ApiError, errors } from '../errors.ts';
import { type StoredOrder, stateOf } from './rows/stored-order.ts';
import {
  ORDER_STEPS,
  type OrderState,
  type OrderStatus,
  PAYMENT_STEPS,
  type PaymentStatus,
  stepOrder,
  stepPayment,
} from './rules/order-states.ts';

/** @throws ApiError when the order cannot move to that status */
export function requireOrderStep(order: StoredOrder, status: OrderStatus): OrderState {
  const state = stepOrder(stateOf(order), status);
  if (state !== undefined) return state;
  throw noStep('order', { from: order.status, to: status, next: ORDER_STEPS[order.status] });
}

/** @throws ApiError when the payment cannot move to that status */
export function requirePaymentStep(order: StoredOrder, status: PaymentStatus): OrderState {
  const state = stepPayment(stateOf(order), status);
  if (state !== undefined) return state;
  const { payment_status: from } = order;
  throw noStep('payment', { from, to: status, next: PAYMENT_STEPS[from] });
}

function noStep(
  what: string,
  { from, to, next }: { from: string; to: string; next: readonly string[] },
): ApiError {
  const instead = next.length === 0 ? 'stays so' : `can become ${next.join(' or ')}`;
  return errors.validationFailed(`The ${what} is ${from} and cannot become ${to}: it ${instead}.`);
}

/**
 * Whether the pharmacy fulfils the order; to every other organization it does not exist here.
 *
 * @throws ApiError 404
 */
export function requireRouted(order: StoredOrder, pharmacyId: string): void {
  const { environment, fulfillment_organization_id: routedTo } = order;
  if (environment === 'live' && routedTo === pharmacyId) return;
  throw errors.notFound('This pharmacy has no order of this id.');
}
