import { ApiError } from "./errors.js";
/** Answers after which the same request may do better. */
const PASSING_STATUSES = [502, 503, 504];
/**
 * What was refused with 429 did nothing, so anything may be sent again. After the others something may have
 * been done: then only what does nothing twice.
 */
export function mayPass(failure, { repeat, body }) {
    if (failure instanceof ApiError) {
        if (failure.status === 429)
            return true;
        if (!PASSING_STATUSES.includes(failure.status))
            return false;
    }
    if (repeat === 'never')
        return false;
    return repeat !== 'with-id' || body?.id !== undefined;
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
export function waitSeconds(attempt, retryAfterSeconds, random) {
    const most = Math.min(BACKOFF_SECONDS_MAX, FIRST_SECONDS * 2 ** (attempt - 1));
    const backoff = most * (0.5 + random / 2);
    if (retryAfterSeconds === undefined)
        return backoff;
    return Math.max(backoff, retryAfterSeconds * (1 + SPREAD * random));
}
