// The organization has one feed for its stock and its orders. The checker of the stock sees its own part of it, as
// if there was no other; that the whole has no gap, the checker of the orders sees.
import type { Call, FeedEvent } from '../history.ts';
import { isOfOrders } from './order-steps.ts';

export interface StockPart {
  readonly calls: readonly Call[];
  readonly feed: readonly FeedEvent[];
}

export class Apart {
  /** The position of the stock's last event, counting none of orders. */
  #position: number;
  /** Of what stretch any reader may go on from: each event's last one of the stock up to it. */
  #nearest: Map<string, string>;
  #last: string;

  /** @param at the position of the event that everything begins behind */
  constructor(event: string, at: number) {
    this.#position = at;
    this.#last = event;
    this.#nearest = new Map([[event, event]]);
  }

  /** Once for each stretch, in their order. */
  take(calls: readonly Call[], feed: readonly FeedEvent[]): StockPart {
    const before = this.#nearest;
    const nearest = new Map<string, string>();
    const own: FeedEvent[] = [];
    for (const event of feed) {
      if (!isOfOrders(event)) {
        this.#position += 1;
        this.#last = event.id;
        own.push({ ...event, position: this.#position });
      }
      nearest.set(event.id, this.#last);
    }
    this.#nearest = feed.length === 0 ? before : nearest;
    const nearestTo = (id: string) => nearest.get(id) ?? before.get(id) ?? id;
    const isOwn = (id: string) => nearestTo(id) === id;
    return { feed: own, calls: calls.map((call) => ownPart(call, { nearestTo, isOwn })) };
  }
}

function ownPart(
  call: Call,
  { nearestTo, isOwn }: { nearestTo: (id: string) => string; isOwn: (id: string) => boolean },
): Call {
  const { ask, response } = call;
  if (ask.kind !== 'feed' || (response !== undefined && 'code' in response)) return call;
  const shown =
    response !== undefined && 'rows' in response ? (response.rows as readonly string[]) : [];
  const rows = shown.filter(isOwn);
  // A page that was full says nothing of what is behind it, and one that was not, all.
  const limit = shown.length === ask.limit ? rows.length : ask.limit;
  return {
    ...call,
    ask: { ...ask, after: nearestTo(ask.after), limit },
    ...(response !== undefined && { response: { rows } }),
  };
}
