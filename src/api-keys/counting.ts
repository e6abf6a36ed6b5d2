// Counting may fail: its table is locked, full or gone. Then requests are answered uncounted, and the log says so: a
// limit that is not enforced for a while does less harm than stock that nobody can move. The requests of a key that
// one process answers at a time stay limited.
import { failureKind } from '../database/failures.ts';
import { ApiError } from '../errors.ts';

/** After counting has failed, requests go uncounted for this long, because it may have failed by waiting for a lock. */
const PAUSE_MILLISECONDS = 1_000;

/** Counts requests while counting works. */
export class Counting {
  readonly #warn: (line: string) => void;
  /** Infinite while one request probes whether counting works again; the others do not wait for it. */
  #pausedUntil = 0;
  #isBroken = false;

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  /**
   * Returns the result of `count`, or that of `otherwise` where counting fails. A lost connection is thrown to the
   * caller, because `otherwise` would fail without it too.
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
