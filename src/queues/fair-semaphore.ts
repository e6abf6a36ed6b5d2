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
 * requests of one key do not delay those of another. The slots of one key, the number of waiting callers, of all keys and
 * of one, and their wait are limited.
 */
export class FairSemaphore {
  /** The waiting callers of each key in order of arrival; the keys in order of their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** How many slots each key has now. */
  readonly #taken = new Map<string, number>();
  readonly #slotsOfKeyMax: number;
  readonly #queue: Queue;
  readonly #waitSecondsMax: number;
  readonly #waitingMax: number;
  readonly #waitingOfKeyMax: number;
  readonly #probe: QueueProbe;
  #free: number;
  #depth = 0;

  constructor({
    slotsMax,
    slotsOfKeyMax = slotsMax,
    queue = 'reads',
    waitSecondsMax = SEMAPHORE_WAIT_SECONDS_MAX,
    waitingMax = SEMAPHORE_WAITING_MAX,
    waitingOfKeyMax = waitingMax,
  }: {
    slotsMax: number;
    slotsOfKeyMax?: number;
    queue?: Queue;
    waitSecondsMax?: number;
    waitingMax?: number;
    waitingOfKeyMax?: number;
  }) {
    this.#free = slotsMax;
    this.#slotsOfKeyMax = slotsOfKeyMax;
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
    if (this.#free > 0 && this.#mayTake(key)) this.#take(key);
    else await this.#wait(key);
    return () => {
      this.#free += 1;
      const left = this.#ofKey(key) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
      this.#next();
    };
  }

  #ofKey(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #mayTake(key: string): boolean {
    return this.#ofKey(key) < this.#slotsOfKeyMax;
  }

  #take(key: string): void {
    this.#free -= 1;
    this.#taken.set(key, this.#ofKey(key) + 1);
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

  /** Gives the slot to the oldest request of the first key that may have it, which then becomes the last key. */
  #next(): void {
    for (const [key, queue] of this.#waiting) {
      if (!this.#mayTake(key)) continue;
      const next = queue.shift();
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      this.#depth -= 1;
      this.#take(key);
      next?.start();
      return;
    }
  }

  #forget(key: string, waiting: Waiting): void {
    this.#depth -= 1;
    const others = (this.#waiting.get(key) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }
}
