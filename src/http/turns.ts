import { errors } from '../errors.ts';
import { TURN_SECONDS_MAX } from './limits.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Lets so many work at once; the others wait, and each time a place is free the next key has its turn: the
 * many of one do not stand before the one of another. How many may wait is for whoever lets them come.
 */
export class Turns {
  /** By key, in order of arrival; keys in order of their turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #waitSecondsMax: number;
  #free: number;

  constructor({
    placesMax,
    waitSecondsMax = TURN_SECONDS_MAX,
  }: { placesMax: number; waitSecondsMax?: number }) {
    this.#free = placesMax;
    this.#waitSecondsMax = waitSecondsMax;
  }

  /**
   * @returns what ends the turn
   * @throws ApiError 503 `unavailable` when no place was free in time
   */
  async take(key: string): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key);
    return () => this.#next();
  }

  #wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#forget(key, start);
        reject(errors.unavailable(RETRY_AFTER_SECONDS));
      }, this.#waitSecondsMax * 1000);
      const queue = this.#waiting.get(key);
      if (queue === undefined) this.#waiting.set(key, [start]);
      else queue.push(start);
    });
  }

  /** The place goes on to the first of the key whose turn it is, and the key behind the others. */
  #next(): void {
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#free += 1;
      return;
    }
    const [key, [start, ...others]] = turn;
    this.#waiting.delete(key);
    if (others.length > 0) this.#waiting.set(key, others);
    start?.();
  }

  #forget(key: string, start: () => void): void {
    const others = (this.#waiting.get(key) ?? []).filter((one) => one !== start);
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }
}
