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

/** The key comes first, as in get-order. */
const FIND_READ_ORDER = statement<{ organization_id: string; is_fulfilled: boolean }>(
  'list-order-items',
  `
    select customer_order.organization_id,
           coalesce(customer_order.fulfillment_organization_id = $2::uuid, false) as is_fulfilled
      from (select order_id, order_organization_id, environment
              from order_reader
             where order_id = $1::uuid and organization_id = $2::uuid
             limit 1) reader
      join customer_order on customer_order.id = reader.order_id
           and customer_order.organization_id = reader.order_organization_id
     where reader.environment = $3::text
       and $2::uuid in (customer_order.organization_id, customer_order.fulfillment_organization_id)`,
);
