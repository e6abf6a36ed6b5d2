// The states of an order and of its payment, and the transitions between them, as pure functions. docs/orders.md
// draws them, and a test compares. The database's CHECKs have the same values.
//
// The API only creates orders; the operator changes their state. An import may write any state.

/** Which statuses of an order may follow each. */
export const ORDER_STEPS = {
  pending: ['paid', 'cancelled'],
  paid: ['processing', 'shipped', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
} as const;

/** Which statuses of its payment may follow each. */
export const PAYMENT_STEPS = {
  pending: ['paid', 'failed'],
  paid: ['refunded'],
  refunded: [],
  failed: ['paid'],
} as const;

export type OrderStatus = keyof typeof ORDER_STEPS;
export type PaymentStatus = keyof typeof PAYMENT_STEPS;

export const ORDER_STATUSES = Object.keys(ORDER_STEPS) as OrderStatus[];
export const PAYMENT_STATUSES = Object.keys(PAYMENT_STEPS) as PaymentStatus[];

export interface OrderState {
  readonly status: OrderStatus;
  readonly paymentStatus: PaymentStatus;
}

/** The state of every order that the API creates. */
export const FIRST_STATE: OrderState = { status: 'pending', paymentStatus: 'pending' };

/** The given state itself where nothing changes; undefined where the transition is not allowed. */
export type Step = OrderState | undefined;

/** Moves an order to a status. Cancelling refunds nothing: the payment stays as it is. */
export function stepOrder(state: OrderState, status: OrderStatus): Step {
  if (status === state.status) return state;
  const next: readonly OrderStatus[] = ORDER_STEPS[state.status];
  return next.includes(status) ? { ...state, status } : undefined;
}

/** Moves a payment to a status. A paid payment makes a pending order paid, in the same step. */
export function stepPayment(state: OrderState, paymentStatus: PaymentStatus): Step {
  if (paymentStatus === state.paymentStatus) return state;
  const next: readonly PaymentStatus[] = PAYMENT_STEPS[state.paymentStatus];
  if (!next.includes(paymentStatus)) return undefined;
  const makesPaid = paymentStatus === 'paid' && state.status === 'pending';
  return { status: makesPaid ? 'paid' : state.status, paymentStatus };
}
