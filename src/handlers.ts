import type { Handlers } from './http/contract.ts';
import { listStock } from './inventory/list-stock.ts';
import { listTransactions } from './inventory/list-transactions.ts';
import { postMovement } from './inventory/post-movement.ts';

/** One handler for each operation of the contract; a missing one does not compile. */
export const handlers: Handlers = {
  postMovement,
  listStock,
  listTransactions,
};
