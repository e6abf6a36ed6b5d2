/** Rows of a list. On a narrow screen each row becomes a card of two lines: its name and what matters most, then the others. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/loaded.ts';
import { Failure } from './alert.tsx';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'end';
  /** Names the row. */
  readonly isName?: boolean;
  /** On the card's first line too, where the name is. */
  readonly isMain?: boolean;
  /** Buttons, a field: without its label. */
  readonly isWide?: boolean;
  /** May take several lines: what people wrote. */
  readonly isLong?: boolean;
  /** What is so of nearly every row is not said on a card. */
  readonly isUsual?: (row: Row) => boolean;
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
                {columns.map((column) => {
                  const { label, cell, isName, isUsual } = column;
                  const shown = cell(row);
                  const isNone = isUsual?.(row) || shown === '–' || shown === null;
                  const shared = {
                    'data-label': label,
                    class: `${classOf(column)}${isNone ? ' is-none' : ''}`,
                  };
                  return isName ? (
                    <th key={label} scope="row" {...shared}>
                      {shown}
                    </th>
                  ) : (
                    <td key={label} {...shared}>
                      {shown}
                    </td>
                  );
                })}
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

function classOf({ align, isName, isMain, isWide, isLong }: Column<never>): string {
  const names = [
    align && `is-${align}`,
    isName && 'is-name',
    isMain && 'is-main',
    isWide && 'is-wide',
    isLong && 'is-long',
  ];
  return names.filter(Boolean).join(' ');
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
