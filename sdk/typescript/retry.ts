/** Whether and when a call is sent again: decisions on plain values. */
import type { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import { ApiError, type ConnectionError } from './errors.ts';
import type { OperationId } from './types.ts';

/** Answers after which the same request may do better. */
const PASSING_STATUSES = [502, 503, 504];

/** Whether an operation may be sent again when no one knows what came of it; read off the contract. */
export type Repeat = (typeof OPERATIONS)[OperationId]['repeat'];

/**
 * What was refused with 429 did nothing, so anything may be sent again. After the others something may have
 * been done: then only what does nothing twice.
 */
export function isTransient(
  failure: ApiError | ConnectionError,
  { repeat, body }: { repeat: Repeat; body: unknown },
): boolean {
  if (failure instanceof ApiError) {
    if (failure.status === 429) return true;
    if (!PASSING_STATUSES.includes(failure.status)) return false;
  }
  if (repeat === 'never') return false;
  return repeat !== 'with-id' || (body as { id?: unknown } | undefined)?.id !== undefined;
}

const FIRST_SECONDS = 0.5;
const BACKOFF_SECONDS_MAX = 8;
/** Of what the API asks for: so that not all who were refused come back in the same moment. */
const SPREAD = 0.1;

/**
 * The wait before the next attempt, in seconds. It doubles from half a second to 8, half of it by chance, and
 * is never shorter than what the API asked for.
 *
 * @param attempt that failed, from 1
 * @param random from 0 to 1
 */
export function waitSeconds(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number {
  const most = Math.min(BACKOFF_SECONDS_MAX, FIRST_SECONDS * 2 ** (attempt - 1));
  const backoff = most * (0.5 + random / 2);
  if (retryAfterSeconds === undefined) return backoff;
  return Math.max(backoff, retryAfterSeconds * (1 + SPREAD * random));
}
