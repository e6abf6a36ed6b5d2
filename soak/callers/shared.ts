import type { Import } from '../../kit/model.ts';
import type { EntryTime, Naming } from '../asks.ts';
import type { Caller } from '../world.ts';
import type { KnownLots } from './known.ts';
import type { Recorder } from './recorder.ts';
import type { Keyed } from './wire.ts';

/** What all clients of a stretch share. */
export interface Stretch {
  readonly recorder: Recorder;
  /** The addresses of the service now; none, for moments. */
  readonly urls: () => readonly string[];
  /** Part of the names of orders and keys, so that each stretch has its own. */
  readonly name: string;
  /** Nothing new is begun then. */
  readonly isOver: () => boolean;
  /** No one waits for an answer any longer then. */
  readonly isLate: () => boolean;
  /** What callers had accepted of late, in the stretch before too, by their names. */
  readonly earlier: Map<string, Earlier[]>;
  /** Ids of lots and what they held, as the lists have shown them, by `lot of SKU at location`. */
  readonly lots: KnownLots;
  /** Ids of products, by the SKU that has named them. */
  readonly products: Readonly<Record<string, string>>;
  /** Times of the latest entries that responses have shown. */
  readonly times: EntryTime[];
  /** Has a key of the test environment. */
  readonly tester: Caller;
  /** What there is, the one that came last too. */
  readonly skus: readonly string[];
  /** What was imported of late. */
  readonly files: Import[];
  readonly ordered: Ordered;
  /** Counts on, over all stretches. */
  readonly next: () => number;
}

/** Orders that are there, for whom stock is reserved, and which are shipped with it or cancelled. */
export interface Ordered {
  readonly ids: () => readonly string[];
  /** Orders that any call of this stretch has named. */
  readonly named: Set<string>;
  /** What each holds by the last response to it. */
  readonly held: Map<string, { sku: string; at: string; lots: [lot: string, qty: number][] }>;
}

/** What was accepted, and may be sent again. */
export interface Earlier {
  readonly command: Keyed;
  readonly key: string;
  readonly naming: Naming | undefined;
}

export function orderOf({ name }: Pick<Stretch, 'name'>, index: number): string {
  return `${name}-O${index}`;
}
