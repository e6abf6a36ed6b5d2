import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';

const DELETED_AT_ONCE = 5_000;

/**
 * Deletes what is older, each round in a transaction of its own, until nothing is left or the signal says to
 * stop.
 *
 * @param oldest deletes, of what is older than $1 days, the $2 oldest, and returns a row for each
 */
export async function forget<Row>(
  database: Database,
  oldest: Statement<Row>,
  { days, signal }: { readonly days: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const rows = await database.query(oldest, [days, DELETED_AT_ONCE]);
    // The bound: each round makes the rest smaller.
    if (rows.length < DELETED_AT_ONCE) return;
  }
}
