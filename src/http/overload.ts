/**
 * Turns requests away while a process has more to do than it can: at once, before anybody asks who calls, so that
 * those that were taken are answered in time and it recovers by itself. What waits deeper inside has bounds of its
 * own (batcher.ts, turns.ts, the door).
 */
import { Gauge } from 'prom-client';
import { type ApiError, errors } from '../errors.ts';
import { countShed, operationsInFlight, registry, type Shedder } from '../telemetry/metrics.ts';
import { LAG_MILLISECONDS_MAX, LAG_POLL_MILLISECONDS, OPERATIONS_IN_FLIGHT_MAX } from './limits.ts';

const RETRY_AFTER_SECONDS = 1;
/** Once may be the machine's doing, or a collection of garbage. */
const LAGS_IN_A_ROW = 2;

/** Whether an event loop is late. */
export interface Lag {
  readonly isTooLong: boolean;
}

/** For a process that is never late. */
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
   * @returns what says that the request is answered
   * @throws ApiError 503 `unavailable`
   */
  enter(): () => void {
    if (this.#inFlight >= this.#inFlightMax) throw refusal('in_flight');
    if (this.#lag.isTooLong) throw refusal('event_loop');
    this.#inFlight += 1;
    operationsInFlight.inc();
    return () => {
      this.#inFlight -= 1;
      operationsInFlight.dec();
    };
  }
}

function refusal(by: Shedder): ApiError {
  countShed(by);
  return errors.unavailable(RETRY_AFTER_SECONDS);
}

/**
 * Measures the event loop until the end of the process. perf_hooks.monitorEventLoopDelay will not do: when
 * it is reset it forgets the delay that is under way. Node 20 and 24 missed half a second so.
 */
export class LoopLag implements Lag {
  readonly #lookMilliseconds: number;
  readonly #millisecondsMax: number;
  #due: number;
  #worst = 0;
  #timesLate = 0;

  constructor({
    lookMilliseconds = LAG_POLL_MILLISECONDS,
    millisecondsMax = LAG_MILLISECONDS_MAX,
  } = {}) {
    this.#lookMilliseconds = lookMilliseconds;
    this.#millisecondsMax = millisecondsMax;
    this.#due = this.#lookLater();
  }

  get isTooLong(): boolean {
    return this.#timesLate >= LAGS_IN_A_ROW;
  }

  /** By how much it was late, at the worst since this was last asked. */
  takeWorstSeconds(): number {
    const worst = Math.max(this.#worst, performance.now() - this.#due, 0);
    this.#worst = 0;
    return worst / 1000;
  }

  #lookLater(): number {
    setTimeout(() => this.#look(), this.#lookMilliseconds).unref();
    return performance.now() + this.#lookMilliseconds;
  }

  #look(): void {
    const milliseconds = Math.max(0, performance.now() - this.#due);
    this.#worst = Math.max(this.#worst, milliseconds);
    this.#timesLate = milliseconds > this.#millisecondsMax ? this.#timesLate + 1 : 0;
    this.#due = this.#lookLater();
  }
}

/** Once, by the program. */
export function watchLag(): Lag {
  const lag = new LoopLag();
  new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'By how much the event loop was late, at the worst since this was last asked.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(lag.takeWorstSeconds());
    },
  });
  return lag;
}
