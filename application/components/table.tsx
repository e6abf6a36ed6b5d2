/** Rows of a list. On a narrow screen each row becomes a block, with the column's name next to each value. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/loaded.ts';
import { Failure } from './alert.tsx';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'end';
  /** Names the row; stands on top of its block. */
  readonly isName?: boolean;
  /** Needs the whole width of the block: buttons, a field. */
  readonly isWide?: boolean;
}

export interface TableProps<Row> {
  /** Read out before the rows. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly toneOf?: (row: Row) => 'good' | 'bad' | 'warn' | undefined;
  /** The row that single letters act on. */
  readonly isCurrent?: (row: Row) => boolean;
}

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  toneOf,
  isCurrent,
}: TableProps<Row> & { rows: readonly Row[] }) {
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

export function Waiting() {
  return (
    <p class="empty" role="status">
      Loading…
    </p>
  );
}

/** What was read, or why it was not. */
export function Shown<T>({
  of: { data, problem, isLoading, reload },
  children,
}: {
  of: Loaded<T>;
  children(data: T): ComponentChildren;
}) {
  return (
    <>
      <Failure problem={problem} retry={reload} />
      {data === undefined ? isLoading && <Waiting /> : children(data)}
    </>
  );
}

/** What is known of one thing; what is undefined is left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
