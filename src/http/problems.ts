/**
 * Renders what was thrown, once, for every request. Only errors.ts decides what a caller reads; any other error is
 * answered with 500, or 503 where the database could not be reached or timed out. The log's copy never quotes a row,
 * a parameter or a body.
 */
import type { ErrorRequestHandler, Request, Response } from 'express';
import {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  errors,
  VALIDATION_FAILED,
} from '../errors.ts';
import { RequestAborted } from './body.ts';
import { type Operation, type Schema, validationCodeFor } from './operations.ts';
import { localsOf, type Serialise, send, setRateLimit } from './respond.ts';

const RETRY_AFTER_SECONDS = 2;

/** @param isTransient whether the same request may succeed later, after a failure of a lower layer */
export function problemRenderer(isTransient: (failure: unknown) => boolean): ErrorRequestHandler {
  // Express recognises an error handler by its number of parameters.
  return (thrown: unknown, request, response, _next) => {
    if (thrown instanceof RequestAborted || response.destroyed) response.destroy();
    else renderProblem(toApiError(thrown, isTransient), request, response);
  };
}

export function renderProblem(problem: ApiError, request: Request, response: Response): void {
  const locals = localsOf(response);
  locals.code = shownCode(problem, validationCodeOf(request, response));
  locals.caller = problem.caller;
  locals.fields = knownFields(problem.details, locals.operation);
  if (problem.status >= 500) locals.cause = describeCause(problem.cause ?? problem);
  if (response.headersSent) {
    // A truncated answer must not look complete.
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  if (problem.rateLimit) setRateLimit(response, problem.rateLimit);
  if (problem.retryAt) {
    const waitSeconds = Math.ceil((problem.retryAt.getTime() - Date.now()) / 1000);
    response.setHeader('Retry-After', String(Math.max(1, waitSeconds)));
  }
  send(response, problem.status, serialiseProblem(problem, request, response));
}

function serialiseProblem(problem: ApiError, request: Request, response: Response): string {
  const { serialisers } = localsOf(response);
  if (problem.retryAt) {
    const { code: error, message, retryAt } = problem;
    return JSON.stringify({ error, message, retry_after: retryAt.toISOString() });
  }
  return serialiseEnvelope(problem, response, {
    validationCode: validationCodeOf(request, response),
    serialise: serialisers?.get(problem.status),
  });
}

function validationCodeOf(request: Request, response: Response): Operation['validationCode'] {
  return localsOf(response).operation?.validationCode ?? validationCodeFor(request.path);
}

/** Returns the code that a caller reads. */
export function shownCode(
  { code }: ApiError,
  validationCode: Operation['validationCode'],
): ErrorCode {
  return code === VALIDATION_FAILED ? validationCode : code;
}

/** Returns the body of a refusal, for any operation. */
export function serialiseEnvelope(
  problem: ApiError,
  response: Response,
  {
    validationCode,
    serialise = JSON.stringify,
  }: Pick<Operation, 'validationCode'> & { serialise?: Serialise | undefined },
): string {
  const locals = localsOf(response);
  const { message, details } = problem;
  const error = {
    code: shownCode(problem, validationCode),
    message,
    ...(details && { details }),
    request_id: locals.requestId,
  };
  try {
    return serialise({ error });
  } catch (cause) {
    // The refusal still stands; only its details do not fit the contract.
    locals.cause = describeCause(cause);
    return JSON.stringify({ error: { code: error.code, message, request_id: error.request_id } });
  }
}

export function toApiError(thrown: unknown, isTransient: (failure: unknown) => boolean): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (chainOf(thrown).some(isTransient)) return errors.unavailable(RETRY_AFTER_SECONDS, thrown);
  return errors.internal(thrown);
}

interface Trouble {
  name?: string;
  code?: unknown;
  message?: unknown;
  stack?: unknown;
  severity?: unknown;
  table?: unknown;
  constraint?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  cause?: unknown;
  meta?: { modelName?: unknown; driverAdapterError?: unknown };
}

const CAUSES_MAX = 5;

/** Returns an error and its causes, nearest first, through Prisma's wrappers too. */
function chainOf(thrown: unknown): Trouble[] {
  const chain: Trouble[] = [];
  let next: unknown = thrown;
  while (typeof next === 'object' && next !== null && chain.length < CAUSES_MAX) {
    const trouble = next as Trouble;
    chain.push(trouble);
    next = trouble.meta?.driverAdapterError ?? trouble.cause;
  }
  return chain;
}

/**
 * Returns what the log may store. A database's message, detail and hint quote rows, Prisma's message quotes the call
 * with its arguments, and a SyntaxError quotes the text: of those only the codes are stored.
 */
export function describeCause(thrown: unknown): Record<string, unknown>[] {
  const chain = chainOf(thrown);
  if (chain.length === 0) return [{ type: typeof thrown }];
  return chain.map((trouble) => {
    const { name, code, message, stack, severity, table, constraint } = trouble;
    const fromDatabase =
      severity !== undefined ||
      trouble.originalCode !== undefined ||
      trouble.kind !== undefined ||
      /^(Prisma|DriverAdapter)/.test(String(name));
    return {
      type: name ?? 'object',
      ...(code !== undefined && { code }),
      ...(fromDatabase
        ? {
            severity,
            table,
            constraint,
            sqlState: trouble.originalCode,
            kind: trouble.kind,
            model: trouble.meta?.modelName,
          }
        : name !== 'SyntaxError' && { message }),
      stack: framesOf(stack),
    };
  });
}

const FRAMES_MAX = 12;

/** The first lines of a stack repeat the message. */
function framesOf(stack: unknown): string[] | undefined {
  if (typeof stack !== 'string') return undefined;
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim());
}

/** Stands for a name that the contract does not have: the caller made it up, and it may say anything. */
const UNKNOWN = '(unknown)';
/** What a refusal says of the body, or of the query, as a whole. */
const WHOLE: readonly string[] = ['body', 'query'];

/** Returns the fields that a refusal names, each once, in the names that the contract has for them. */
export function knownFields(
  details: ErrorDetails | undefined,
  operation: Operation | undefined,
): string[] {
  if (!Array.isArray(details) || operation === undefined) return [];
  return [...new Set(details.map(({ path }) => knownField(path, operation)))];
}

function knownField(path: string, { parameters, bodySchema }: Operation): string {
  if (WHOLE.includes(path) || parameters.some(({ name }) => name === path)) return path;
  const known: string[] = [];
  let schemas = bodySchema === undefined ? [] : [bodySchema];
  for (const name of path.split('.')) {
    schemas = schemas.flatMap(alternativesOf).flatMap((schema) => memberOf(schema, name));
    if (schemas.length === 0) return [...known, UNKNOWN].join('.');
    known.push(name);
  }
  return known.join('.');
}

export function alternativesOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema as Readonly<Record<string, Schema[]>>;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(alternativesOf)];
}

function memberOf({ properties, items }: Schema, name: string): Schema[] {
  if (/^\d+$/.test(name)) return items === undefined ? [] : [items as Schema];
  const named = (properties ?? {}) as Readonly<Record<string, Schema>>;
  return Object.hasOwn(named, name) ? [named[name] as Schema] : [];
}
