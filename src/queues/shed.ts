import { type ApiError, errors } from '../errors.ts';
import { countShed, type Shedder } from '../telemetry/metrics.ts';

export const RETRY_AFTER_SECONDS = 1;

/** Counts a request that is refused because of overload. @returns 503 `unavailable` with Retry-After, to be thrown */
export function shed(by: Shedder): ApiError {
  countShed(by);
  return errors.unavailable(RETRY_AFTER_SECONDS);
}
