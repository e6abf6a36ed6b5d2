import type { OPERATIONS } from './operations.js';
import type { PagedId } from './types.js';
export type PageShape = (typeof OPERATIONS)[PagedId]['page'];
/** What all pages have. */
export interface Page {
    readonly next_cursor: string | null;
    readonly [items: string]: unknown;
}
type Query = Readonly<Record<string, unknown>>;
/**
 * One page after another, from the query's own cursor on. The feed of events ends where there is nothing new:
 * it then answers the cursor that it was asked with.
 */
export declare function pagesOf<One extends Page>(read: (query: Query) => Promise<One>, query: Query, { cursor: name, limitMax }: PageShape): AsyncGenerator<One, void, undefined>;
/** What stands in the pages. */
export declare function itemsOf(pages: AsyncIterable<Page>, { items }: PageShape): AsyncGenerator<unknown, void, undefined>;
export {};
