// Positions in lists. A list that is ordered by time pages by timestamps, so that a caller may also send a time of
// its own; any other list has an opaque cursor: see cursors.ts.

import { errors } from '../errors.ts';
import { badCursor } from './cursors.ts';

/** A page of rows and the cursor of the next one, which is null on the last page. */
export interface Page<Row> {
  readonly data: Row[];
  readonly next_cursor: string | null;
}

/** @param rows one more than `limit` when there are more */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
  cursorAfter: (row: Row) => string,
): Page<Shown> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(show),
    next_cursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
  };
}

/** A row of a list that examines more rows than it shows. */
export interface WalkedRow {
  /** Whether every filter keeps it. */
  readonly is_kept: boolean;
  /** Whether this is the last row that the page may examine. */
  readonly is_end: boolean;
}

/**
 * When a walk ends before the page is full, the cursor continues after the last row that was examined.
 *
 * @param rows those that are kept, one more than `limit` when there are more, and the last that was examined
 */
export function pageOfWalk<Row extends WalkedRow, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
  cursorAfter: (row: Row) => string,
): Page<Shown> {
  const last = rows.at(-1);
  const kept = rows.filter(({ is_kept }) => is_kept);
  const page = pageOf(kept, limit, show, cursorAfter);
  return page.next_cursor === null && last?.is_end
    ? { ...page, next_cursor: cursorAfter(last) }
    : page;
}

const MICROSECOND_DIGITS = 6;
const SEQ_DIGITS = 19;
const SEQ_MAX = 2n ** 63n - 1n;

/** A row's position in a list that is ordered by (created_at, seq), newest first. */
export interface TimePosition {
  /** Timestamp text. */
  readonly created_at: string;
  /** A decimal. */
  readonly seq: string;
}

/** Joins the microseconds and the row's number into one fraction, so that rows of one microsecond stay distinct. */
export function timeCursor({ created_at, seq }: TimePosition): string {
  return `${created_at.slice(0, -1)}${seq.padStart(SEQ_DIGITS, '0')}Z`;
}

/**
 * Reads a cursor of ours, or any timestamp, which means strictly older; undefined where there is none.
 *
 * @throws ApiError 400 that names `cursor`
 */
export function readTimeCursor(cursor: string | undefined): TimePosition | undefined {
  if (cursor === undefined) return undefined;
  const ours = /\.(\d{6})(\d{19})(?=Z|[+-])/.exec(cursor);
  if (ours === null) return { created_at: readTimestamp(cursor, 'cursor'), seq: '0' };
  const [, microseconds, number] = ours;
  const seq = BigInt(number as string);
  if (seq > SEQ_MAX) throw badCursor();
  const plain = cursor.replace(ours[0], `.${microseconds}`);
  return { created_at: readTimestamp(plain, 'cursor'), seq: seq.toString() };
}

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;
const OFFSET_HOURS_MAX = 14;
/** The bounds keep the year at four digits, whatever the offset. */
const [YEAR_MIN, YEAR_MAX] = [1000, 2999];

/**
 * Converts an ISO 8601 timestamp to our timestamp text. Digits beyond the microsecond round up, so that "before" and
 * "at or after" stay true.
 *
 * @throws ApiError 400 that names the parameter
 */
export function readTimestamp(text: string, path: string): string {
  const match = TIMESTAMP.exec(text);
  const [year, month, day, hour, minute, second, , , offsetHour, offsetMinute] = (match ?? [])
    .slice(1)
    .map((digits) => Number(digits ?? 0)) as number[];
  const at = Date.UTC(year as number, (month as number) - 1, day, hour, minute, second);
  const real =
    match !== null &&
    (year as number) >= YEAR_MIN &&
    (year as number) <= YEAR_MAX &&
    new Date(at).toISOString().startsWith(text.slice(0, 19)) &&
    (offsetHour as number) <= OFFSET_HOURS_MAX &&
    (offsetMinute as number) < 60;
  if (!real) {
    throw errors.invalid(path, 'must be an ISO 8601 timestamp of a real date and time');
  }
  const offsetMilliseconds =
    (match[8] === '-' ? -1 : 1) * ((offsetHour as number) * 60 + (offsetMinute as number)) * 60_000;
  const fraction = (match[7] ?? '').padEnd(9, '0');
  const microseconds =
    Number(fraction.slice(0, MICROSECOND_DIGITS)) +
    (Number(fraction.slice(MICROSECOND_DIGITS)) > 0 ? 1 : 0);
  const carried = new Date(at - offsetMilliseconds + (microseconds === 1_000_000 ? 1000 : 0));
  const digits = String(microseconds % 1_000_000).padStart(MICROSECOND_DIGITS, '0');
  return `${carried.toISOString().slice(0, 19)}.${digits}Z`;
}

/** Converts a filter, which may be left out, as `readTimestamp` does. */
export function readTimeFilter(text: string | undefined, path: string): string | undefined {
  return text === undefined ? undefined : readTimestamp(text, path);
}

/** Checks two filters that mean something only together. @throws ApiError 400 that names the missing one */
export function requireTogether<Query extends object>(
  query: Query,
  one: keyof Query & string,
  other: keyof Query & string,
): void {
  for (const [given, missing] of [[one, other] as const, [other, one] as const]) {
    if (query[given] !== undefined && query[missing] === undefined) {
      throw errors.invalid(missing, `must be sent together with ${given}`);
    }
  }
}
