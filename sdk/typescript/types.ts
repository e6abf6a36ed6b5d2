/** What is sent and what comes back, derived from the contract's types. */
import type { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import type { components, operations, webhooks } from '../../generated/sdk/contract/schema.ts';

/** The name of an operation, as the contract has it: `postMovement`, `listLots`, … */
export type OperationId = keyof typeof OPERATIONS;

type Schemas = components['schemas'];

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type PathPart<Id extends OperationId> =
  Parameters<Id> extends { path: infer Path } ? { path: Path } : unknown;

type QueryPart<Id extends OperationId> =
  Parameters<Id> extends { query: infer Query }
    ? { query: Query }
    : [NonNullable<Parameters<Id>['query']>] extends [never]
      ? unknown
      : { query?: NonNullable<Parameters<Id>['query']> };

type BodyPart<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { body: Id extends BatchId ? WithOptionalKeys<Body> : Body }
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : unknown;

/** Operations whose body holds many requests, each with a key of its own. */
type BatchId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { batch: object } ? Id : never;
}[OperationId];

/** A key that is left out is made. */
type WithOptionalKeys<Body> = {
  [Name in keyof Body]: Body[Name] extends (infer Item)[] ? OptionalKey<Item>[] : Body[Name];
};

type OptionalKey<Item> = Item extends { idempotency_key: infer Key }
  ? Omit<Item, 'idempotency_key'> & { idempotency_key?: Key }
  : Item;

/** What an operation is sent: its parameters in `path` and `query`, and its `body`. */
export type Call<Id extends OperationId> = Flat<PathPart<Id> & QueryPart<Id> & BodyPart<Id>>;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

type Success = 200 | 201;

type Answer<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] &
    Success]: operations[Id]['responses'][Status] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never;
}[keyof operations[Id]['responses'] & Success];

/** The body of an operation's 2xx answer. */
export type Result<Id extends OperationId> = Id extends 'listEvents' ? EventPage : Answer<Id>;

/** Operations that take an `Idempotency-Key`. */
export type KeyedId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['repeat'] extends 'with-key' ? Id : never;
}[OperationId];

/** Lists that come in pages. */
export type PagedId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { page: object } ? Id : never;
}[OperationId];

/** One of what a list lists. */
export type Item<Id extends PagedId> = (typeof OPERATIONS)[Id] extends {
  page: { items: infer Name };
}
  ? Result<Id>[Name & keyof Result<Id>] extends readonly (infer One)[]
    ? One
    : never
  : never;

/** How one call is made. What is left out is as the client has it. */
export interface CallOptions {
  /** Ends the call, and its waits, at once; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How often it is tried, the first time included: 1 or more, 5 unless said otherwise. */
  maxAttempts?: number | undefined;
  /** All attempts and the waits between them together, in seconds: 90 unless said otherwise. */
  timeoutSeconds?: number | undefined;
  /** How long one attempt may take, in seconds: 30 unless said otherwise. */
  attemptTimeoutSeconds?: number | undefined;
}

/** What bounds a call, once all that was left out is filled in. */
export interface Limits {
  readonly maxAttempts: number;
  readonly timeoutSeconds: number;
  readonly attemptTimeoutSeconds: number;
}

/** How a call is made that takes an `Idempotency-Key`. */
export interface KeyedOptions extends CallOptions {
  /**
   * 8 to 100 visible ASCII characters; one is made where you give none, and stays the same on each attempt.
   * Give one that you have stored with what it is for: then you can send the same call again after a crash,
   * and nothing happens twice.
   */
  idempotencyKey?: string | undefined;
}

/** The options of one operation. */
export type OptionsOf<Id extends OperationId> = Id extends KeyedId ? KeyedOptions : CallOptions;

/** An answer with what came next to its body. */
export interface Answered<Id extends OperationId> {
  readonly data: Result<Id>;
  /** 200 or 201. */
  readonly status: number;
  /** Names this request; quote it to support. */
  readonly requestId: string | undefined;
  /** `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` (Unix seconds) and the others. */
  readonly headers: Headers;
  /** How often it was sent. */
  readonly attempts: number;
  /** The key that was sent; of a batch those of its items, in order. Empty where the operation takes none. */
  readonly idempotencyKeys: readonly string[];
}

/**
 * Stands, in types, for every word that the API has added after this version; the value is another. A literal
 * of its own, since comparing with a `string` would narrow nothing.
 */
export type AddedLater = '(added later)';

type BodyOf<Webhook> = Webhook extends {
  post: { requestBody?: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** An event that this version knows; `type` says which, and what `data` holds. */
export type KnownEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

/** An event of a kind that was added after this version. Ignore it, or read `data` yourself. */
export interface UnknownEvent {
  id: string;
  type: AddedLater;
  created_at: string;
  data: { readonly [name: string]: unknown };
}

/** What a webhook delivers. Compare `type`, and `data` is typed; leave room for a kind that is new. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** What is in the feed: all that webhooks deliver but `webhook.test`. */
export type FeedEvent = Exclude<KnownEvent, { type: 'webhook.test' }> | UnknownEvent;

/** A page of the feed, oldest first. */
export type EventPage = Omit<Schemas['EventList'], 'data'> & { data: FeedEvent[] };
