/** One call: its attempts, each the same request, until there is an answer or the budget is used up. */
import createFetchClient from 'openapi-fetch';
import { OPERATIONS, VERSION } from '../../generated/sdk/contract/operations.ts';
import type { Budget } from './budget.ts';
import { ApiError, ConfigurationError, ConnectionError, readRefusal } from './errors.ts';
import { isTransient, waitSeconds } from './retry.ts';
import type { OperationId } from './types.ts';

/** A call as it is sent, whatever its operation. */
export interface Outgoing {
  readonly id: OperationId;
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** For the header; of a batch the keys are in the body. */
  readonly idempotencyKey?: string | undefined;
  /** What errors say was sent. */
  readonly idempotencyKeys: readonly string[];
}

export interface Incoming {
  readonly data: unknown;
  readonly response: Response;
}

export type Send = (outgoing: Outgoing, budget: Budget) => Promise<Incoming>;

export interface Means {
  readonly baseUrl: string;
  readonly apiKey: () => string | Promise<string>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly appName: string | undefined;
}

type FetchClient = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function sender({ baseUrl, apiKey, fetch, appName }: Means): Send {
  // A redirect would send the key elsewhere, and make a GET of a POST.
  const { request } = createFetchClient({ baseUrl, fetch, redirect: 'manual' });
  const agent = agentHeaders(appName);
  return async (outgoing, budget) => {
    const { method, path, repeat } = OPERATIONS[outgoing.id];
    const { body, idempotencyKey } = outgoing;
    checkPath(path, outgoing.path ?? {});
    // Once, so that each attempt has the same bytes, whatever becomes of the caller's object.
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (;;) {
      const headers = {
        ...agent,
        Authorization: `Bearer ${await apiKey()}`,
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      };
      const init = {
        params: { path: outgoing.path, query: outgoing.query },
        headers,
        ...(text !== undefined && { body, bodySerializer: () => text }),
      };
      const failure = await attempt(request as unknown as FetchClient, {
        method,
        path,
        init,
        outgoing,
        budget,
      });
      if (!(failure instanceof Error)) return failure;
      if (!isTransient(failure, { repeat, body })) throw failure;
      const asked = failure instanceof ApiError ? failure.retryAfterSeconds : undefined;
      const seconds = waitSeconds(budget.attempts, asked, Math.random());
      if (!(await budget.wait(seconds))) throw failure;
    }
  };
}

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly init: object;
  readonly outgoing: Outgoing;
  readonly budget: Budget;
}

/** @throws the reason of the caller's signal, and nothing else */
async function attempt(
  request: FetchClient,
  { method, path, init, outgoing, budget }: Attempt,
): Promise<Incoming | ApiError | ConnectionError> {
  const seconds = budget.begin();
  const sent = () => ({
    operationId: outgoing.id,
    attempts: budget.attempts,
    idempotencyKeys: outgoing.idempotencyKeys,
  });
  const ending = new AbortController();
  const end = () => ending.abort(budget.signal?.reason);
  budget.signal?.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => ending.abort(), seconds * 1000);
  try {
    const { data, error, response } = await request(method, path, {
      ...init,
      signal: ending.signal,
    });
    if (!response.ok) return new ApiError(readRefusal(response, error), sent());
    if (data !== undefined) return { data, response };
    return new ConnectionError({ message: 'The answer has no body.', isTimeout: false }, sent());
  } catch (cause) {
    budget.signal?.throwIfAborted();
    const isTimeout = ending.signal.aborted;
    const codes = systemErrors(cause).join(', ');
    const message = isTimeout
      ? `${outgoing.id} had no answer in ${seconds.toFixed(1)} seconds.`
      : `${outgoing.id} had no answer that can be read${codes && `: ${codes}`}.`;
    return new ConnectionError({ message, isTimeout, cause }, sent());
  } finally {
    clearTimeout(timer);
    budget.signal?.removeEventListener('abort', end);
  }
}

const CAUSES_DEPTH_MAX = 5;

/**
 * The codes of the innermost errors with their addresses, as in `ECONNREFUSED 127.0.0.1:3000`: one for each address
 * that a name has. Their messages are left out, since those can quote the request or the answer.
 */
function systemErrors(error: unknown, depth = CAUSES_DEPTH_MAX): string[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const { code, address, hostname, port, errors, cause } = error as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  const found = inner.flatMap((one) => systemErrors(one, depth - 1));
  if (found.length > 0 || typeof code !== 'string') return found;
  const host = String(address ?? hostname ?? '');
  const where = host.includes(':') ? `[${host}]` : host;
  return [`${code} ${port === undefined ? where : `${where}:${port}`}`.trim()];
}

/** An address is made of these: what is empty, or dots alone, would lead to another operation. */
function checkPath(path: string, given: Readonly<Record<string, unknown>>): void {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = given[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new ConfigurationError(`path.${name} must be a text that is not empty.`);
    }
  }
}

/** Browsers say themselves who they are, and ask the other side before they send another name. */
function agentHeaders(appName: string | undefined): Record<string, string> {
  if ('document' in globalThis) return {};
  const sdk = `pharmacy-platform-sdk/${VERSION}`;
  return { 'User-Agent': appName === undefined ? sdk : `${appName} ${sdk}` };
}
