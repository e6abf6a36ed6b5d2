import { type Methods } from './operations.js';
import { EventFeed, type EventFeedOptions } from './event-feed.js';
import type { Answered, Call, CallOptions, Item, OperationId, OptionsOf, PagedId, Result } from './types.js';
/** What a client is made with. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
    /**
     * `vita_live_…` or `vita_test_…`, or a function that answers it, which is asked before each attempt: so a
     * key can be rotated while a client is in use. Whoever has it can act for your organization: it belongs on
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
    [Id in PagedId]: Methods[Id] extends (...words: infer Words) => unknown ? (...words: Words) => AsyncIterableIterator<Item<Id>> : never;
};
/** Lists, a page at a time. */
export type Pages = {
    [Id in PagedId]: Methods[Id] extends (...words: infer Words) => unknown ? (...words: Words) => AsyncIterableIterator<Result<Id>> : never;
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
    /** Any operation by its name, with what came beside its answer's body: status, headers, attempts. */
    call<Id extends OperationId>(id: Id, call: Call<Id>, options?: OptionsOf<Id>): Promise<Answered<Id>>;
}
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
export declare function createClient(options: ClientOptions): PharmacyPlatform;
