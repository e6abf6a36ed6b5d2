// What the commands that list share: they read the lists of the API page by page, and print a table for people.
import { SCOPES } from '../../generated/contract.ts';
import type { Environment, ListCall, OperationId } from '../contract.ts';
import { optional, type Printed } from './command.ts';
import { positiveInteger } from './option-values.ts';
import { visible } from './visible.ts';

const PAGE_ROWS = 1_000;

/** The option of a list that is read whole by default. */
export const LIMIT = optional('<n>', 'maximum number of rows; default: all', positiveInteger);

/** The rows of a list that grows for ever, where no limit is given. */
export const NEWEST_ROWS = 100;
/** The option of such a list. */
export const NEWEST_LIMIT = optional(
  '<n>',
  `maximum number of rows; default: ${NEWEST_ROWS}`,
  positiveInteger,
);

/** The part of a page's query that follows from the page before. */
interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * Reads the rows of a list.
 *
 * @param limit how many at most; undefined reads all
 */
export async function readRows<One>(
  limit: number | undefined,
  readPage: (
    query: PageQuery,
  ) => Promise<{ body: { data: readonly One[]; next_cursor: string | null } }>,
): Promise<One[]> {
  const rows: One[] = [];
  let cursor: string | null = null;
  do {
    const pageRows = Math.min(PAGE_ROWS, (limit ?? Infinity) - rows.length);
    const page = await readPage({ limit: pageRows, ...(cursor !== null && { cursor }) });
    rows.push(...page.body.data);
    cursor = page.body.next_cursor;
  } while (cursor !== null && rows.length !== limit);
  return rows;
}

/** Who asks: as a key of the organization that has every scope. */
export function asReader(
  organizationId: string,
  environment: Environment = 'live',
): ListCall<OperationId>['principal'] {
  return { organizationId, environment, scopes: new Set(SCOPES) };
}

/**
 * Prints rows as a table, a column for each of the named fields.
 *
 * @param limit the one that was asked for: a last line says that there may be more
 */
export function table<One extends object>(
  rows: readonly One[],
  fields: readonly (keyof One & string)[],
  limit?: number,
): Printed {
  return {
    json: rows,
    // A getter, since --json needs no lines.
    get lines() {
      return linesOf(rows, fields, limit);
    },
  };
}

function linesOf<One extends object>(
  rows: readonly One[],
  fields: readonly (keyof One & string)[],
  limit: number | undefined,
): string[] {
  if (rows.length === 0) return ['none'];
  const cells = rows.map((row) => fields.map((field) => visible(textOf(row[field]))));
  // As arguments of one call, so many widths would overflow the stack.
  const widths = fields.map((field, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), field.length),
  );
  const lineOf = (texts: readonly string[]) =>
    texts
      .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text)))
      .join('  ')
      .trimEnd();
  return [
    lineOf(fields),
    ...cells.map(lineOf),
    ...(rows.length === limit ? [`only the first ${limit} are shown; use --limit for more`] : []),
  ];
}

function widthOf(text: string): number {
  return [...text].length;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(',');
  return String(value);
}
