// Where orders and stock meet, each has a checker of its own: what a shipment or a cancellation does to lots and
// levels is replayed with all stock, and what it does to the order with all orders. This says that both are one.
import type { Asked } from '../checker/attribute.ts';
import { outOfTime } from '../checker/watch.ts';
import type { FeedEvent } from '../history.ts';
import type { OrdersEvent, OrdersViolation } from './history.ts';
import type { OrderStep } from './order-steps.ts';

export interface Meeting {
  readonly stock: readonly Asked[];
  readonly orders: readonly OrderStep[];
  /** The pharmacy's feed, with the events of both, as far as the stock was checked. */
  readonly feed: readonly FeedEvent[];
}

/** One that was written as JSON. */
export function revivedMeeting({ stock, orders, feed }: Meeting): Meeting {
  const timed = <Step extends { start: number | null; end: number | null }>(step: Step) => ({
    ...step,
    start: step.start ?? -Infinity,
    end: step.end ?? Infinity,
  });
  return { stock: stock.map(timed), orders: orders.map(timed), feed };
}

export function checkMeeting({ stock, orders, feed }: Meeting): OrdersViolation | undefined {
  const positions = new Map(feed.map(({ id, position }) => [id, position]));
  return apart({ stock, orders, positions }) ?? realTime({ stock, orders, positions });
}

interface Both {
  readonly stock: readonly Asked[];
  readonly orders: readonly OrderStep[];
  /** Positions of events in the feed of both. */
  readonly positions: ReadonlyMap<string, number>;
}

/** What is shipped leaves its lots in the transaction that ships the order. */
function apart({ stock, orders, positions }: Both): OrdersViolation | undefined {
  const drawn = new Map(
    stock.flatMap((step) =>
      step.command.kind === 'ship' ? [[step.events[0]?.transaction, step] as const] : [],
    ),
  );
  for (const { calls, events } of orders) {
    const [call] = calls;
    const [event] = events as [OrdersEvent];
    if (call?.ask.kind !== 'ship' || call.ask.from === undefined) continue;
    const own = drawn.get(event.xid);
    drawn.delete(event.xid);
    const isOwn = own?.command.kind === 'ship' && own.command.order === call.ask.order;
    const last = positions.get(own?.events.at(-1)?.id ?? '');
    if (isOwn && last === event.position - 1) continue;
    return {
      kind: 'lost',
      subject: event.id,
      calls: [call.id],
      text: `order ${call.ask.order} was shipped with lots, and its draws are not announced right before`,
    };
  }
  const [left] = drawn.values();
  const [event] = left?.events ?? [];
  if (left?.command.kind !== 'ship' || event === undefined) return undefined;
  return {
    kind: 'lost',
    subject: event.id,
    calls: [],
    text: `lots of order ${left.command.order} were drawn, and their transaction did not ship it`,
  };
}

/** One order of all: no change of either stands before one of the other that was over when it began. */
function realTime({ stock, orders, positions }: Both): OrdersViolation | undefined {
  const steps = [...stock, ...orders].flatMap(({ start, end, events: [event] }) =>
    event === undefined
      ? []
      : [{ start, end, event, position: positions.get(event.id) ?? event.position }],
  );
  const found = outOfTime(steps.toSorted((a, b) => a.position - b.position));
  if (found === undefined) return undefined;
  const [before, behind] = found.map(
    ({ event, position }) => `${event.type} at position ${position}`,
  );
  return {
    kind: 'real time',
    subject: found[1].event.id,
    calls: [],
    text: `${behind} was over before what stands before it began: ${before}`,
  };
}
