// What a soak recorded in a stretch of time: what callers asked and were answered, what the ledger says, what the feed
// says, and what was delivered. Plain values, so that it can be written to a file, cut and checked again.

import { type Command, emptyState, type Outcome, type Sku, type State } from '../kit/model.ts';
import type { EventType } from '../src/events/event.ts';
import type { ListAsk, Naming } from './asks.ts';

/** Milliseconds of the recorder's own clock, which never goes back. */
type Moment = number;

export interface Call {
  readonly id: number;
  /** Who asks; one thing after another. The ledger's actor names the same. */
  readonly client: string;
  readonly start: Moment;
  /** Null where no one knows how it ended: it may take effect at any time from its start on, or never. */
  readonly end: Moment | null;
  readonly ask: Ask;
  /** Absent where `end` is null. */
  readonly response?: CallResponse;
}

export type Ask = (
  | {
      readonly kind: 'change';
      readonly command: Command;
      /** The Idempotency-Key. Those who use one again share the result. */
      readonly key?: string;
      /** Movements of one request, in the order sent. */
      readonly batch?: number;
      /** How it names its product, where not by the SKU's code. */
      readonly naming?: Naming;
    }
  | { readonly kind: 'stock'; readonly sku: string }
  | { readonly kind: 'lots'; readonly sku: string; readonly at: string }
  | { readonly kind: 'allocations'; readonly order: string }
  | { readonly kind: 'entries'; readonly sku: string; readonly at: string; readonly lot: string }
  | {
      readonly kind: 'preview';
      readonly sku: string;
      readonly at: string;
      readonly qty: number;
      readonly order?: string;
    }
  | ListAsk
  /** What a sweep would do, that is not to do it. */
  | { readonly kind: 'dry_run'; readonly asOf: string }
  | { readonly kind: 'feed'; readonly after: string; readonly limit: number }
) & {
  /** Set where the call uses a key of the test environment. */
  readonly isTest?: true;
};

/** The response to a change is an outcome of the model; that to a read has the rows that `readOf` makes of a state. */
export type CallResponse = Outcome | { readonly rows: readonly unknown[] };

/** One accepted change, as the ledger has it. */
export interface Movement {
  readonly id: string;
  readonly type: string;
  readonly key: string | null;
  readonly actor: string;
  readonly order: string | null;
  readonly sku: string;
  readonly at: string;
  /** Timestamp text. */
  readonly createdAt: string;
  /** The response where the entries do not hold it. */
  readonly answer: unknown;
  /** What happened to lots, in the order of their chain. */
  readonly links: readonly Link[];
}

/** A ledger entry or a lot record: they share one chain for each lot. */
export interface Link {
  /** Has a fixed width, so that texts compare as the numbers do. */
  readonly seq: string;
  readonly kind: 'entry' | 'reserve' | 'release' | 'set_status' | 'set_expiry';
  readonly type: string;
  readonly sku: string;
  readonly at: string;
  readonly lot: string;
  readonly qty: number;
  /** The units on hand after an entry, the reserved units after any other link. */
  readonly after: number;
  readonly order: string | null;
  readonly status: 'released' | 'quarantine' | null;
  readonly expiry: string | null;
  /** The time of an entry; timestamp text. */
  readonly createdAt?: string | null;
  /** The lot's id. */
  readonly id?: string;
}

/** A ledger entry, as reads of what was show it. */
export interface Entry {
  readonly seq: string;
  readonly createdAt: string;
  readonly type: string;
  readonly qty: number;
  readonly after: number;
  readonly order: string | null;
}

export interface FeedEvent {
  readonly position: number;
  readonly id: string;
  readonly type: EventType;
  /** Timestamp text. */
  readonly createdAt: string;
  /** The transaction that has written it. */
  readonly transaction?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the checker says what it expects of it
  readonly data: any;
}

/** One request that a webhook's receiver got. */
export interface Delivery {
  readonly delivery: string;
  readonly endpoint: string;
  /** The body, byte by byte. */
  readonly text: string;
  readonly signed: boolean;
}

export interface History {
  readonly calls: readonly Call[];
  readonly ledger: readonly Movement[];
  /** All events since the base, as they lie in the database. */
  readonly feed: readonly FeedEvent[];
  readonly deliveries: readonly Delivery[];
  /** Endpoints to which every event must have come when all is over; while it is not, none is missed. */
  readonly delivered: readonly string[];
}

/** What earlier stretches have left. */
export interface Base {
  state: State;
  /** The position of the last event. */
  position: number;
  /** Positions of the last events by their ids: where readers of the feed may go on. */
  cursors: Record<string, number>;
  /** Levels whose being low was announced, by `levelName`; one that is not named was. */
  low: Record<string, boolean>;
  /** The last entries of each lot, in their order, by `lotName`. */
  entries: Record<string, Entry[]>;
  /** Ids of lots, by `lotName`. */
  ids: Record<string, string>;
  /** Calls whose outcome no one knows. */
  open: Call[];
  /** The outcomes of the latest keys. */
  keys: Record<string, { command: Command; outcome: Outcome }>;
  /** Events that are still to be delivered or were delivered lately, and the deliveries of each. */
  eventDeliveries: Record<string, EventDeliveries>;
}

export interface EventDeliveries {
  readonly event: FeedEvent;
  /** By endpoint: the delivery's id, and what its bytes hash to. */
  readonly to: Record<string, { delivery: string; digest: string }>;
}

/** The code where an order may not be shipped or cancelled, or does not exist. */
export const NO_STEP = 'NO STEP';

export function emptyBase(today: string, skus: Sku[] = []): Base {
  return {
    state: { ...emptyState(today), skus },
    position: 0,
    cursors: {},
    low: {},
    entries: {},
    ids: {},
    open: [],
    keys: {},
    eventDeliveries: {},
  };
}

/** One that was written as JSON: reservations point to their lots again. */
export function revivedBase(base: Base): Base {
  const { lots, holds } = base.state;
  for (const hold of holds) {
    const lot = lots.find((one) => lotName(one) === lotName(hold.lot));
    if (lot === undefined) throw new Error('A reservation is in no lot.');
    hold.lot = lot;
  }
  return base;
}

/** What cannot be. */
export interface Violation {
  readonly kind:
    | 'unexplained'
    | 'rules'
    | 'real time'
    | 'one key'
    | 'lost'
    | 'unasked'
    | 'ledger'
    | 'feed'
    | 'webhook';
  /** The call, the movement or the event that it is about. */
  readonly subject: string;
  readonly text: string;
  /** What else it takes to see it: ids of calls. */
  readonly calls: readonly number[];
}

export function levelName({ sku, at }: { sku: string; at: string }): string {
  return `${sku} at ${at}`;
}

export function lotName({ sku, at, lot }: { sku: string; at: string; lot: string }): string {
  return `${lot} of ${levelName({ sku, at })}`;
}
