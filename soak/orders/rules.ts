// What commands and imports make of orders, written from the decisions alone.
import type { OrderCommand, OrderRecord, Refusal, Row } from './history.ts';

const STEPS: Readonly<Record<string, readonly string[]>> = {
  pending: ['paid', 'cancelled'],
  paid: ['processing', 'shipped', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};
const PAYMENT_STEPS: Readonly<Record<string, readonly string[]>> = {
  pending: ['paid', 'failed'],
  failed: ['paid'],
  paid: ['refunded'],
  refunded: [],
};

export const STATUSES = Object.keys(STEPS);
export const PAYMENT_STATUSES = Object.keys(PAYMENT_STEPS);
export const CARRIER = 'UPS';

export type Outcome =
  | { readonly row: Row; readonly changed: boolean }
  | { readonly refused: Refusal };

/** @param row as reads show the order, but for when it was shipped and made */
export function decide(row: Row, command: OrderCommand): Outcome {
  const { status, payment_status: payment } = row as { status: string; payment_status: string };
  switch (command.kind) {
    case 'set-status':
      return step(row, { from: status, to: command.status, steps: STEPS, name: 'status' });
    case 'cancel':
      return step(row, { from: status, to: 'cancelled', steps: STEPS, name: 'status' });
    case 'ship': {
      const shipped = step(row, { from: status, to: 'shipped', steps: STEPS, name: 'status' });
      if ('refused' in shipped || !shipped.changed) return shipped;
      const tracking = { tracking_number: command.tracking, tracking_carrier: CARRIER };
      return { changed: true, row: { ...shipped.row, ...tracking, is_shipped: true } };
    }
    case 'set-payment': {
      const to = command.status;
      const paid = step(row, { from: payment, to, steps: PAYMENT_STEPS, name: 'payment_status' });
      if ('refused' in paid || !paid.changed || to !== 'paid' || status !== 'pending') return paid;
      return { changed: true, row: { ...paid.row, status: 'paid' } };
    }
    default: {
      const never: never = command;
      throw new Error(`Nobody knows ${JSON.stringify(never)}.`);
    }
  }
}

function step(
  row: Row,
  way: { from: string; to: string; steps: typeof STEPS; name: string },
): Outcome {
  const { from, to, steps, name } = way;
  if (from === to) return { row, changed: false };
  if (!steps[from]?.includes(to)) return { refused: 'step' };
  return { row: { ...row, [name]: to }, changed: true };
}

export function newOrder(id: string, number: string, given: Row): Row {
  return {
    id,
    order_number: number,
    status: 'pending',
    payment_status: 'pending',
    total_cents: 0,
    currency: 'USD',
    tracking_number: null,
    tracking_carrier: null,
    patient_id: null,
    is_shipped: false,
    ...given,
  };
}

/** What is given is laid over what is there. */
export function imported(row: Row | undefined, { id, order_number, ...given }: OrderRecord): Row {
  return row === undefined ? newOrder(id, order_number, given) : { ...row, ...given };
}
