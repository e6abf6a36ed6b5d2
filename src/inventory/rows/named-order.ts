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

/**
 * Joins `named`, an order that an organization may read, with its `order_number`.
 *
 * @param text SQL of a text that ends with the order's id, where it names one
 * @param own SQL of the organization's id, which the statement acts for
 */
export function orderNamedBy(text: string, own: string): string {
  return `left join lateral (
           select order_number
             from (select order_number, organization_id from order_reader
                    where order_id = substring(${text} from '^(?:order )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
                   offset 0) reader
            where reader.organization_id = ${own}
            limit 1) named on true`;
}
