/**
 * One page after another, from the query's own cursor on. The feed of events ends where there is nothing new:
 * it then answers the cursor that it was asked with.
 */
export async function* pagesOf(read, query, { cursor: name, limitMax }) {
    const limited = { limit: limitMax, ...query };
    let cursor = query[name];
    for (;;) {
        const page = await read({ ...limited, [name]: cursor });
        yield page;
        if (page.next_cursor === null || page.next_cursor === cursor)
            return;
        cursor = page.next_cursor;
    }
}
/** What stands in the pages. */
export async function* itemsOf(pages, { items }) {
    for await (const page of pages)
        yield* page[items];
}
