import type { Answer, Principal } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';

/** An order as a trace names it. */
export type NamedOrder = Answer<'traceLot'>['body']['orders'][number];

/**
 * Says which orders references mean to a caller. Handed to what traces stock, which knows references alone.
 *
 * @param referenceIds of references whose type is `order`
 */
export type OrderNamer = (
  db: Queryable,
  caller: Pick<Principal, 'organizationId' | 'environment'>,
  referenceIds: readonly string[],
) => Promise<NamedOrder[]>;
