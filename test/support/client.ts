/**
 * The one HTTP client of the tests. Every answer is checked against the contract before a test
 * sees it, and recorded as met.
 */
import { readFileSync } from 'node:fs';
import type { ContractDocument } from '../../src/http/operations.ts';
import { type Check, compileChecker } from './checker.ts';
import { recordAnswer } from './recorded-answers.ts';
import { refuseHidden } from './sentinels.ts';

export interface ClientOptions {
  /** Where the server listens, without a path. */
  url: string;
  key?: string;
  /** By their names: the client is then the application's page, and asks below /app/api. */
  cookies?: Readonly<Record<string, string>>;
  /** Another contract than ours, for tests of the shell itself; its answers are not recorded. */
  document?: ContractDocument;
}

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with whatever Content-Type `headers` name. */
  rawBody?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any;
  text: string;
}

export type Client = ReturnType<typeof client>;

export function client({ url, key, cookies, document }: ClientOptions) {
  const check = document ? checkerOf(document) : ownChecker(cookies ? 'application' : 'openapi');

  async function request(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answered> {
    const address = new URL(cookies ? `/app/api${path}` : addressOf(path), url);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      address.searchParams.set(name, String(value));
    }
    const person = people.get(cookies?.['__Host-session'] ?? '');
    const hasJson = options.body !== undefined;
    const response = await fetch(address, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(cookies && { cookie: cookieHeader(cookies), 'sec-fetch-site': 'same-origin' }),
        ...(person !== undefined && { 'Pharmacy-Person': person }),
        ...(hasJson && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: hasJson ? JSON.stringify(options.body) : (options.rawBody ?? null),
      // Node asks for this where a body is a stream.
      ...(options.rawBody instanceof ReadableStream && { duplex: 'half' }),
      redirect: 'manual',
    });
    const { status, headers } = response;
    const text = await response.text();
    refuseHidden(`${method} ${path} ${status}`, `${JSON.stringify([...headers])} ${text}`);
    const operationId = check({ method, path: address.pathname, status, headers, text });
    const isJson = text !== '' && headers.get('content-type')?.startsWith('application/json');
    const body = isJson ? JSON.parse(text) : undefined;
    if (operationId && isJson && !document) recordAnswer(operationId, status, body);
    learnPerson(headers, body, cookies);
    return { status, headers, text, body };
  }

  return {
    request,
    get: (path: string, options?: RequestOptions) => request('GET', path, options),
    post: (path: string, options?: RequestOptions) => request('POST', path, options),
    put: (path: string, options?: RequestOptions) => request('PUT', path, options),
    patch: (path: string, options?: RequestOptions) => request('PATCH', path, options),
    delete: (path: string, options?: RequestOptions) => request('DELETE', path, options),
  };
}

/** Whose the sessions are that began or were shown: a request names the person, as each of the page does. */
const people = new Map<string, string>();

function learnPerson(headers: Headers, body: unknown, cookies: ClientOptions['cookies']): void {
  const { person } = (body ?? {}) as { person?: { id?: string } };
  const begun = headers.getSetCookie().find((one) => one.startsWith('__Host-session='));
  const token = begun?.split(/[=;]/)[1] ?? cookies?.['__Host-session'];
  if (token && person?.id) people.set(token, person.id);
}

/** Tests write `/v1/...` and `/partner/v1/...` as the contract's paths do. */
function addressOf(path: string): string {
  return /^\/(partner\/)?v1\//.test(path) ? `/api/public${path}` : path;
}

function cookieHeader(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

const checkers = new WeakMap<ContractDocument, Check>();
const own = new Map<string, ContractDocument>();

function checkerOf(document: ContractDocument): Check {
  const check = checkers.get(document) ?? compileChecker(document);
  checkers.set(document, check);
  return check;
}

function ownChecker(name: 'openapi' | 'application'): Check {
  const file = new URL(`../../generated/${name}.json`, import.meta.url);
  const document = own.get(name) ?? (JSON.parse(readFileSync(file, 'utf8')) as ContractDocument);
  own.set(name, document);
  return checkerOf(document);
}
