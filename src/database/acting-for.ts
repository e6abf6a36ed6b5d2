// A transaction of the operator sets here whose rows it may see; see row-security.ts. An operation of the API
// acts for one organization from beginning to end: `Database.actingFor`, or the option of a transaction.
import type { Transaction } from './database.ts';
import { actLocally, READ_ORGANIZATIONS } from './row-security.ts';
import { unprepared } from './statement.ts';

/** The transaction acts for these organizations from its next statement on, until the next call. */
export function actFor(tx: Transaction, organizationIds: readonly string[]): void {
  tx.defer(unprepared(actLocally(organizationIds)), []);
}

/** The transaction acts for all organizations until the next call. Returns those that it acted for. */
export async function actForAll(tx: Transaction): Promise<string[]> {
  const [read] = await tx.query(READ_ORGANIZATIONS, []);
  if (read === undefined) throw new Error('The setting has no value.');
  actFor(tx, listed(read.every));
  return listed(read.acting);
}

/**
 * Does the work as acting for all organizations, and then acts for the earlier ones again. It is used only where an id
 * must name one record of the whole platform.
 */
export async function actingForAll<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await actForAll(tx);
  // If it throws, the transaction is rolled back and needs no reset.
  const result = await work();
  actFor(tx, before);
  return result;
}

function listed(organizationIds: string): string[] {
  return organizationIds === '' ? [] : organizationIds.split(',');
}
