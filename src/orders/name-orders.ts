import type { Principal } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { NamedOrder } from '../inventory/rows/named-order.ts';
import { isUuid } from '../lib/formats.ts';

/**
 * Finds the orders that the references name, among those that the caller's organization may read in the environment
 * of its key, in the order of the references. References to anything else are skipped.
 */
export async function nameOrders(
  db: Queryable,
  { organizationId, environment }: Pick<Principal, 'organizationId' | 'environment'>,
  referenceIds: readonly string[],
): Promise<NamedOrder[]> {
  // Stock moves under an order's id in the form in which this service writes it.
  const ids = [...new Set(referenceIds)].filter((id) => isUuid(id) && id === id.toLowerCase());
  if (ids.length === 0) return [];
  return db.query(NAME_ORDERS, [ids, organizationId, environment]);
}

const NAME_ORDERS = statement<NamedOrder>(
  'name-orders',
  `
    select shown.id, shown.order_number, shown.status
      from unnest($1::uuid[]) with ordinality as meant (id, ordinal)
     cross join lateral (
           select order_id, order_organization_id, environment
             from order_reader
            where order_id = meant.id and organization_id = $2::uuid
            limit 1) reader
     cross join lateral (
           select id, order_number, status
             from customer_order
            where id = reader.order_id and organization_id = reader.order_organization_id
            limit 1) shown
     where reader.environment = $3::text
     order by meant.ordinal`,
);
