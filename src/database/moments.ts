import { type Queryable, type Transaction, timestampText } from './database.ts';
import { statement } from './statement.ts';

/** The database's clock as timestamp text; the machine's own may be behind or ahead of it. */
export async function readClock(database: Queryable): Promise<string> {
  const [clock] = await database.query(READ_CLOCK, []);
  if (clock === undefined) throw new Error('The clock was not read.');
  return clock.now;
}

/**
 * SQL of a CTE with the time of the clock, for an update by a statement whose caller holds the row's lock. Citus does not
 * let an update call a volatile function itself.
 */
export const CLOCK = 'clock as materialized (select clock_timestamp() as at)';

const READ_CLOCK = statement<{ now: string }>(
  'read-clock',
  `select ${timestampText('clock_timestamp()')} as now`,
);

/** From here to its end the transaction sees one moment and writes nothing. It must be the first statement. */
export async function takeSnapshot(tx: Transaction): Promise<void> {
  await tx.query(TAKE_SNAPSHOT, []);
}

const TAKE_SNAPSHOT = statement<never>(
  'take-snapshot',
  'set transaction isolation level repeatable read, read only',
);
