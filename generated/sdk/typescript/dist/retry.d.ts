/** Whether and when a call is sent again: decisions on plain values. */
import type { OPERATIONS } from './operations.js';
import { ApiError, type ConnectionError } from './errors.js';
import type { OperationId } from './types.js';
/** Whether an operation may be sent again when nobody knows what came of it; read off the contract. */
export type Repeat = (typeof OPERATIONS)[OperationId]['repeat'];
/**
 * What was refused with 429 did nothing, so anything may be sent again. After the others something may have
 * been done: then only what does nothing twice.
 */
export declare function mayPass(failure: ApiError | ConnectionError, { repeat, body }: {
    repeat: Repeat;
    body: unknown;
}): boolean;
/**
 * The wait before the next attempt, in seconds. It doubles from half a second to 8, half of it by chance, and
 * is never shorter than what the API asked for.
 *
 * @param attempt that failed, from 1
 * @param random from 0 to 1
 */
export declare function waitSeconds(attempt: number, retryAfterSeconds: number | undefined, random: number): number;
