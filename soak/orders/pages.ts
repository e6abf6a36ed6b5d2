// Positions in lists that are ordered by time, newest first.
import type { StoredRow } from './history.ts';

/** Has a fixed width, so that texts compare as the positions do. */
export function positionOf({ createdAt, seq }: Pick<StoredRow, 'createdAt' | 'seq'>): string {
  return `${createdAt}${seq}`;
}

const CURSOR = /^(.+\.\d{6})(\d{19})Z$/;

/** Without a cursor it is a position before the newest row. */
export function positionOfCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '~';
  const [, at, seq] = CURSOR.exec(cursor) ?? [];
  return `${at}Z${seq}`;
}

export function cursorOf({ createdAt, seq }: Pick<StoredRow, 'createdAt' | 'seq'>): string {
  return `${createdAt.slice(0, -1)}${seq}Z`;
}

/** Newest first. */
export class ListPositions {
  readonly rows: readonly StoredRow[];
  readonly byId: ReadonlyMap<string, StoredRow>;

  constructor(rows: readonly StoredRow[]) {
    this.rows = rows.toSorted((a, b) => (positionOf(a) > positionOf(b) ? -1 : 1));
    this.byId = new Map(rows.map((row) => [row.id, row]));
  }

  /** The first that is older. */
  behind(cursor: string | undefined): number {
    const position = positionOfCursor(cursor);
    let from = 0;
    let to = this.rows.length;
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (positionOf(this.rows[middle] as StoredRow) < position) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}
