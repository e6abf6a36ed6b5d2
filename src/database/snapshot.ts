import type { Transaction } from './database.ts';
import { statement } from './statement.ts';

/** From here to its end the transaction sees one moment and writes nothing. It must be the first statement. */
export async function takeSnapshot(tx: Transaction): Promise<void> {
  await tx.query(TAKE_SNAPSHOT, []);
}

const TAKE_SNAPSHOT = statement<never>(
  'take-snapshot',
  'set transaction isolation level repeatable read, read only',
);
