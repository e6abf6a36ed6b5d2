// The order of all changes of orders that the service itself claims: the feed of the pharmacy, which reads them all.
// A step is what one transaction did.
import { isDeepStrictEqual } from 'node:util';
import type {
  OrdersBase,
  OrdersCall,
  OrdersEvent,
  OrdersHistory,
  OrdersViolation,
} from './history.ts';

export interface OrderStep {
  /** All with its key, where it came with one. */
  readonly calls: readonly OrdersCall[];
  readonly start: number;
  readonly end: number;
  readonly events: readonly OrdersEvent[];
}

export const isOfOrders = ({ type }: { type: string }) => type === 'order.updated';

/** @returns steps up to the first thing that does not fit, and that */
export function orderSteps(
  { witness }: OrdersHistory,
  { calls, base }: { calls: readonly OrdersCall[]; base: OrdersBase },
): { steps: OrderStep[]; wrong: OrdersViolation | undefined } {
  const { pharmacy, clinic } = witness.feeds;
  const gap =
    gapIn(pharmacy, base.positions.pharmacy, 'pharmacy') ??
    gapIn(clinic, base.positions.clinic, 'clinic');
  if (gap !== undefined) return { steps: [], wrong: gap };
  const groups = transactionsOf(pharmacy);
  const actors = new Map(witness.actions.map(({ xid, actor }) => [xid, `operator:${actor}`]));
  const keys = new Map(witness.rows.orders.map(({ id, key }) => [id, key]));
  const byClient = new Map(calls.map((call) => [call.client, call]));
  const byKey = Map.groupBy(calls, ({ ask }) => (ask.kind === 'place' ? ask.key : ''));
  const steps: OrderStep[] = [];
  const seen = new Set<string>();
  for (const events of groups) {
    const [{ xid, id, position, data }] = events as [OrdersEvent];
    const wrong = (kind: OrdersViolation['kind'], text: string, some: readonly number[] = []) => ({
      steps,
      wrong: { kind, subject: id, text: `at position ${position} ${text}`, calls: some },
    });
    const actor = actors.get(xid);
    const key = keys.get(data.order_id);
    const operator = actor === undefined ? undefined : byClient.get(actor);
    const by = operator ? [operator] : key == null ? [] : (byKey.get(key) ?? []);
    if (by.length === 0) {
      return wrong(
        'unasked',
        `the feed announces a change that nobody asked for: ${describe(events)}`,
      );
    }
    const name = operator ? operator.client : (key ?? '');
    if (seen.has(name)) {
      const ids = by.map((call) => call.id);
      return wrong('feed', `the feed announces again what ${name} did: ${describe(events)}`, ids);
    }
    seen.add(name);
    steps.push({ calls: by, events, ...intervalOf(by) });
  }
  return { steps, wrong: differentFeeds(groups, transactionsOf(clinic)) };
}

/** From the first request to the first acknowledgement. */
export function intervalOf(calls: readonly OrdersCall[]): { start: number; end: number } {
  const ends = calls.map(({ end, response }) =>
    end === null || response === undefined || 'refused' in response ? Infinity : end,
  );
  return { start: Math.min(...calls.map(({ start }) => start)), end: Math.min(...ends) };
}

function gapIn(
  events: readonly OrdersEvent[],
  after: number,
  whose: string,
): OrdersViolation | undefined {
  const index = events.findIndex(({ position }, offset) => position !== after + 1 + offset);
  const event = events[index];
  if (event === undefined) return undefined;
  const text = `the ${whose}'s feed goes on at position ${event.position}, after ${after + index}`;
  return { kind: 'feed', subject: event.id, text, calls: [] };
}

/** The events of a transaction stand together, those of its stock first. */
function transactionsOf(events: readonly OrdersEvent[]): OrdersEvent[][] {
  const groups: OrdersEvent[][] = [];
  let last: string | undefined;
  for (const event of events) {
    const current = groups.at(-1);
    if (isOfOrders(event)) {
      if (event.xid === last && event.xid === current?.[0]?.xid) current.push(event);
      else groups.push([event]);
    }
    last = event.xid;
  }
  return groups;
}

/** Both feeds announce the same changes of an order, in the same order. */
function differentFeeds(
  ofPharmacy: readonly OrdersEvent[][],
  ofClinic: readonly OrdersEvent[][],
): OrdersViolation | undefined {
  for (let index = 0; index < Math.max(ofPharmacy.length, ofClinic.length); index += 1) {
    const [one = [], other = []] = [ofPharmacy[index], ofClinic[index]];
    if (one[0]?.xid === other[0]?.xid && isDeepStrictEqual(sorted(one), sorted(other))) continue;
    const text = `the pharmacy's feed has ${describe(one)}, and the clinic's ${describe(other)}`;
    return { kind: 'feed', subject: (one[0] ?? other[0])?.id ?? '', text, calls: [] };
  }
  return undefined;
}

function sorted(events: readonly OrdersEvent[]): string[] {
  return events.map(({ data }) => JSON.stringify(data)).sort();
}

function describe(events: readonly OrdersEvent[]): string {
  return events.length === 0
    ? 'nothing'
    : events.map(({ data }) => JSON.stringify(data)).join(', ');
}
