// A transaction of the operator sets here whose rows it may see; see row-security.ts. An operation of the API
// acts for one organization from beginning to end: `Database.actingFor`, or the option of a transaction.
import type { Transaction } from './database.ts';
import { ACT_FOR, ACT_FOR_ALL, organizationList } from './row-security.ts';

/** The transaction acts for these organizations until the next call. */
export async function actFor(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  await tx.query(ACT_FOR, [organizationList(organizationIds)]);
}

/**
 * Does the work as acting for all organizations, and then acts for the earlier ones again. It is used only where an id
 * must name one record of the whole platform.
 */
export async function actingForAll<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const [row] = await tx.query(ACT_FOR_ALL, []);
  // If it throws, the transaction is rolled back and needs no reset.
  const result = await work();
  await tx.query(ACT_FOR, [row?.before ?? '{}']);
  return result;
}
