/** Rows of a list. On a narrow screen each row becomes a block, with the column's name next to each value. */
import type { ComponentChildren } from 'preact';
import type { Pages } from '../api/loaded.ts';
import { Failure } from './alert.tsx';
import { Button } from './button.tsx';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'end';
  /** Names the row; stands on top of its block. */
  readonly isName?: boolean;
  /** Needs the whole width of the block: buttons, a field. */
  readonly isWide?: boolean;
}

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  toneOf,
  isCurrent,
}: {
  /** Read out before the rows. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  toneOf?: (row: Row) => 'good' | 'bad' | 'warn' | undefined;
  /** The row that single letters act on. */
  isCurrent?: (row: Row) => boolean;
}) {
  return (
    <div class="table">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, align }) => (
              <th key={label} scope="col" class={align && `is-${align}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const tone = toneOf?.(row);
            return (
              <tr
                key={keyOf(row)}
                class={tone && `is-${tone}`}
                aria-current={isCurrent?.(row) ? 'true' : undefined}
              >
                {columns.map(({ label, align, cell, isName, isWide }) =>
                  isName ? (
                    <th key={label} scope="row" data-label={label} class="is-name">
                      <div>{cell(row)}</div>
                    </th>
                  ) : (
                    <td
                      key={label}
                      data-label={label}
                      class={isWide ? 'is-wide is-bare' : align && `is-${align}`}
                    >
                      <div>{cell(row)}</div>
                    </td>
                  ),
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A list that is read page by page, with what there is to say of none. */
export function List<Row>({
  pages,
  empty,
  ...table
}: {
  pages: Pages<Row>;
  empty: ComponentChildren;
  caption: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  toneOf?: (row: Row) => 'good' | 'bad' | 'warn' | undefined;
  /** The row that single letters act on. */
  isCurrent?: (row: Row) => boolean;
}) {
  const { rows, problem, isLoading, hasMore, more, reload } = pages;
  return (
    <div aria-busy={isLoading}>
      <Failure problem={problem} retry={reload} />
      {rows.length > 0 && <Table {...table} rows={rows} />}
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
  );
}

export function Waiting() {
  return (
    <p class="empty" role="status">
      Loading…
    </p>
  );
}

/** What is known of one thing. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
