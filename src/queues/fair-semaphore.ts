import type { Queue } from '../telemetry/metrics.ts';
import { BoundedQueue, type Waiting } from './bounded-queue.ts';

/** How long a caller waits for a slot. */
const SEMAPHORE_WAIT_SECONDS_MAX = 5;
/** The most waiting callers: the reader's connections serve that many reads in a second, so the last of them is in time. */
const SEMAPHORE_WAITING_MAX = 1_000;

interface Caller extends Waiting {
  readonly start: () => void;
}

/**
 * Lets `slotsMax` callers work at once. The others wait, and a slot that becomes free goes to the keys in turn: many
 * requests of one key do not delay those of another. The slots of one key, the number of waiting callers, of all keys and
 * of one, and their wait are limited.
 */
export class FairSemaphore {
  readonly #waiting: BoundedQueue<Caller>;
  /** How many slots each key has now. */
  readonly #taken = new Map<string, number>();
  readonly #slotsOfKeyMax: number;
  #free: number;

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
    this.#waiting = new BoundedQueue(queue, {
      waitingMax,
      waitingOfKeyMax,
      shedAfterMilliseconds: Infinity,
      timeoutMilliseconds: waitSecondsMax * 1_000,
    });
  }

  /**
   * @returns releases the slot
   * @throws ApiError 503 `unavailable` when no slot was free in time, or too many wait
   */
  async take(key: string): Promise<() => void> {
    if (!this.#takes(key)) {
      await new Promise<void>((start, reject) => {
        this.#waiting.add(key, { since: performance.now(), start, reject });
      });
    }
    return () => this.#leave(key);
  }

  /** Takes a slot where one is free that the key may have. */
  #takes(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (this.#free === 0 || taken >= this.#slotsOfKeyMax) return false;
    this.#free -= 1;
    this.#taken.set(key, taken + 1);
    return true;
  }

  /** Gives the slot to the oldest request of the first key that may have it. */
  #leave(key: string): void {
    this.#free += 1;
    const left = (this.#taken.get(key) ?? 0) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
    for (const other of this.#waiting.byKey.keys()) {
      if (!this.#takes(other)) continue;
      for (const { start } of this.#waiting.take(other, 1)) start();
      return;
    }
  }
}
