/** What every error of this package is. */
export class PharmacyPlatformError extends Error {
    name = 'PharmacyPlatformError';
}
/** A client, a call or a verification that was set up wrongly. Nothing was sent. */
export class ConfigurationError extends PharmacyPlatformError {
    name = 'ConfigurationError';
}
/** What a call that was sent can end in. */
class CallError extends PharmacyPlatformError {
    /** The operation that was called. */
    operationId;
    /** How often it was sent, the first time included. */
    attempts;
    /**
     * The key that was sent, given or made; of a batch those of its items, in order. The same call with the
     * same key never happens twice. Empty where the operation takes none.
     */
    idempotencyKeys;
    constructor(message, sent, options) {
        super(message, options);
        this.operationId = sent.operationId;
        this.attempts = sent.attempts;
        this.idempotencyKeys = sent.idempotencyKeys;
    }
}
/**
 * The API refused. `code` says why, for programs, and `message` for people; narrow with
 * `isApiError(error, 'insufficient_stock')`, and `details` is typed.
 */
export class ApiError extends CallError {
    name = 'ApiError';
    /** Why, for programs. */
    code;
    /** The HTTP status. */
    status;
    /** Names the request; quote it to support. */
    requestId;
    /** Each field that is wrong, or where the stock is that could not be taken; by code. */
    details;
    /** How long to wait before the next try, in seconds, where the API said so (429 and 503). */
    retryAfterSeconds;
    constructor(refusal, sent) {
        const { status, code, message, requestId } = refusal;
        const quoted = requestId === undefined ? '' : ` (request ${requestId})`;
        super(`${status} ${code}: ${message}${quoted}`, sent);
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.details = refusal.details;
        this.retryAfterSeconds = refusal.retryAfterSeconds;
    }
}
/**
 * No answer came, or none that could be read: the network failed, or the time was up. What was to be written
 * may have been: where `idempotencyKeys` is not empty, send the same call with the same key again.
 */
export class ConnectionError extends CallError {
    name = 'ConnectionError';
    /** Whether it was a time of ours that was up. */
    isTimeout;
    constructor(failure, sent) {
        super(failure.message, sent, { cause: failure.cause });
        this.isTimeout = failure.isTimeout;
    }
}
/** A delivery that is not genuine, or too old. Answer 400 or 401, and do nothing with its body. */
export class WebhookVerificationError extends PharmacyPlatformError {
    name = 'WebhookVerificationError';
    problem;
    constructor(problem, message) {
        super(message);
        this.problem = problem;
    }
}
export function isApiError(error, ...codes) {
    return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
/**
 * Reads a refusal: the API's envelope, the shape of its own that a 429 has, or whatever else stood between.
 *
 * @param body parsed, or as text where it is no JSON
 */
export function readRefusal({ status, headers }, body, now = Date.now()) {
    const { error, message, retry_after: retryAt } = members(body);
    const envelope = members(error);
    const code = typeof error === 'string' ? error : envelope.code;
    const text = typeof error === 'string' ? message : envelope.message;
    const isOurs = typeof code === 'string' && typeof text === 'string';
    return {
        status,
        code: isOurs ? code : 'unrecognized_answer',
        message: isOurs
            ? text
            : 'The answer is none of the API’s; something before it may have answered.',
        requestId: headers.get('x-request-id') ?? string(envelope.request_id),
        details: isOurs ? envelope.details : undefined,
        retryAfterSeconds: waitSeconds(headers.get('retry-after'), now) ?? waitSeconds(retryAt, now),
    };
}
/** `Retry-After` is a number of seconds or a date, `retry_after` in a body a timestamp. */
function waitSeconds(value, now) {
    if (typeof value !== 'string' || value === '')
        return undefined;
    if (/^\d{1,9}$/.test(value))
        return Number(value);
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
function members(value) {
    return typeof value === 'object' && value !== null ? value : {};
}
function string(value) {
    return typeof value === 'string' ? value : undefined;
}
