import type { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import type { PagedId } from './types.ts';

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
export async function* pagesOf<One extends Page>(
  read: (query: Query) => Promise<One>,
  query: Query,
  { cursor: name, limitMax }: PageShape,
): AsyncGenerator<One, void, undefined> {
  const limited = { limit: limitMax, ...query };
  let cursor = query[name];
  for (;;) {
    const page = await read({ ...limited, [name]: cursor });
    yield page;
    if (page.next_cursor === null || page.next_cursor === cursor) return;
    cursor = page.next_cursor;
  }
}

/** What is in the pages. */
export async function* itemsOf(
  pages: AsyncIterable<Page>,
  { items }: PageShape,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) yield* page[items] as unknown[];
}
