// Counting may fail: its table is locked, full or gone. Then requests are answered uncounted, and the log says so: a
// limit that is not enforced for a while does less harm than stock that no one can move. The requests of a key that
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

export interface Counts {
  readonly requests: number;
  /** How many of the requests are reads. */
  readonly reads: number;
}

/** Counts the requests of each key that this process is answering. */
export class InFlight {
  readonly #byKey = new Map<string, Counts>();

  of(key: string): Counts {
    return this.#byKey.get(key) ?? { requests: 0, reads: 0 };
  }

  /** Adds a request. @returns removes the request again; further calls do nothing */
  enter(key: string, kind: 'read' | 'write'): () => void {
    this.#add(key, kind, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#add(key, kind, -1);
    };
  }

  #add(key: string, kind: 'read' | 'write', sign: 1 | -1): void {
    const { requests, reads } = this.of(key);
    const counts = { requests: requests + sign, reads: kind === 'read' ? reads + sign : reads };
    if (counts.requests > 0) this.#byKey.set(key, counts);
    else this.#byKey.delete(key);
  }
}

// The windows in which requests are counted follow the clock's minute and the UTC day. They are in an UNLOGGED
// table: a crash may reset them. A refused request counts in its minute, and not in its day. A window that lies one
// ahead is the current one until it is reached, because clocks are set back by seconds and counts must not be lost;
// one that lies further ahead was written by a clock that had jumped, and is reset.

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;

/** @param minute since 1970 */
export function endOfMinute(minute: number): Date {
  return new Date(minute * MINUTE_MILLISECONDS + MINUTE_MILLISECONDS);
}

/** @param day since 1970 */
export function endOfDay(day: number): Date {
  return new Date(day * DAY_MILLISECONDS + DAY_MILLISECONDS);
}

/** SQL for whether the row `usage` counts in the minute of `now`. It is immutable, as Citus asks of an upsert. */
export const minuteGoesOn = (now: string) =>
  `usage.minute - ${now}.minute between interval '0' and interval '1 minute'`;

export const dayGoesOn = (now: string) => `usage.day between ${now}.day and ${now}.day + 1`;

/** SQL for the number of a minute since 1970. */
export const minuteNumber = (minute: string) => `(extract(epoch from ${minute}) / 60)::bigint`;

export const dayNumber = (day: string) => `${day} - date '1970-01-01'`;
