// What was told of orders that changed none of them: of which states it can be.
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../checker/watch.ts';
import type {
  OrderCommand,
  OrdersBase,
  OrdersCall,
  OrdersHistory,
  OrdersTold,
  Row,
} from './history.ts';
import { isOfOrders } from './order-steps.ts';
import { cursorOf, type Places } from './pages.ts';
import { decide, imported } from './rules.ts';

export interface Moment {
  readonly nth: number;
  readonly orders: ReadonlyMap<string, Row>;
}

type Seen = Observation<Moment>;

export function isCommand(ask: OrdersCall['ask']): ask is OrderCommand {
  return ['set-status', 'set-payment', 'ship', 'cancel'].includes(ask.kind);
}

/** Where only its stock was changed, the order was not. */
function ofOrder(told: OrdersTold): object {
  if (!('changed' in told)) return told;
  const { released, ...rest } = told;
  return { ...rest, changed: rest.changed && !released };
}

interface KnownThings {
  readonly history: OrdersHistory;
  readonly base: OrdersBase;
  readonly places: Places;
  /** Of each call that took effect: the orders that it changed. */
  readonly changes: ReadonlyMap<OrdersCall, ReadonlySet<string>>;
}

export function observationsOf(calls: readonly OrdersCall[], known: KnownThings): Seen[] {
  const { history, base, places, changes } = known;
  const counted = ordersUpTo(history, base);
  return calls.flatMap((call): Seen[] => {
    const { ask, told, start, end } = call;
    if (told === undefined || end === null) return [];
    const seen = (isExplainedBy: Seen['isExplainedBy']) => [
      { calls: [call], start, end, isExplainedBy },
    ];
    const shown = (orders: Moment['orders'], id: string): Row[] => {
      const row = orders.get(id);
      return row === undefined ? [] : [{ ...row, created_at: places.byId.get(id)?.createdAt }];
    };
    if (ask.kind === 'get' && ask.list === 'orders') {
      return seen(
        ({ orders }) => 'rows' in told && isDeepStrictEqual(told.rows, shown(orders, ask.id)),
      );
    }
    if (ask.kind === 'list' && ask.list === 'orders') {
      const from = places.behind(ask.cursor);
      return seen(({ orders }) => {
        const rows: Row[] = [];
        let next: string | null = null;
        for (let index = from; index < places.rows.length; index += 1) {
          const { id } = places.rows[index] as { id: string };
          const row = orders.get(id);
          if (row === undefined || (ask.status !== undefined && row.status !== ask.status))
            continue;
          if (rows.length === ask.limit) {
            next = cursorOf(
              places.byId.get(rows.at(-1)?.id as string) as { createdAt: string; seq: string },
            );
            break;
          }
          rows.push(...shown(orders, id));
        }
        return 'rows' in told && told.next === next && isDeepStrictEqual(told.rows, rows);
      });
    }
    if (ask.kind === 'feed' && 'rows' in told) {
      const ids = told.rows.map(({ id }) => id as string);
      const after = counted.positionOf(ask.after);
      const isNext = ids.every(
        (id, index) => counted.positionOf(id) === (after ?? NaN) + 1 + index,
      );
      const upTo = counted.upTo((after ?? 0) + ids.length);
      const isFull = ids.length === ask.limit;
      return seen(
        ({ nth }) => after !== undefined && isNext && (isFull ? upTo <= nth : upTo === nth),
      );
    }
    if (isCommand(ask) && !changes.has(call)) {
      return seen(({ orders }) => {
        const row = orders.get(ask.order);
        const outcome = row && decide(row, ask);
        if ('refused' in told) {
          if (outcome === undefined) return told.refused === 'unknown';
          if ('refused' in outcome) return outcome.refused === told.refused;
          // What stood in its way then was its stock.
          return told.refused === 'stock' && outcome.changed && 'from' in ask;
        }
        return (
          outcome !== undefined &&
          !('refused' in outcome) &&
          !outcome.changed &&
          isDeepStrictEqual(ofOrder(told), {
            status: row?.status,
            payment: row?.payment_status,
            changed: false,
          })
        );
      });
    }
    if (ask.kind === 'import' && 'counts' in told) {
      // What it found as its file says it may have read at another moment than the one in which it changed the rest.
      const changed = changes.get(call);
      return ask.orders
        .filter(({ id }) => !changed?.has(id))
        .flatMap((one) =>
          seen(({ orders }) => {
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
