// Counting may fail: its table is locked, full or gone. Then requests are answered uncounted, and the log says so: a
// limit that is not kept for a while is a lesser harm than stock that nobody can move. What one process answers of a
// key at a time stays limited.
import { failureKind } from '../database/database.ts';
import { ApiError } from '../errors.ts';

/** After counting has failed, nobody waits for it for so long: it may have failed by waiting for a lock. */
const PAUSE_MILLISECONDS = 1_000;

/** Whether requests can be counted. */
export class Counting {
  readonly #warn: (line: string) => void;
  /** Infinite while one tries whether counting works again: the others do not wait with it. */
  #pausedUntil = 0;
  #isBroken = false;

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  /**
   * What `count` answers, or `otherwise` where that fails. Without a connection nothing else could be done
   * either: then the failure is the caller's.
   */
  async or<Result>(
    count: () => Promise<Result>,
    otherwise: () => Promise<Result> | Result,
  ): Promise<Result> {
    if (performance.now() < this.#pausedUntil) return otherwise();
    if (this.#isBroken) this.#pausedUntil = Number.POSITIVE_INFINITY;
    try {
      const counted = await count();
      this.#goOn();
      return counted;
    } catch (error) {
      if (error instanceof ApiError || failureKind(error) === 'lost') {
        this.#goOn();
        throw error;
      }
      this.#isBroken = true;
      this.#pausedUntil = performance.now() + PAUSE_MILLISECONDS;
      const { code } = error as { code?: unknown };
      this.#warn(`Requests are not counted: the database failed with ${String(code)}.`);
      return otherwise();
    }
  }

  #goOn(): void {
    this.#isBroken = false;
    this.#pausedUntil = 0;
  }
}
