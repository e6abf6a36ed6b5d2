import type { Answer, Principal } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';

/** An order as a trace names it. */
export type NamedOrder = Answer<'traceLot'>['body']['orders'][number];

/**
 * Finds the orders that references mean to a caller. The tracing of stock is given it, since the inventory knows
 * references alone.
 *
 * @param referenceIds of references whose type is `order`
 */
export type OrderNamer = (
  db: Queryable,
  caller: Pick<Principal, 'organizationId' | 'environment'>,
  referenceIds: readonly string[],
) => Promise<NamedOrder[]>;
