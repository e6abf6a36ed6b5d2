import type { Transaction } from '../../src/database/database.ts';

/** @returns a transaction that does some things otherwise, and the rest as the given one */
export function wrapped(
  tx: Transaction,
  otherwise: Partial<Pick<Transaction, 'query' | 'defer'>>,
): Transaction {
  return {
    query: (statement, values) => tx.query(statement, values),
    defer: (statement, values) => tx.defer(statement, values),
    ...otherwise,
  };
}
