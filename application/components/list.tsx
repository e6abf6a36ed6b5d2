/** Lists that are read page by page, with the filters that narrow them, and what there is to say of none. */
import type { ComponentChildren } from 'preact';
import { type Page, type Pages, usePages } from '../api/loaded.ts';
import { Failure } from './alert.tsx';
import { Button } from './button.tsx';
import { type Filter, Filters, filtered } from './filters.tsx';
import { Table, type TableProps, Waiting } from './table.tsx';

const ROWS = 50;

/** What a list asks for: what its filters say, and which page. */
export type Asked<Name extends string> = { readonly [One in Name]?: string } & {
  readonly limit: number;
  readonly cursor?: string;
};

/** @param inputs what else the list depends on */
export function useList<Row, Name extends string = never>(
  read: (asked: Asked<Name>) => Promise<Page<Row>>,
  { filters = [], inputs = [] }: { filters?: readonly Filter<Name>[]; inputs?: unknown[] } = {},
): Pages<Row> {
  const said = filtered(filters);
  return usePages(
    (cursor) => read({ ...said, limit: ROWS, ...(cursor && { cursor }) }),
    [JSON.stringify(said), ...inputs],
  );
}

/** All rows of a list without pages. */
export function useAll<Row>(read: () => Promise<{ data: readonly Row[] }>): Pages<Row> {
  return usePages(() => read().then(({ data }) => ({ data, next_cursor: null })), []);
}

type ListProps<Row> = Omit<TableProps<Row>, 'keyOf'> & {
  readonly pages: Pages<Row>;
  readonly filters?: readonly Filter[];
  /** Goes with the filters. */
  readonly tools?: ComponentChildren;
  readonly empty: ComponentChildren;
  /** The row's id where it is not said. */
  readonly keyOf?: (row: Row) => string;
};

export function List<Row>({
  pages,
  empty,
  filters = [],
  tools,
  keyOf = (row) => (row as { id: string }).id,
  ...table
}: ListProps<Row>) {
  const { rows, problem, isLoading, hasMore, more, reload } = pages;
  return (
    <>
      <Filters filters={filters}>{tools}</Filters>
      <div aria-busy={isLoading}>
        <Failure problem={problem} retry={reload} />
        {rows.length > 0 && <Table {...table} keyOf={keyOf} rows={rows} />}
        {rows.length === 0 && isLoading && <Waiting />}
        {rows.length === 0 && !isLoading && !problem && <p class="empty">{empty}</p>}
        {hasMore && (
          <div class="actions is-centred">
            <Button onClick={more} isBusy={isLoading}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
