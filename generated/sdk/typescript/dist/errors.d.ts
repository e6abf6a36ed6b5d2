import type { ERROR_CODES } from './operations.js';
import type { operations } from './schema.js';
import type { AddedLater, OperationId } from './types.js';
/** A code of a refusal that this version knows. */
export type KnownErrorCode = (typeof ERROR_CODES)[number];
/**
 * The code of a refusal: one of the API's, one that was added after this version, or `unrecognized_answer`
 * where something between us and the API answered, as a proxy does with 502.
 */
export type ErrorCode = KnownErrorCode | 'unrecognized_answer' | AddedLater;
type DetailsAt<Id extends OperationId, Status extends number> = operations[Id]['responses'] extends {
    [S in Status]: {
        content: {
            'application/json': {
                error: infer Problem;
            };
        };
    };
} ? Problem extends {
    details?: infer Details;
} ? Details : never : never;
/** What was wrong with which field. */
type FieldProblems = DetailsAt<'listLots', 400>;
/** Units: what was asked for, what could have been taken, and where the rest is. */
type Shortage = DetailsAt<'postMovement', 409>;
/** What `details` holds, by code. */
export type ErrorDetails<Code> = Code extends 'insufficient_stock' ? Shortage : Code extends 'validation_error' | 'validation_failed' ? FieldProblems : Shortage | FieldProblems | undefined;
/** What every error of this package is. */
export declare class PharmacyPlatformError extends Error {
    name: string;
}
/** A client, a call or a verification that was set up wrongly. Nothing was sent. */
export declare class ConfigurationError extends PharmacyPlatformError {
    name: string;
}
interface Sent {
    readonly operationId: OperationId;
    readonly attempts: number;
    readonly idempotencyKeys: readonly string[];
}
/** What a call that was sent can end in. */
declare abstract class CallError extends PharmacyPlatformError {
    /** The operation that was called. */
    readonly operationId: OperationId;
    /** How often it was sent, the first time included. */
    readonly attempts: number;
    /**
     * The key that was sent, given or made; of a batch those of its items, in order. The same call with the
     * same key never happens twice. Empty where the operation takes none.
     */
    readonly idempotencyKeys: readonly string[];
    constructor(message: string, sent: Sent, options?: ErrorOptions);
}
/**
 * The API refused. `code` says why, for programs, and `message` for people; narrow with
 * `isApiError(error, 'insufficient_stock')`, and `details` is typed.
 */
export declare class ApiError<Code extends ErrorCode = ErrorCode> extends CallError {
    name: string;
    /** Why, for programs. */
    readonly code: Code;
    /** The HTTP status. */
    readonly status: number;
    /** Names the request; quote it to support. */
    readonly requestId: string | undefined;
    /** Each field that is wrong, or where the stock is that could not be taken; by code. */
    readonly details: ErrorDetails<Code>;
    /** How long to wait before the next try, in seconds, where the API said so (429 and 503). */
    readonly retryAfterSeconds: number | undefined;
    constructor(refusal: Refusal, sent: Sent);
}
/**
 * No answer came, or none that could be read: the network failed, or the time was up. What was to be written
 * may have been: where `idempotencyKeys` is not empty, send the same call with the same key again.
 */
export declare class ConnectionError extends CallError {
    name: string;
    /** Whether it was a time of ours that was up. */
    readonly isTimeout: boolean;
    constructor(failure: {
        message: string;
        isTimeout: boolean;
        cause?: unknown;
    }, sent: Sent);
}
/** Why a delivery is not taken. */
export type WebhookProblem = 
/** A header of the signature is missing, or cannot be read. */
'malformed_headers'
/** Signed too long ago, or in the future. */
 | 'timestamp_out_of_tolerance'
/** No secret that was given made any of its signatures. */
 | 'signature_mismatch'
/** Genuine, and no event. */
 | 'malformed_payload';
/** A delivery that is not genuine, or too old. Answer 400 or 401, and do nothing with its body. */
export declare class WebhookVerificationError extends PharmacyPlatformError {
    name: string;
    readonly problem: WebhookProblem;
    constructor(problem: WebhookProblem, message: string);
}
/** Every refusal, so that comparing `code` narrows `details`. */
export type AnyApiError = {
    [Code in KnownErrorCode]: ApiError<Code>;
}[KnownErrorCode] | ApiError<'unrecognized_answer'> | ApiError<AddedLater>;
/**
 * Whether the API refused, and with one of these codes where any are named.
 *
 * @example if (isApiError(error, 'insufficient_stock')) console.log(error.details.available);
 */
export declare function isApiError(error: unknown): error is AnyApiError;
export declare function isApiError<Code extends KnownErrorCode | 'unrecognized_answer'>(error: unknown, ...codes: [Code, ...Code[]]): error is ApiError<Code>;
/** What an answer that is no 2xx says. */
export interface Refusal {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly requestId: string | undefined;
    readonly details: unknown;
    readonly retryAfterSeconds: number | undefined;
}
/**
 * Reads a refusal: the API's envelope, the shape of its own that a 429 has, or whatever else stood between.
 *
 * @param body parsed, or as text where it is no JSON
 */
export declare function readRefusal({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown, now?: number): Refusal;
export {};
