// Whether one order of all changes of orders, that of the feed, explains all responses about them.
import { isDeepStrictEqual } from 'node:util';
import { outOfTime, StepTimes, Watch } from '../checker/watch.ts';
import type {
  OrdersBase,
  OrdersCall,
  OrdersHistory,
  OrdersResponse,
  OrdersViolation,
  Row,
} from './history.ts';
import { isCommand, type Moment, observationsOf } from './order-observations.ts';
import { isOfOrders, type OrderStep, orderSteps } from './order-steps.ts';
import { ListPositions } from './pages.ts';
import { decide, imported, newOrder } from './rules.ts';

/** Changes the orders of the base. */
export function checkOrders(
  history: OrdersHistory,
  { calls, base }: { calls: readonly OrdersCall[]; base: OrdersBase },
): { violation: OrdersViolation | undefined; steps: readonly OrderStep[] } {
  const { steps, wrong } = orderSteps(history, { calls, base });
  const positions = new ListPositions(history.witness.rows.orders);
  const orders = new Map(Object.entries(base.orders));
  const changes = new Map(
    steps.flatMap((step) => step.calls.map((call) => [call, changedBy(step)] as const)),
  );
  const observations = observationsOf(calls, { history, base, positions, changes });
  const watch = new Watch<Moment>(observations, new StepTimes(steps), steps.length);
  watch.look({ stateIndex: 0, orders });
  for (const [index, step] of steps.entries()) {
    const text = replay(step, { orders, positions, base });
    if (text !== undefined) {
      const [event] = step.events;
      const ids = step.calls.map(({ id }) => id);
      const violation = { ...text, subject: event?.id ?? '', calls: ids };
      return { violation, steps };
    }
    watch.look({ stateIndex: index + 1, orders });
  }
  base.orders = Object.fromEntries(orders);
  const violation =
    wrong ??
    realTime(steps) ??
    lost(history, { calls, done: changes }) ??
    stored(orders, positions) ??
    (watch.unexplained(steps.length) as OrdersViolation | undefined);
  return { violation, steps };
}

type Wrong = Pick<OrdersViolation, 'kind' | 'text'>;

/** The orders that a step says it has made or changed. */
function changedBy({ events }: Pick<OrderStep, 'events'>): Set<string> {
  return new Set(events.map(({ data }) => data.order_id as string));
}

/** The step as the rules have it, its events, and the response to those who asked for it. */
function replay(
  { calls, events }: OrderStep,
  {
    orders,
    positions,
    base,
  }: { orders: Map<string, Row>; positions: ListPositions; base: OrdersBase },
): Wrong | undefined {
  const [{ ask }] = calls as [OrdersCall];
  const changed = new Map<string, Row>();
  let right: OrdersResponse | undefined;
  switch (ask.kind) {
    case 'place': {
      const id = events[0]?.data.order_id;
      const number = events[0]?.data.order_number;
      const row = newOrder(id, number, { patient_id: ask.patient, total_cents: ask.totalCents });
      changed.set(id, row);
      const made = { ...row, created_at: positions.byId.get(id)?.createdAt };
      base.keys[`place ${ask.key}`] = made;
      break;
    }
    case 'import': {
      const counts = [0, 0, 0] as [number, number, number];
      const announced = changedBy({ events });
      for (const record of ask.orders) {
        const before = orders.get(record.id);
        // It was so already when it was read, and is judged as a read: who finds nothing to change locks nothing.
        if (before !== undefined && !announced.has(record.id)) {
          counts[2] += 1;
          continue;
        }
        const row = imported(before, record);
        const isSame = isDeepStrictEqual(before, row);
        counts[before === undefined ? 0 : isSame ? 2 : 1] += 1;
        if (!isSame) changed.set(record.id, row);
      }
      right = { counts: { orders: counts } };
      break;
    }
    case 'set-status':
    case 'set-payment':
    case 'ship':
    case 'cancel': {
      const before = orders.get(ask.order);
      const outcome = before && decide(before, ask);
      if (outcome === undefined || 'refused' in outcome || !outcome.changed) {
        const what = JSON.stringify(ask);
        return {
          kind: 'rules',
          text: `the rules allow no such step: ${what} of ${JSON.stringify(before)}`,
        };
      }
      const { row } = outcome;
      changed.set(ask.order, row);
      right = {
        status: row.status as string,
        payment: row.payment_status as string,
        changed: true,
      };
      break;
    }
    default:
      return {
        kind: 'rules',
        text: `the feed announces a change of an order, and ${ask.kind} changes none`,
      };
  }
  for (const [id, row] of changed) orders.set(id, row);
  const expected = [...changed.values()].map(eventOf).map((data) => JSON.stringify(data));
  const published = events.map(({ data }) =>
    JSON.stringify(eventOf({ ...data, id: data.order_id })),
  );
  if (!isDeepStrictEqual(expected.sort(), published.sort())) {
    const at = events[0]?.position;
    return {
      kind: 'feed',
      text: `at position ${at} the feed says ${published.join(', ')}; right is ${expected.join(', ')}`,
    };
  }
  for (const call of calls) {
    const wrong = right && call.response && answerWrong(call, right);
    if (wrong) return wrong;
  }
  return undefined;
}

function eventOf({ id, order_number, status, payment_status }: Row) {
  return { order_id: id, order_number, status, payment_status };
}

function answerWrong({ id, response }: OrdersCall, right: OrdersResponse): Wrong | undefined {
  const { marks: _, ...shown } = response as OrdersResponse;
  // What a cancellation released the stock's checker knows.
  const { released: __, ...ofOrder } = shown as { released?: number };
  const isRight =
    'counts' in right
      ? 'counts' in shown && isDeepStrictEqual(shown.counts.orders, right.counts.orders)
      : isDeepStrictEqual(ofOrder, right);
  if (isRight) return undefined;
  const text = `call ${id} was answered ${JSON.stringify(shown)}, and what it did is ${JSON.stringify(right)}`;
  return { kind: 'rules', text };
}

function realTime(steps: readonly OrderStep[]): OrdersViolation | undefined {
  const found = outOfTime(steps);
  if (found === undefined) return undefined;
  const [, behind] = found;
  const [one, other] = found.map(({ calls: [call] }) => call as OrdersCall);
  return {
    kind: 'real time',
    subject: behind.events[0]?.id ?? '',
    text: `call ${other?.id} was over before call ${one?.id} began, and stands behind it`,
    calls: [one, other].map((call) => call?.id ?? 0),
  };
}

/** Each acknowledged change of orders is in the feed; so does each in the operators' log. */
function lost(
  { witness }: OrdersHistory,
  { calls, done }: { calls: readonly OrdersCall[]; done: ReadonlyMap<OrdersCall, unknown> },
): OrdersViolation | undefined {
  const acted = new Set(witness.actions.map(({ actor }) => `operator:${actor}`));
  const transactions = new Set(witness.feeds.pharmacy.map(({ xid }) => xid));
  const moving = new Set(
    witness.actions.flatMap(({ actor, xid }) =>
      transactions.has(xid) ? [`operator:${actor}`] : [],
    ),
  );
  const placedKeys = new Set(witness.rows.orders.map(({ key }) => key));
  for (const call of calls) {
    if (done.has(call)) continue;
    const { id, ask, response, client } = call;
    const wrong = (text: string): OrdersViolation => ({
      kind: 'lost',
      subject: `${id}`,
      calls: [id],
      text: `call ${id} ${text}: ${JSON.stringify(ask)}`,
    });
    // Which had been cancelled already, and held stock again.
    const isOfStock = ask.kind === 'cancel' && moving.has(client);
    if (isOfStock) continue;
    if (isCommand(ask) && acted.has(client))
      return wrong('changed an order, and no event announces it');
    if (response !== undefined && 'changed' in response && response.changed) {
      return wrong('was answered that it changed an order, and no event announces it');
    }
    if (ask.kind === 'place' && placedKeys.has(ask.key) && !isRepeatOfEarlier(call, witness)) {
      return wrong('placed an order that no event announces');
    }
    if (ask.kind === 'import' && response !== undefined && 'counts' in response) {
      const [created = 0, updated = 0] = response.counts.orders ?? [];
      if (created + updated > 0)
        return wrong('was answered with changed orders that no event announces');
      if (!acted.has(client))
        return wrong('was acknowledged, and the operators’ log does not have it');
    }
    if (
      ask.kind === 'place' &&
      response !== undefined &&
      'made' in response &&
      !placedKeys.has(ask.key)
    ) {
      return wrong('was answered with an order that is not there');
    }
  }
  return undefined;
}

/** Its event was published in an earlier stretch. */
function isRepeatOfEarlier(
  { ask }: OrdersCall,
  { rows, feeds }: OrdersHistory['witness'],
): boolean {
  const row = rows.orders.find(({ key }) => ask.kind === 'place' && key === ask.key);
  return !feeds.pharmacy.some((event) => isOfOrders(event) && event.data.order_id === row?.id);
}

/** The rows are what the last steps have left. */
function stored(
  orders: ReadonlyMap<string, Row>,
  positions: ListPositions,
): OrdersViolation | undefined {
  for (const id of new Set([...orders.keys(), ...positions.byId.keys()])) {
    const [right, row] = [orders.get(id), positions.byId.get(id)?.shown];
    if (isDeepStrictEqual(right, row)) continue;
    const text = `order ${id} lies there as ${JSON.stringify(row)}; right is ${JSON.stringify(right)}`;
    return { kind: 'lost', subject: id, text, calls: [] };
  }
  return undefined;
}
