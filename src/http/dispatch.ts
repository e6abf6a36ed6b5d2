/**
 * One request of one operation, in the order the contract promises: authenticate, limit,
 * authorise, read, validate, handle, serialise. A rule stands here once for all operations.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Authenticate, Principal } from '../contract.ts';
import { errors } from '../errors.ts';
import { bearerToken } from './bearer.ts';
import { readBody } from './body.ts';
import type { Operation } from './operations.ts';
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
  authenticate: Authenticate;
  handler: AnyHandler;
  services: unknown;
  validate: Validate;
  serialisers: ReadonlyMap<number, Serialise>;
}

export function dispatch(parts: Dispatch): RequestHandler {
  const { operation, authenticate, handler, services, validate, serialisers } = parts;
  return async (request, response) => {
    const locals = localsOf(response);
    locals.operation = operation;
    locals.serialisers = serialisers;

    const { principal, rateLimit } = await authenticate({
      key: bearerToken(request.headers.authorization),
      kind: operation.quota,
    });
    locals.principal = principal;
    setRateLimit(response, rateLimit);
    authorise(operation, principal);

    request.body = await readBody(request, operation);
    await validate(request, response);
    const answer = await handler(callOf(request, response, operation), services);

    const serialise = serialisers.get(answer.status);
    if (serialise === undefined || answer.status >= 400) {
      throw new Error(`${operation.id} answered ${answer.status}, which is no declared success`);
    }
    const json = serialise(answer.body);
    for (const [name, value] of Object.entries(answer.headers ?? {})) {
      response.setHeader(name, value);
    }
    send(response, answer.status, json);
  };
}

/** Scope first: who may not call at all learns nothing else. */
export function authorise(operation: Operation, principal: Principal): void {
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
