// What waits in this process for its turn, under the batches (batcher.ts), the slots (fair-semaphore.ts) and the stock
// writer. Each of them decides who is next; here the waiting is bounded, in number and in time, refused and measured.
import { type ApiError, errors } from '../errors.ts';
import { countShed, type Queue, type Shedder, watchQueue } from '../telemetry/metrics.ts';

/**
 * While the oldest call of a key has waited this long, no other is queued behind it. Locks time out after the same time,
 * so a queue that a lock delays moves on by then, by itself or with another outcome.
 */
export const SHED_AFTER_MILLISECONDS = 4_000;
/** The queue timeout: by then a caller has given up, or comes again. */
export const QUEUE_TIMEOUT_MILLISECONDS = 8_000;
const POLL_INTERVAL_MILLISECONDS = 250;
export const RETRY_AFTER_SECONDS = 1;

/** Counts a request that is refused because of overload. @returns 503 `unavailable` with Retry-After, to be thrown */
export function shed(by: Shedder): ApiError {
  countShed(by);
  return errors.unavailable(RETRY_AFTER_SECONDS);
}

export interface Waiting {
  /** When it began to wait, by performance.now(). */
  readonly since: number;
  readonly reject: (reason: unknown) => void;
}

interface Bounds<One> {
  /** How many wait, of all keys and of one. */
  readonly waitingMax: number;
  readonly waitingOfKeyMax: number;
  /** Both are infinite where work that was done already would be lost with a refusal. */
  readonly shedAfterMilliseconds: number;
  readonly timeoutMilliseconds: number;
  readonly refuse: (one: One) => void;
}

/** The metrics hold it weakly: it is measured for as long as somebody may add to it. */
export class BoundedQueue<One extends Waiting> {
  /** In order of arrival; the keys in the order of their turns. */
  readonly byKey = new Map<string, One[]>();
  readonly #bounds: Bounds<One>;
  #depth = 0;
  #isPolling = false;

  constructor(queue: Queue, bounds: Partial<Bounds<One>>) {
    this.#bounds = {
      waitingMax: Infinity,
      waitingOfKeyMax: Infinity,
      shedAfterMilliseconds: SHED_AFTER_MILLISECONDS,
      timeoutMilliseconds: QUEUE_TIMEOUT_MILLISECONDS,
      refuse: ({ reject }) => reject(shed(queue)),
      ...bounds,
    };
    watchQueue(queue, this);
  }

  get depth(): number {
    return this.#depth;
  }

  get waitingSince(): number | undefined {
    let oldest: number | undefined;
    for (const [first] of this.byKey.values()) {
      if (first !== undefined && !(oldest !== undefined && oldest < first.since))
        oldest = first.since;
    }
    return oldest;
  }

  /** Refuses it at once while too many wait, or the oldest of its key for too long. */
  add(key: string, one: One): void {
    const { waitingMax, waitingOfKeyMax, shedAfterMilliseconds, refuse } = this.#bounds;
    const waiting = this.byKey.get(key) ?? [];
    const first = waiting[0]?.since ?? one.since;
    const isFull = this.#depth >= waitingMax || waiting.length >= waitingOfKeyMax;
    if (isFull || one.since - first > shedAfterMilliseconds) {
      refuse(one);
      return;
    }
    waiting.push(one);
    this.#keep(key, waiting);
  }

  /** Returns what was taken to the head of its key, before what arrived in the meantime. */
  putBack(key: string, one: One): void {
    const waiting = this.byKey.get(key) ?? [];
    waiting.unshift(one);
    this.#keep(key, waiting);
  }

  #keep(key: string, waiting: One[]): void {
    this.byKey.set(key, waiting);
    this.#depth += 1;
    this.#pollSoon();
  }

  /** Takes the oldest of a key, which goes last. */
  take(key: string, most: number): One[] {
    const waiting = this.byKey.get(key) ?? [];
    const taken = waiting.splice(0, most);
    this.byKey.delete(key);
    if (waiting.length > 0) this.byKey.set(key, waiting);
    this.#depth -= taken.length;
    return taken;
  }

  /** Polls while anybody waits: what they wait for may hang, and would not report it. */
  #pollSoon(): void {
    const { timeoutMilliseconds, refuse } = this.#bounds;
    if (this.#isPolling || timeoutMilliseconds === Infinity) return;
    this.#isPolling = true;
    setTimeout(
      () => {
        this.#isPolling = false;
        const latest = performance.now() - timeoutMilliseconds;
        for (const [key, waiting] of this.byKey) {
          const timely = waiting.findIndex(({ since }) => since > latest);
          const late = waiting.splice(0, timely < 0 ? waiting.length : timely);
          if (waiting.length === 0) this.byKey.delete(key);
          this.#depth -= late.length;
          for (const one of late) refuse(one);
        }
        if (this.#depth > 0) this.#pollSoon();
      },
      Math.min(POLL_INTERVAL_MILLISECONDS, timeoutMilliseconds),
    ).unref();
  }
}
