import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { readOrderItems } from './rows/order-items.ts';

/**
 * Lists the items of an order that the caller's organization placed or fulfils. An affiliate that brought the order
 * may read it, and not what is in it.
 */
export async function listOrderItems(
  { path, principal }: Call<'listOrderItems'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listOrderItems'>> {
  const { organizationId, environment } = principal;
  const acting = database.actingFor(organizationId);
  const [order] = await acting.query(FIND_READ_ORDER, [path.id, organizationId, environment]);
  if (order === undefined) throw errors.notFound('No order of this key has this id.');
  const data = await readOrderItems(acting, {
    id: path.id,
    organizationId: order.organization_id,
    pharmacyId: order.is_fulfilled ? organizationId : null,
  });
  return { status: 200, body: { data } };
}

/** The id comes first: given a condition on the organization, the planner may walk all of its orders. */
const FIND_READ_ORDER = statement<{ organization_id: string; is_fulfilled: boolean }>(
  'list-order-items',
  `
    select organization_id, coalesce(fulfillment_organization_id = $2::uuid, false) as is_fulfilled
      from (select organization_id, fulfillment_organization_id, environment from customer_order
             where id = $1::uuid
             limit 1) found
     where environment = $3::text
       and (organization_id = $2::uuid or fulfillment_organization_id = $2::uuid)`,
);
