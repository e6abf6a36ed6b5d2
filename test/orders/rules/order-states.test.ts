import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIRST_STATE,
  ORDER_STATUSES,
  ORDER_STEPS,
  type OrderState,
  PAYMENT_STATUSES,
  PAYMENT_STEPS,
  stepOrder,
  stepPayment,
} from '../../../src/orders/rules/order-states.ts';

/** Steps that somebody tries, whether there are such or not. */
const tries = fc.array(
  fc.oneof(
    fc.record({ order: fc.constantFrom(...ORDER_STATUSES) }),
    fc.record({ payment: fc.constantFrom(...PAYMENT_STATUSES) }),
  ),
  { maxLength: 30 },
);

const states: fc.Arbitrary<OrderState> = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  paymentStatus: fc.constantFrom(...PAYMENT_STATUSES),
});

/** Every state on the way, the first among them. */
function walk(from: OrderState, steps: ReturnType<typeof fc.sample<object>>): OrderState[] {
  const way = [from];
  for (const step of steps as (
    | { order: OrderState['status'] }
    | { payment: OrderState['paymentStatus'] }
  )[]) {
    const at = way.at(-1) as OrderState;
    const next = 'order' in step ? stepOrder(at, step.order) : stepPayment(at, step.payment);
    if (next !== undefined && next !== at) way.push(next);
  }
  return way;
}

describe('an order', () => {
  it('never leaves delivered or cancelled, and never comes back to a state that it left', () => {
    fc.assert(
      fc.property(states, tries, (from, steps) => {
        const statuses = walk(from, steps).map(({ status }) => status);
        const changes = statuses.filter((status, index) => status !== statuses[index - 1]);
        expect(new Set(changes).size).toBe(changes.length);
        for (const end of ['delivered', 'cancelled'] as const) {
          if (changes.includes(end)) expect(changes.at(-1)).toBe(end);
        }
      }),
    );
  });

  it('is never cancelled once it is shipped, and is paid before it is processed or shipped', () => {
    fc.assert(
      fc.property(tries, (steps) => {
        const statuses = walk(FIRST_STATE, steps).map(({ status }) => status);
        if (statuses.includes('shipped')) {
          expect(statuses).not.toContain('cancelled');
          expect(statuses).toContain('paid');
        }
        if (statuses.includes('processing')) expect(statuses).toContain('paid');
      }),
    );
  });

  it('keeps its payment at each step of its own', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...ORDER_STATUSES), (from, status) => {
        const next = stepOrder(from, status);
        if (next !== undefined) expect(next).toEqual({ ...from, status });
      }),
    );
  });
});

describe('a payment', () => {
  it('that is paid makes a pending order paid at once, and changes no other order', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...PAYMENT_STATUSES), (from, paymentStatus) => {
        const next = stepPayment(from, paymentStatus);
        if (next === undefined || next === from) return;
        const isMadePaid = paymentStatus === 'paid' && from.status === 'pending';
        expect(next).toEqual({ paymentStatus, status: isMadePaid ? 'paid' : from.status });
      }),
    );
  });

  it('is refunded only after it was paid, and stays so', () => {
    fc.assert(
      fc.property(tries, (steps) => {
        const payments = walk(FIRST_STATE, steps).map(({ paymentStatus }) => paymentStatus);
        if (!payments.includes('refunded')) return;
        expect(payments).toContain('paid');
        expect(payments.at(-1)).toBe('refunded');
      }),
    );
  });
});

it('says of the state that is there already that it is the same, and refuses all that is no step', () => {
  fc.assert(
    fc.property(states, (from) => {
      expect(stepOrder(from, from.status)).toBe(from);
      expect(stepPayment(from, from.paymentStatus)).toBe(from);
      for (const status of ORDER_STATUSES) {
        const steps: readonly string[] = ORDER_STEPS[from.status];
        const isStep = status === from.status || steps.includes(status);
        expect(stepOrder(from, status) !== undefined).toBe(isStep);
      }
    }),
  );
});

it('reaches every state from the first', () => {
  const reached = new Set<string>();
  const visit = (state: OrderState): void => {
    const name = `${state.status} ${state.paymentStatus}`;
    if (reached.has(name)) return;
    reached.add(name);
    for (const status of ORDER_STATUSES) visit(stepOrder(state, status) ?? state);
    for (const payment of PAYMENT_STATUSES) visit(stepPayment(state, payment) ?? state);
  };
  visit(FIRST_STATE);
  const parts = [...reached].map((name) => name.split(' '));
  expect(new Set(parts.map(([status]) => status))).toEqual(new Set(ORDER_STATUSES));
  expect(new Set(parts.map(([, payment]) => payment))).toEqual(new Set(PAYMENT_STATUSES));
  // A pending order with a paid payment is one that nobody would ship.
  expect(reached).not.toContain('pending paid');
});

it('is drawn in the guide as it is here', () => {
  const guide = readFileSync(new URL('../../../docs/orders.md', import.meta.url), 'utf8');
  const drawings = [...guide.matchAll(/```mermaid\nstateDiagram-v2\n(.*?)```/gs)].map(
    ([, drawing]) =>
      [...(drawing ?? '').matchAll(/^\s*(\w+) --> (\w+)/gm)]
        .map(([, from, to]) => `${from} ${to}`)
        .sort(),
  );
  const arrows = (steps: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(steps)
      .flatMap(([from, next]) => next.map((to) => `${from} ${to}`))
      .sort();
  expect(drawings).toEqual([arrows(ORDER_STEPS), arrows(PAYMENT_STEPS)]);
});
