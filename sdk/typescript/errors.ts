import type { ERROR_CODES } from '../../generated/sdk/contract/operations.ts';
import type { operations } from '../../generated/sdk/contract/schema.ts';
import type { AddedLater, OperationId } from './types.ts';

/** A code of a refusal that this version knows. */
export type KnownErrorCode = (typeof ERROR_CODES)[number];

/**
 * The code of a refusal: one of the API's, one that was added after this version, or `unrecognized_answer`
 * where something between us and the API answered, as a proxy does with 502.
 */
export type ErrorCode = KnownErrorCode | 'unrecognized_answer' | AddedLater;

type DetailsAt<
  Id extends OperationId,
  Status extends number,
> = operations[Id]['responses'] extends {
  [S in Status]: { content: { 'application/json': { error: infer Problem } } };
}
  ? Problem extends { details?: infer Details }
    ? Details
    : never
  : never;

/** What was wrong with which field. */
type FieldProblems = DetailsAt<'listLots', 400>;

/** Units: what was asked for, what could have been taken, and where the rest is. */
type Shortage = DetailsAt<'postMovement', 409>;

/** What `details` holds, by code. */
export type ErrorDetails<Code> = Code extends 'insufficient_stock'
  ? Shortage
  : Code extends 'validation_error' | 'validation_failed'
    ? FieldProblems
    : Shortage | FieldProblems | undefined;

/** What every error of this package is. */
export class PharmacyPlatformError extends Error {
  override name = 'PharmacyPlatformError';
}

/** A client, a call or a verification that was set up wrongly. Nothing was sent. */
export class ConfigurationError extends PharmacyPlatformError {
  override name = 'ConfigurationError';
}

interface Sent {
  readonly operationId: OperationId;
  readonly attempts: number;
  readonly idempotencyKeys: readonly string[];
}

/** What a call that was sent can end in. */
abstract class CallError extends PharmacyPlatformError {
  /** The operation that was called. */
  readonly operationId: OperationId;
  /** How often it was sent, the first time included. */
  readonly attempts: number;
  /**
   * The key that was sent, given or made; of a batch those of its items, in order. The same call with the
   * same key never happens twice. Empty where the operation takes none.
   */
  readonly idempotencyKeys: readonly string[];

  constructor(message: string, sent: Sent, options?: ErrorOptions) {
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
export class ApiError<Code extends ErrorCode = ErrorCode> extends CallError {
  override name = 'ApiError';
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

  constructor(refusal: Refusal, sent: Sent) {
    const { status, code, message, requestId } = refusal;
    const quoted = requestId === undefined ? '' : ` (request ${requestId})`;
    super(`${status} ${code}: ${message}${quoted}`, sent);
    this.code = code as Code;
    this.status = status;
    this.requestId = requestId;
    this.details = refusal.details as ErrorDetails<Code>;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/**
 * No answer came, or none that could be read: the network failed, or the time was up. What was to be written
 * may have been: where `idempotencyKeys` is not empty, send the same call with the same key again.
 */
export class ConnectionError extends CallError {
  override name = 'ConnectionError';
  /** Whether it was a time of ours that was up. */
  readonly isTimeout: boolean;

  constructor(failure: { message: string; isTimeout: boolean; cause?: unknown }, sent: Sent) {
    super(failure.message, sent, { cause: failure.cause });
    this.isTimeout = failure.isTimeout;
  }
}

/** Why a delivery is not taken. */
export type WebhookProblem =
  /** A header of the signature is missing, or cannot be read. */
  | 'malformed_headers'
  /** Signed too long ago, or in the future. */
  | 'timestamp_out_of_tolerance'
  /** No secret that was given made any of its signatures. */
  | 'signature_mismatch'
  /** Genuine, and no event. */
  | 'malformed_payload';

/** A delivery that is not genuine, or too old. Answer 400 or 401, and do nothing with its body. */
export class WebhookVerificationError extends PharmacyPlatformError {
  override name = 'WebhookVerificationError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Every refusal, so that comparing `code` narrows `details`. */
export type AnyApiError =
  | { [Code in KnownErrorCode]: ApiError<Code> }[KnownErrorCode]
  | ApiError<'unrecognized_answer'>
  | ApiError<AddedLater>;

/**
 * Whether the API refused, and with one of these codes where any are named.
 *
 * @example if (isApiError(error, 'insufficient_stock')) console.log(error.details.available);
 */
export function isApiError(error: unknown): error is AnyApiError;
export function isApiError<Code extends KnownErrorCode | 'unrecognized_answer'>(
  error: unknown,
  ...codes: [Code, ...Code[]]
): error is ApiError<Code>;
export function isApiError(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}

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
export function readRefusal(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  now = Date.now(),
): Refusal {
  const { error, message, retry_after: retryAt } = members(body);
  const envelope = members(error);
  const code = typeof error === 'string' ? error : envelope.code;
  const text = typeof error === 'string' ? message : envelope.message;
  const isOurs = typeof code === 'string' && typeof text === 'string';
  return {
    status,
    code: isOurs ? code : 'unrecognized_answer',
    message: isOurs ? text : 'The answer is not in the form of the API: a proxy may have sent it.',
    requestId: headers.get('x-request-id') ?? string(envelope.request_id),
    details: isOurs ? envelope.details : undefined,
    retryAfterSeconds: waitSeconds(headers.get('retry-after'), now) ?? waitSeconds(retryAt, now),
  };
}

/** `Retry-After` is a number of seconds or a date, `retry_after` in a body a timestamp. */
function waitSeconds(value: unknown, now: number): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
