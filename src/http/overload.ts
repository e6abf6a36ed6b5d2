/**
 * Turns requests away while a process has more to do than it can: at once, before anybody asks who calls, so that
 * those that were taken are answered in time and it recovers by itself. What waits deeper inside has bounds of its
 * own (batcher.ts, turns.ts, the door).
 */
import { Gauge } from 'prom-client';
import { type ApiError, errors } from '../errors.ts';
import { countShed, operationsInFlight, registry, type Shedder } from '../telemetry/metrics.ts';
import { LAG_LOOK_MILLISECONDS, LAG_MILLISECONDS_MAX, OPERATIONS_IN_FLIGHT_MAX } from './limits.ts';

const RETRY_AFTER_SECONDS = 1;

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

/** Looks at the event loop of this process until the end; once, by the program. */
export function watchLag(): Lag {
  let due = performance.now() + LAG_LOOK_MILLISECONDS;
  let worst = 0;
  let late = 0;
  const look = () => {
    const milliseconds = Math.max(0, performance.now() - due);
    worst = Math.max(worst, milliseconds);
    late = milliseconds > LAG_MILLISECONDS_MAX ? late + 1 : 0;
    due = performance.now() + LAG_LOOK_MILLISECONDS;
    setTimeout(look, LAG_LOOK_MILLISECONDS).unref();
  };
  setTimeout(look, LAG_LOOK_MILLISECONDS).unref();
  new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'By how much the event loop was late, at the worst since this was last asked.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(Math.max(worst, performance.now() - due, 0) / 1000);
      worst = 0;
    },
  });
  return {
    get isTooLong() {
      return late >= 2;
    },
  };
}
