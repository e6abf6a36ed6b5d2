import { type Queue, type QueueProbe, watchQueue } from '../telemetry/metrics.ts';
import { shed } from './shed.ts';

/** How long a caller waits for a slot. */
const SEMAPHORE_WAIT_SECONDS_MAX = 5;
/** The most waiting callers: the reader's connections serve that many reads in a second, so the last of them is in time. */
const SEMAPHORE_WAITING_MAX = 1_000;

interface Waiting {
  /** When the caller began to wait, by performance.now(). */
  readonly since: number;
  readonly start: () => void;
}

/**
 * Lets `slotsMax` callers work at once. The others wait, and a slot that becomes free goes to the keys in turn: many
 * requests of one key do not delay those of another. The number of waiting callers, of all keys and of one, and their
 * wait are limited.
 */
export class FairSemaphore {
  /** The waiting callers of each key in order of arrival; the keys in order of their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #queue: Queue;
  readonly #waitSecondsMax: number;
  readonly #waitingMax: number;
  readonly #waitingOfKeyMax: number;
  readonly #probe: QueueProbe;
  #free: number;
  #depth = 0;

  constructor({
    slotsMax,
    queue = 'reads',
    waitSecondsMax = SEMAPHORE_WAIT_SECONDS_MAX,
    waitingMax = SEMAPHORE_WAITING_MAX,
    waitingOfKeyMax = waitingMax,
  }: {
    slotsMax: number;
    queue?: Queue;
    waitSecondsMax?: number;
    waitingMax?: number;
    waitingOfKeyMax?: number;
  }) {
    this.#free = slotsMax;
    this.#queue = queue;
    this.#waitSecondsMax = waitSecondsMax;
    this.#waitingMax = waitingMax;
    this.#waitingOfKeyMax = waitingOfKeyMax;
    const semaphore = this;
    this.#probe = {
      get depth() {
        return semaphore.#depth;
      },
      get waitingSince() {
        const first = [...semaphore.#waiting.values()].map(
          ([waiting]) => waiting?.since ?? Infinity,
        );
        return first.length === 0 ? undefined : Math.min(...first);
      },
    };
    watchQueue(queue, this.#probe);
  }

  /**
   * @returns releases the slot
   * @throws ApiError 503 `unavailable` when no slot was free in time, or too many wait
   */
  async take(key: string): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key);
    return () => this.#next();
  }

  #wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key);
      if (this.#depth >= this.#waitingMax || (queue?.length ?? 0) >= this.#waitingOfKeyMax) {
        reject(shed(this.#queue));
        return;
      }
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { since: performance.now(), start };
      const timer = setTimeout(() => {
        this.#forget(key, waiting);
        reject(shed(this.#queue));
      }, this.#waitSecondsMax * 1000);
      if (queue === undefined) this.#waiting.set(key, [waiting]);
      else queue.push(waiting);
      this.#depth += 1;
    });
  }

  /** Passes the slot to the oldest request of the first key, which then becomes the last key. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#free += 1;
      return;
    }
    const [key, queue] = first;
    const next = queue.shift();
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    this.#depth -= 1;
    next?.start();
  }

  #forget(key: string, waiting: Waiting): void {
    this.#depth -= 1;
    const others = (this.#waiting.get(key) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }
}
