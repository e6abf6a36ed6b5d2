/**
 * One request of one operation, in the order the contract promises: authenticate, limit,
 * authorise, read, validate, handle, serialise. A rule stands here once for all operations. Before all of it, a
 * process that has too much to do says so.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Admitted, Authenticate, Principal } from '../contract.ts';
import { errors } from '../errors.ts';
import { tracer } from '../telemetry/tracing.ts';
import { type AnyBatchHandler, answerItems, chargeItems, type Single } from './batch.ts';
import { bearerToken } from './bearer.ts';
import { RequestAborted, readBody } from './body.ts';
import type { FairSemaphore } from './fair-semaphore.ts';
import type { Operation } from './operations.ts';
import type { Overload } from './overload.ts';
import { setRateLimit } from './problems.ts';
import { localsOf, send } from './respond.ts';
import type { Serialise } from './serialise.ts';
import type { Validate } from './validate.ts';

/** A handler without its types: the compiler has seen them where the table was written. */
export type AnyHandler = (
  call: Record<string, unknown>,
  services: unknown,
) => Promise<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

interface Dispatch {
  operation: Operation;
  overload: Overload;
  authenticate: Authenticate;
  handler: AnyHandler | AnyBatchHandler;
  services: unknown;
  /** Of a batch, which its handler is then one of: what each of its items is a request of. */
  single?: Single;
  /** Whether a failure from below is over soon. */
  isTransient: (failure: unknown) => boolean;
  /** Absent: it need not wait. */
  turns?: FairSemaphore;
  validate: Validate;
  serialisers: ReadonlyMap<number, Serialise>;
}

export function dispatch(parts: Dispatch): RequestHandler {
  const { operation, overload } = parts;
  return async (request, response) => {
    const locals = localsOf(response);
    locals.operation = operation;
    locals.serialisers = parts.serialisers;

    const leave = overload.enter();
    try {
      await inSpan(request, response, {
        operation,
        work: () => admitted(request, response, parts),
      });
    } finally {
      leave();
    }
  };
}

/** Of its answer, whatever that becomes. */
function inSpan(
  request: Request,
  response: Response,
  { operation, work }: { operation: Operation; work: () => Promise<void> },
): Promise<void> {
  const tracing = tracer();
  if (tracing === undefined) return work();
  const { id: operationId, method, template } = operation;
  const { traceparent } = request.headers;
  const locals = localsOf(response);
  return new Promise((resolve, reject) => {
    const end = tracing.request(
      {
        operationId,
        template,
        method: method.toUpperCase(),
        requestId: locals.requestId,
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      },
      () => void work().then(resolve, reject),
    );
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : undefined;
      end({ status, code: locals.code });
    });
  });
}

async function admitted(request: Request, response: Response, parts: Dispatch): Promise<void> {
  const { operation, authenticate } = parts;
  const locals = localsOf(response);
  const admitted = await authenticate({
    key: bearerToken(request.headers.authorization),
    kind: parts.single === undefined ? operation.quota : 'deferred',
  });
  locals.principal = admitted.principal;
  try {
    // It was refused meanwhile, for its body broke.
    if (response.headersSent) throw new RequestAborted('the request was aborted');
    setRateLimit(response, admitted.rateLimit);
    await answer(request, response, { ...parts, ...admitted });
  } finally {
    admitted.leave();
  }
}

async function answer(
  request: Request,
  response: Response,
  parts: Dispatch & Admitted,
): Promise<void> {
  const { principal, writesPerMinute, charge, single, turns } = parts;
  const admitted = admit(request, response, parts);
  await (single === undefined
    ? admitted
    : chargeItems(admitted, response, { batch: single.batch, writesPerMinute, charge }));
  const end = await turns?.take(principal.keyId);
  try {
    // Its caller may have gone away while it waited.
    if (response.destroyed) throw new RequestAborted('the request was aborted');
    const { status, json } = await (single === undefined
      ? answerOne(request, response, parts)
      : answerItems(request, response, { ...parts, single }));
    send(response, status, json);
  } finally {
    end?.();
  }
}

async function admit(
  request: Request,
  response: Response,
  { operation, principal, validate }: Dispatch & Admitted,
): Promise<unknown> {
  authorise(operation, principal);
  request.body = await readBody(request, operation);
  await validate(request, response);
  return request.body;
}

async function answerOne(
  request: Request,
  response: Response,
  { operation, handler, services, serialisers }: Dispatch,
): Promise<{ status: number; json: string }> {
  const call = callOf(request, response, operation);
  const { status, body, headers } = await (handler as AnyHandler)(call, services);
  const serialise = serialisers.get(status);
  if (serialise === undefined || status >= 400) {
    throw new Error(`${operation.id} answered ${status}, which is no declared success`);
  }
  const json = serialise(body);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  return { status, json };
}

/** Scope first: who may not call at all learns nothing else. */
function authorise(operation: Operation, principal: Principal): void {
  const { scopeAlternatives, liveKeyOnly, activeClinicOnly } = operation;
  if (!scopeAlternatives.some((scopes) => scopes.every((scope) => principal.scopes.has(scope)))) {
    const needed = scopeAlternatives.map((scopes) => scopes.join(' and ')).join(' or ');
    throw errors.insufficientScope(`This needs a key with the scope ${needed}.`);
  }
  if (liveKeyOnly && principal.environment !== 'live') {
    throw errors.insufficientScope('This needs a live key; a test key cannot do it.');
  }
  const isActiveClinic =
    principal.organizationKind === 'clinic' && principal.organizationStatus === 'active';
  if (activeClinicOnly && !isActiveClinic) throw errors.notVitaClinic();
}

function callOf(
  request: Request,
  response: Response,
  operation: Operation,
): Record<string, unknown> {
  const header: Record<string, unknown> = {};
  for (const { name, in: place } of operation.parameters) {
    const value = place === 'header' ? request.headers[name.toLowerCase()] : undefined;
    if (value !== undefined) header[name] = value;
  }
  const { principal, requestId } = localsOf(response);
  const { params: path, query, body } = request;
  return { path, query, header, body, principal, requestId };
}
