import {
  type Methods,
  OPERATIONS,
  PRODUCTION_URL,
} from '../../generated/sdk/contract/operations.ts';
import { type BatchShape, sendBatch, withKeys } from './batch.ts';
import { Budget } from './budget.ts';
import { ConfigurationError } from './errors.ts';
import { EventFeed, type EventFeedOptions } from './event-feed.ts';
import { checkedKey, newIdempotencyKey } from './idempotency.ts';
import { itemsOf, type Page, type PageShape, pagesOf } from './pages.ts';
import { type Incoming, type Outgoing, sender } from './send.ts';
import type {
  Answered,
  Call,
  CallOptions,
  EventPage,
  Item,
  KeyedOptions,
  Limits,
  OperationId,
  OptionsOf,
  PagedId,
  Result,
} from './types.ts';

/** What a client is made with. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /**
   * `vita_live_…` or `vita_test_…`, or a function that answers it, which is asked before each attempt: so a
   * key can be rotated while a client is in use. Anyone who has it can act for your organization: it belongs on
   * a server, and never into a page that others load.
   */
  apiKey: string | (() => string | Promise<string>);
  /** Where the API is, up to `/api/public`; production unless said otherwise. */
  baseUrl?: string | undefined;
  /** Instead of the runtime's own; for a proxy, a pool of connections, a test. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Your program and its version, for `User-Agent`: `acme-wms/2.1`. */
  appName?: string | undefined;
}

/** Lists, read through to their end. */
export type Each = {
  [Id in PagedId]: Methods[Id] extends (...words: infer Words) => unknown
    ? (...words: Words) => AsyncIterableIterator<Item<Id>>
    : never;
};

/** Lists, a page at a time. */
export type Pages = {
  [Id in PagedId]: Methods[Id] extends (...words: infer Words) => unknown
    ? (...words: Words) => AsyncIterableIterator<Result<Id>>
    : never;
};

/** The API, with one key. */
export interface PharmacyPlatform extends Methods {
  /**
   * Every item of a list, from all its pages, which are read as you come to them. `query.limit` is how many
   * come in one request, the most that the API gives unless said otherwise.
   *
   * @example for await (const lot of pharmacy.each.listLots({ query: { sku_code } })) …
   */
  readonly each: Each;
  /** Every page of a list, as `each` gives every item. Store `next_cursor` to go on from there later. */
  readonly pages: Pages;
  /** The organization's events, in order: a feed that knows how far you have come. */
  events(options?: EventFeedOptions): EventFeed;
  /** Any operation by its name, with what came next to its answer's body: status, headers, attempts. */
  call<Id extends OperationId>(
    id: Id,
    call: Call<Id>,
    options?: OptionsOf<Id>,
  ): Promise<Answered<Id>>;
}

const DEFAULTS = { maxAttempts: 5, timeoutSeconds: 90, attemptTimeoutSeconds: 30 };
const SECONDS_MAX = 86_400;
const ATTEMPTS_MAX = 100;

/**
 * A client of the API. It keeps nothing open and needs no closing.
 *
 * What failed on the way, and 429, 502, 503 and 504, is tried again by itself where that is safe: reads, writes
 * with an idempotency key, and what does nothing twice.
 *
 * @throws ConfigurationError where an option is of the wrong form
 *
 * @example
 * const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY ?? '' });
 * const { data } = await pharmacy.listStock({ query: { sku_code: 'AMOX-500-CAP' } });
 */
export function createClient(options: ClientOptions): PharmacyPlatform {
  const { fetch = (request: Request) => globalThis.fetch(request), appName } = options;
  const defaults = checkedLimits({ ...DEFAULTS, ...defined(options) });
  const send = sender({
    baseUrl: checkedUrl(options.baseUrl ?? PRODUCTION_URL),
    apiKey: keyProvider(options.apiKey),
    fetch,
    appName,
  });

  async function answered(id: OperationId, call: Parts = {}, own: KeyedOptions = {}) {
    const limits = checkedLimits({ ...defaults, ...defined(own) });
    const budget = new Budget(limits, own.signal);
    const outgoing = prepared(id, call, own.idempotencyKey);
    const shape = batchShape(id);
    const { data, response } = shape
      ? await sendBatch(send, outgoing, { shape, budget })
      : await send(outgoing, budget);
    return envelope({ data, response }, { outgoing, budget });
  }
  const run = async (id: OperationId, call?: Parts, own?: KeyedOptions): Promise<unknown> =>
    (await answered(id, call, own)).data;

  const methods: Record<string, unknown> = {};
  const each: Record<string, unknown> = {};
  const pages: Record<string, unknown> = {};
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    methods[id] = (call?: Parts, own?: KeyedOptions) => run(id, call, own);
    const page = pageShape(id);
    if (page === undefined) continue;
    const pagesOfOne = (call: Parts = {}, own?: CallOptions) =>
      pagesOf((query) => run(id, { ...call, query }, own) as Promise<Page>, call.query ?? {}, page);
    pages[id] = pagesOfOne;
    each[id] = (call?: Parts, own?: CallOptions) => itemsOf(pagesOfOne(call, own), page);
  }
  return {
    ...methods,
    each,
    pages,
    events: ({ after, limit, pollSeconds, ...own }: EventFeedOptions = {}) =>
      new EventFeed((query) => run('listEvents', { query }, own) as Promise<EventPage>, {
        after,
        limit,
        pollSeconds,
        ...own,
      }),
    call: answered,
  } as unknown as PharmacyPlatform;
}

interface Parts {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

function prepared(id: OperationId, call: Parts, idempotencyKey: string | undefined): Outgoing {
  const outgoing = { id, ...call, idempotencyKeys: [] };
  const shape = batchShape(id);
  if (shape !== undefined) return withKeys(outgoing, shape);
  if (OPERATIONS[id].repeat !== 'with-key') return outgoing;
  const key = idempotencyKey === undefined ? newIdempotencyKey() : checkedKey(idempotencyKey);
  return { ...outgoing, idempotencyKey: key, idempotencyKeys: [key] };
}

function envelope(
  { data, response }: Incoming,
  { outgoing, budget }: { outgoing: Outgoing; budget: Budget },
) {
  return {
    data,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    headers: response.headers,
    attempts: budget.attempts,
    idempotencyKeys: outgoing.idempotencyKeys,
  };
}

function batchShape(id: OperationId): BatchShape | undefined {
  const operation = OPERATIONS[id];
  return 'batch' in operation ? operation.batch : undefined;
}

function pageShape(id: OperationId): PageShape | undefined {
  const operation = OPERATIONS[id];
  return 'page' in operation ? operation.page : undefined;
}

const KEY = /^vita_(live|test)_[0-9A-Za-z]+$/;

function keyProvider(apiKey: ClientOptions['apiKey'] | undefined): () => Promise<string> {
  if (typeof apiKey === 'function') return async () => checkedApiKey(await apiKey());
  const key = checkedApiKey(apiKey);
  return async () => key;
}

/** What is wrong with it is said without showing it. */
function checkedApiKey(key: unknown): string {
  if (key === undefined || key === null || key === '') {
    throw new ConfigurationError('apiKey is missing. Is the variable set that holds it?');
  }
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new ConfigurationError(
    'apiKey must be a whole key, vita_live_… or vita_test_…, with nothing before or after it.',
  );
}

function checkedUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(
      `baseUrl must be a whole address, as ${PRODUCTION_URL} or http://127.0.0.1:3000/api/public.`,
    );
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new ConfigurationError('baseUrl must have no query, no fragment and no user.');
  }
  if (/\/v\d+\/?$/.test(url.pathname)) {
    throw new ConfigurationError('baseUrl ends before the version: …/api/public, without /v1.');
  }
  return url.href;
}

function checkedLimits(limits: Limits): Limits {
  const { maxAttempts, timeoutSeconds, attemptTimeoutSeconds } = limits;
  if (!Number.isInteger(maxAttempts) || !isWithin(maxAttempts, ATTEMPTS_MAX)) {
    throw new ConfigurationError(`maxAttempts must be a whole number from 1 to ${ATTEMPTS_MAX}.`);
  }
  for (const [name, seconds] of Object.entries({ timeoutSeconds, attemptTimeoutSeconds })) {
    if (!isWithin(seconds, SECONDS_MAX)) {
      throw new ConfigurationError(`${name} must be more than 0 and at most ${SECONDS_MAX}.`);
    }
  }
  return { maxAttempts, timeoutSeconds, attemptTimeoutSeconds };
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === 'number' && value > 0 && value <= most;
}

/** What is given as undefined is not given. */
function defined({
  maxAttempts,
  timeoutSeconds,
  attemptTimeoutSeconds,
}: CallOptions): Partial<Limits> {
  const given = { maxAttempts, timeoutSeconds, attemptTimeoutSeconds };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
