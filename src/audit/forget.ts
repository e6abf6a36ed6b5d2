import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';

const DELETED_AT_ONCE = 5_000;

/**
 * Deletes rows of a table older than so many days, each round in a transaction of its own, until none is left or the
 * signal is aborted.
 *
 * @param oldest deletes the $2 oldest of the rows that are older than $1 days, and returns a row for each
 */
export async function forget<Row>(
  database: Database,
  oldest: Statement<Row>,
  { days, signal }: { readonly days: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const rows = await database.query(oldest, [days, DELETED_AT_ONCE]);
    // The loop ends because each round deletes rows.
    if (rows.length < DELETED_AT_ONCE) return;
  }
}
