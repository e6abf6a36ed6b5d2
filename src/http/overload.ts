/**
 * Sheds requests while a process is overloaded: at once, before the caller is authenticated, so that accepted
 * requests are answered in time and the process recovers by itself. What waits further inside is bounded by
 * `src/queues/bounded-queue.ts`. README.md draws all gates.
 */
import { shed } from '../queues/bounded-queue.ts';
import { operationsInFlight, watchEventLoop } from '../telemetry/metrics.ts';
import { LAG_MILLISECONDS_MAX, LAG_POLL_MILLISECONDS, OPERATIONS_IN_FLIGHT_MAX } from './limits.ts';

/** A single delay may come from the machine, or from a collection of garbage. */
const LAGS_IN_A_ROW = 2;

/** The delay of an event loop. */
export interface Lag {
  readonly isTooLong: boolean;
}

/** The value for a process whose event loop is never late. */
export const NO_LAG: Lag = { isTooLong: false };

export class Overload {
  readonly #lag: Lag;
  readonly #inFlightMax: number;
  #inFlight = 0;

  constructor({ lag = NO_LAG, inFlightMax = OPERATIONS_IN_FLIGHT_MAX } = {}) {
    this.#lag = lag;
    this.#inFlightMax = inFlightMax;
  }

  /**
   * @returns a function to call once when the request is answered
   * @throws ApiError 503 `unavailable`
   */
  enter(): () => void {
    if (this.#inFlight >= this.#inFlightMax) throw shed('in_flight');
    if (this.#lag.isTooLong) throw shed('event_loop');
    this.#inFlight += 1;
    operationsInFlight.inc();
    return () => {
      this.#inFlight -= 1;
      operationsInFlight.dec();
    };
  }
}

/**
 * Measures the delay of the event loop, until the end of the process. perf_hooks.monitorEventLoopDelay will not do:
 * a reset makes it forget the delay that is under way. Node 20 and 24 missed half a second that way.
 */
export class LoopLag implements Lag {
  readonly #pollMilliseconds: number;
  readonly #millisecondsMax: number;
  #due: number;
  #worst = 0;
  #timesLate = 0;

  constructor({
    pollMilliseconds = LAG_POLL_MILLISECONDS,
    millisecondsMax = LAG_MILLISECONDS_MAX,
  } = {}) {
    this.#pollMilliseconds = pollMilliseconds;
    this.#millisecondsMax = millisecondsMax;
    this.#due = this.#pollLater();
  }

  get isTooLong(): boolean {
    return this.#timesLate >= LAGS_IN_A_ROW;
  }

  /** @returns the worst delay since the last call */
  takeWorstSeconds(): number {
    const worst = Math.max(this.#worst, performance.now() - this.#due, 0);
    this.#worst = 0;
    return worst / 1000;
  }

  #pollLater(): number {
    setTimeout(() => this.#poll(), this.#pollMilliseconds).unref();
    return performance.now() + this.#pollMilliseconds;
  }

  #poll(): void {
    const milliseconds = Math.max(0, performance.now() - this.#due);
    this.#worst = Math.max(this.#worst, milliseconds);
    this.#timesLate = milliseconds > this.#millisecondsMax ? this.#timesLate + 1 : 0;
    this.#due = this.#pollLater();
  }
}

/** The program calls it once. */
export function watchLag(): Lag {
  const lag = new LoopLag();
  watchEventLoop(() => lag.takeWorstSeconds());
  return lag;
}
