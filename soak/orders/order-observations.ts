// Responses about orders that changed none of them, and the states that explain each.
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../checker/watch.ts';
import type {
  OrderCommand,
  OrdersBase,
  OrdersCall,
  OrdersHistory,
  OrdersResponse,
  Row,
} from './history.ts';
import { isOfOrders } from './order-steps.ts';
import { cursorOf, type ListPositions } from './pages.ts';
import { decide, imported } from './rules.ts';

export interface Moment {
  readonly stateIndex: number;
  readonly orders: ReadonlyMap<string, Row>;
}

type OrderObservation = Observation<Moment>;

export function isCommand(ask: OrdersCall['ask']): ask is OrderCommand {
  return ['set-status', 'set-payment', 'ship', 'cancel'].includes(ask.kind);
}

/** Leaves out the stock: a response that only released stock did not change the order. */
function ofOrder(response: OrdersResponse): object {
  if (!('changed' in response)) return response;
  const { released, ...rest } = response;
  return { ...rest, changed: rest.changed && !released };
}

interface KnownThings {
  readonly history: OrdersHistory;
  readonly base: OrdersBase;
  readonly positions: ListPositions;
  /** The orders that each call changed, for calls that took effect. */
  readonly changes: ReadonlyMap<OrdersCall, ReadonlySet<string>>;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is one case for each kind of call.
export function observationsOf(
  calls: readonly OrdersCall[],
  known: KnownThings,
): OrderObservation[] {
  const { history, base, positions, changes } = known;
  const counted = ordersUpTo(history, base);
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is one case for each kind of call.
  return calls.flatMap((call): OrderObservation[] => {
    const { ask, response, start, end } = call;
    if (response === undefined || end === null) return [];
    const observe = (isExplainedBy: OrderObservation['isExplainedBy']) => [
      { calls: [call], start, end, isExplainedBy },
    ];
    const shown = (orders: Moment['orders'], id: string): Row[] => {
      const row = orders.get(id);
      return row === undefined ? [] : [{ ...row, created_at: positions.byId.get(id)?.createdAt }];
    };
    if (ask.kind === 'get' && ask.list === 'orders') {
      return observe(
        ({ orders }) =>
          'rows' in response && isDeepStrictEqual(response.rows, shown(orders, ask.id)),
      );
    }
    if (ask.kind === 'list' && ask.list === 'orders') {
      const from = positions.behind(ask.cursor);
      return observe(({ orders }) => {
        const rows: Row[] = [];
        let next: string | null = null;
        for (let index = from; index < positions.rows.length; index += 1) {
          const { id } = positions.rows[index] as { id: string };
          const row = orders.get(id);
          if (row === undefined || (ask.status !== undefined && row.status !== ask.status))
            continue;
          if (rows.length === ask.limit) {
            next = cursorOf(
              positions.byId.get(rows.at(-1)?.id as string) as { createdAt: string; seq: string },
            );
            break;
          }
          rows.push(...shown(orders, id));
        }
        return (
          'rows' in response && response.next === next && isDeepStrictEqual(response.rows, rows)
        );
      });
    }
    if (ask.kind === 'feed' && 'rows' in response) {
      const ids = response.rows.map(({ id }) => id as string);
      const after = counted.positionOf(ask.after);
      const isNext = ids.every(
        (id, index) => counted.positionOf(id) === (after ?? NaN) + 1 + index,
      );
      const upTo = counted.upTo((after ?? 0) + ids.length);
      const isFull = ids.length === ask.limit;
      return observe(
        ({ stateIndex }) =>
          after !== undefined && isNext && (isFull ? upTo <= stateIndex : upTo === stateIndex),
      );
    }
    if (isCommand(ask) && !changes.has(call)) {
      return observe(({ orders }) => {
        const row = orders.get(ask.order);
        const outcome = row && decide(row, ask);
        if ('refused' in response) {
          if (outcome === undefined) return response.refused === 'unknown';
          if ('refused' in outcome) return outcome.refused === response.refused;
          // What stood in its way then was its stock.
          return response.refused === 'stock' && outcome.changed && 'from' in ask;
        }
        return (
          outcome !== undefined &&
          !('refused' in outcome) &&
          !outcome.changed &&
          isDeepStrictEqual(ofOrder(response), {
            status: row?.status,
            payment: row?.payment_status,
            changed: false,
          })
        );
      });
    }
    if (ask.kind === 'import' && 'counts' in response) {
      // What it found as its file says it may have read at another moment than the one in which it changed the rest.
      const changed = changes.get(call);
      return ask.orders
        .filter(({ id }) => !changed?.has(id))
        .flatMap((one) =>
          observe(({ orders }) => {
            const row = orders.get(one.id);
            return row !== undefined && isDeepStrictEqual(imported(row, one), row);
          }),
        );
    }
    return [];
  });
}

/** How many steps of orders stand up to a position of the pharmacy's feed. */
function ordersUpTo({ witness }: OrdersHistory, base: OrdersBase) {
  const events = witness.feeds.pharmacy;
  const positions = new Map([
    ...Object.entries(base.cursors),
    ...events.map(({ id, position }) => [id, position] as const),
  ]);
  const counts: number[] = [];
  let [count, last] = [0, ''];
  for (const event of events) {
    if (isOfOrders(event) && event.xid !== last) {
      count += 1;
      last = event.xid;
    }
    counts.push(count);
  }
  return {
    positionOf: (id: string) => positions.get(id),
    upTo: (position: number) => counts[position - base.positions.pharmacy - 1] ?? 0,
  };
}
