import { errors } from '../errors.ts';
import { countShed, type QueueProbe, watchQueue } from '../telemetry/metrics.ts';
import { SEMAPHORE_WAIT_SECONDS_MAX, SEMAPHORE_WAITING_MAX } from './limits.ts';

const RETRY_AFTER_SECONDS = 1;

/** What waits, and since when, as performance.now() has it. */
interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

/**
 * Lets so many work at once; the others wait, and each time a place is free the next key has its turn: the
 * many of one do not stand before the one of another. So many may wait, and for so long.
 */
export class FairSemaphore {
  /** By key, in order of arrival; keys in order of their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #waitSecondsMax: number;
  readonly #waitingMax: number;
  readonly #probe: QueueProbe;
  #free: number;
  #depth = 0;

  constructor({
    slotsMax,
    waitSecondsMax = SEMAPHORE_WAIT_SECONDS_MAX,
    waitingMax = SEMAPHORE_WAITING_MAX,
  }: { slotsMax: number; waitSecondsMax?: number; waitingMax?: number }) {
    this.#free = slotsMax;
    this.#waitSecondsMax = waitSecondsMax;
    this.#waitingMax = waitingMax;
    const turns = this;
    this.#probe = {
      get depth() {
        return turns.#depth;
      },
      get waitingSince() {
        const first = [...turns.#waiting.values()].map(([waiting]) => waiting?.since ?? Infinity);
        return first.length === 0 ? undefined : Math.min(...first);
      },
    };
    watchQueue('reads', this.#probe);
  }

  /**
   * @returns what ends the turn
   * @throws ApiError 503 `unavailable` when no place was free in time, or too many wait
   */
  async take(key: string): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key);
    return () => this.#next();
  }

  #wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        countShed('reads');
        reject(errors.unavailable(RETRY_AFTER_SECONDS));
      };
      if (this.#depth >= this.#waitingMax) {
        refuse();
        return;
      }
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { since: performance.now(), start };
      const timer = setTimeout(() => {
        this.#forget(key, waiting);
        refuse();
      }, this.#waitSecondsMax * 1000);
      const queue = this.#waiting.get(key);
      if (queue === undefined) this.#waiting.set(key, [waiting]);
      else queue.push(waiting);
      this.#depth += 1;
    });
  }

  /** The place goes on to the first of the key whose turn it is, and the key behind the others. */
  #next(): void {
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#free += 1;
      return;
    }
    const [key, [first, ...others]] = turn;
    this.#waiting.delete(key);
    if (others.length > 0) this.#waiting.set(key, others);
    this.#depth -= 1;
    first?.start();
  }

  #forget(key: string, waiting: Waiting): void {
    this.#depth -= 1;
    const others = (this.#waiting.get(key) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }
}
