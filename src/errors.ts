/**
 * The one catalogue of what this API refuses and how. A feature throws `errors.lotExpired(...)`;
 * the shell renders it once. The message is public and plain English; the cause is for the log.
 */
import type { APPLICATION_ERROR_CODES, ERROR_CODES } from '../generated/contract.ts';

/** The codes that the contracts list. Another code does not compile, nor one that nothing here throws. */
export type ErrorCode = (typeof ERROR_CODES | typeof APPLICATION_ERROR_CODES)[number];

export interface FieldProblem {
  /** The field as the caller wrote it: `reference.id`, `items.0.qty`, `limit`, `Idempotency-Key`. */
  path: string;
  /** What would be right. It never quotes the value that was sent; other fields are in backquotes. */
  message: string;
}

/** The window that a request was counted against; sent as X-RateLimit-*. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetAt: Date;
}

/** The holder of a key. It is known also where a request is refused because the key is over its limits. */
export interface Caller {
  readonly actor: string;
  readonly organizationId: string;
  readonly environment: 'live' | 'test';
  /** The name of the cell that the organization is in; absent where there is one without a name. */
  readonly cell?: string | undefined;
}

export type ErrorDetails = readonly FieldProblem[] | Readonly<Record<string, unknown>>;

interface ApiErrorParts<Code extends ErrorCode> {
  status: number;
  code: Code;
  message: string;
  details?: ErrorDetails;
  headers?: Readonly<Record<string, string>>;
  rateLimit?: RateLimit;
  retryAt?: Date;
  caller?: Caller | undefined;
  cause?: unknown;
}

export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly rateLimit: RateLimit | undefined;
  /** Set only on a 429, whose body has its own shape. */
  readonly retryAt: Date | undefined;
  /** Set where the caller is refused before the dispatcher knows who it is. */
  readonly caller: Caller | undefined;

  constructor({ message, cause, ...parts }: ApiErrorParts<Code>) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details;
    this.headers = parts.headers ?? {};
    this.rateLimit = parts.rateLimit;
    this.retryAt = parts.retryAt;
    this.caller = parts.caller;
  }
}

/**
 * The code of a failed validation. The shell turns it into `validation_error` on inventory paths,
 * so that a feature need not know where it is called from.
 */
export const VALIDATION_FAILED = 'validation_failed';

const DETAILS_MAX = 20;

const refuse =
  <Code extends ErrorCode>(status: number, code: Code) =>
  (message: string) =>
    new ApiError({ status, code, message });

/** 400, with what is wrong in each field; at most 20 are named. */
function validation(details: readonly FieldProblem[]) {
  const named = details.slice(0, DETAILS_MAX);
  const message = named[0]
    ? `The request is not valid: ${named[0].path} ${named[0].message}.`
    : 'The request is not valid.';
  return new ApiError({ status: 400, code: VALIDATION_FAILED, message, details: named });
}

export const errors = {
  validation,
  /** 400, with what is wrong in the one field. */
  invalid: (path: string, message: string) => validation([{ path, message }]),
  /** 400: the body could not be read at all, so no field can be named. */
  malformedBody(message: string) {
    return new ApiError({
      status: 400,
      code: VALIDATION_FAILED,
      message,
      details: [{ path: 'body', message }],
    });
  },
  malformedAddress: () =>
    new ApiError({
      status: 400,
      code: VALIDATION_FAILED,
      message: 'The address is not valid: its percent-encoding is malformed.',
    }),
  /** 400: what is asked does not fit the state of the thing, and no field alone is wrong. */
  validationFailed: refuse(400, VALIDATION_FAILED),
  /** 400: it is not a valid HTTP request. */
  malformedRequest: refuse(400, VALIDATION_FAILED),
  invalidId: (name: string) =>
    new ApiError({ status: 400, code: 'invalid_id', message: `${name} must be a UUID.` }),
  invalidMovement: refuse(400, 'invalid_movement'),
  lotRequired: refuse(400, 'lot_required'),

  unauthorized: (cause?: unknown) =>
    new ApiError({
      status: 401,
      code: 'unauthorized',
      message: 'A valid API key is needed: send Authorization: Bearer <API_KEY>.',
      headers: { 'WWW-Authenticate': 'Bearer' },
      cause,
    }),
  /** 401 of the application. */
  notSignedIn: (message = 'Sign in first.') =>
    new ApiError({ status: 401, code: 'unauthorized', message }),
  sessionLocked: () =>
    new ApiError({
      status: 401,
      code: 'session_locked',
      message: 'The session is locked: unlock it first.',
    }),
  /** 409: the page shows another person than the session is of. */
  anotherPerson: () =>
    new ApiError({
      status: 409,
      code: 'another_person',
      message: 'Nothing was done: another person has signed in in this browser.',
    }),
  /** 401: only another way to sign in helps. */
  pinLocked: refuse(401, 'pin_locked'),
  insufficientScope: refuse(403, 'insufficient_scope'),
  /** 403 of the application, whose page alone may call it. */
  /** @param appUrls of the application; each cell has its own */
  wrongOrigin: (appUrls: readonly string[]) =>
    new ApiError({
      status: 403,
      code: 'wrong_origin',
      message: `Only the page of the application may ask for this: open ${appUrls.map((url) => `${url}/app`).join(' or ')}.`,
    }),
  notVitaClinic: () =>
    new ApiError({
      status: 403,
      code: 'not_vita_clinic',
      message: 'Only a key of an active clinic organization may do this.',
    }),

  notFound: (message = 'There is nothing at this address.') =>
    new ApiError({ status: 404, code: 'not_found', message }),
  productNotFound: (message = 'No such product.') =>
    new ApiError({ status: 404, code: 'product_not_found', message }),
  locationNotFound: (message = 'No such location.', details?: readonly FieldProblem[]) =>
    new ApiError({ status: 404, code: 'location_not_found', message, ...(details && { details }) }),
  lotNotFound: (message = 'No such lot.') =>
    new ApiError({ status: 404, code: 'lot_not_found', message }),
  methodNotAllowed: (allow: readonly string[]) =>
    new ApiError({
      status: 405,
      code: 'method_not_allowed',
      message: `This address answers ${allow.join(', ')}.`,
      headers: { Allow: allow.join(', ') },
    }),

  codeTaken: refuse(409, 'code_taken'),
  insufficientStock: (
    message: string,
    details: Readonly<{
      requested: number;
      available: number;
      blocked?: Readonly<Record<string, number>>;
    }>,
  ) => new ApiError({ status: 409, code: 'insufficient_stock', message, details }),

  undoRefused: refuse(409, 'undo_refused'),
  /** 409: a count sheet that is too far, or not far enough. */
  wrongState: refuse(409, 'wrong_state'),

  requestTimeout: () =>
    new ApiError({
      status: 408,
      code: 'request_timeout',
      message: 'The request did not arrive in time. Nothing was done.',
    }),
  payloadTooLarge: (limitBytes: number) =>
    new ApiError({
      status: 413,
      code: 'payload_too_large',
      message: `The body may have at most ${limitBytes} bytes.`,
    }),
  addressTooLong: (limitBytes: number) =>
    new ApiError({
      status: 414,
      code: 'address_too_long',
      message: `The address may have at most ${limitBytes} bytes.`,
    }),
  expectationFailed: () =>
    new ApiError({
      status: 417,
      code: 'expectation_failed',
      message: 'The header Expect must be 100-continue, or be left out.',
    }),
  headersTooLarge: refuse(431, 'headers_too_large'),
  unsupportedMediaType: (
    message = 'The body must be application/json in UTF-8.',
    headers: Readonly<Record<string, string>> = { Accept: 'application/json' },
  ) => new ApiError({ status: 415, code: 'unsupported_media_type', message, headers }),

  lotExpired: refuse(422, 'lot_expired'),
  lotNotReleased: refuse(422, 'lot_not_released'),
  lotExpiryMismatch: refuse(422, 'lot_expiry_mismatch'),
  expiryRequired: refuse(422, 'expiry_required'),
  prescriptionInvalid: refuse(422, 'prescription_invalid'),
  witnessRequired: refuse(422, 'witness_required'),
  ownApproval: refuse(422, 'own_approval'),
  proofRequired: refuse(422, 'proof_required'),
  idempotencyKeyReused: (message = 'This Idempotency-Key was used before with another body.') =>
    new ApiError({ status: 422, code: 'idempotency_key_reused', message }),

  rateLimited: (retryAt: Date, rateLimit?: RateLimit, caller?: Caller) =>
    new ApiError({
      caller,
      status: 429,
      code: 'rate_limited',
      message: 'The limit of this key is reached. Wait until retry_after.',
      retryAt,
      ...(rateLimit && { rateLimit }),
    }),

  /** 429: more writes at once than are left in the window. */
  tooManyWrites: (writes: number, rateLimit: RateLimit) =>
    new ApiError({
      status: 429,
      code: 'rate_limited',
      message:
        `These are ${writes} writes and this key has ${rateLimit.remaining} left: nothing was counted or ` +
        'done. Wait until retry_after, or send fewer.',
      retryAt: rateLimit.resetAt,
      rateLimit,
    }),

  /** 429, counted in no window. */
  tooManyInFlight: (rateLimit?: RateLimit, caller?: Caller) =>
    new ApiError({
      caller,
      status: 429,
      code: 'rate_limited',
      message: 'Too many requests in flight',
      retryAt: new Date(Date.now() + 1_000),
      ...(rateLimit && { rateLimit }),
    }),

  /** 429, before the caller is authenticated. */
  tooManyPipelined: (waitingMax: number) =>
    new ApiError({
      status: 429,
      code: 'rate_limited',
      message: `At most ${waitingMax} requests may wait for their answers on one connection.`,
      retryAt: new Date(Date.now() + 1_000),
    }),

  internal: (cause: unknown) =>
    new ApiError({
      status: 500,
      code: 'internal_error',
      message: 'Something failed on our side. Quote the request_id when you report it.',
      cause,
    }),
  /** 503: the connection broke during the posting, and the service could not check what became of it. */
  unknownOutcome: (movementId: string, retryAfterSeconds: number, cause?: unknown) =>
    new ApiError({
      status: 503,
      code: 'unavailable',
      message:
        `It is not known whether this was posted: repeat it with the same Idempotency-Key, ` +
        `or look for movement ${movementId} in the ledger.`,
      headers: { 'Retry-After': String(retryAfterSeconds) },
      cause,
    }),
  /** 503: others hold what would be changed for too long; nothing has changed. */
  busy: (message: string, retryAfterSeconds: number) =>
    new ApiError({
      status: 503,
      code: 'unavailable',
      message,
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  unavailable: (retryAfterSeconds: number, cause?: unknown) =>
    new ApiError({
      status: 503,
      code: 'unavailable',
      message: 'The service cannot answer right now. Try again after Retry-After seconds.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
      cause,
    }),
};

/** A refused validation is `validation_error` on inventory paths; see VALIDATION_FAILED. */
type Thrown = ReturnType<(typeof errors)[keyof typeof errors]>['code'] | 'validation_error';

/** Does not compile where the contract has a code that nothing here throws. */
export type UnthrownCodes = None<Exclude<ErrorCode, Thrown>>;
type None<Nothing extends never> = Nothing;

/** A problem that the operator can solve; its message is printed and the command ends with exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly lines: readonly string[];

  /** @param lines one sentence, or one for each error of a file */
  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
