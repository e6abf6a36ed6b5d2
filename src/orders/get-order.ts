import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { orderColumns, type ShownOrder } from './rows/stored-order.ts';

/** One order that the caller's organization may read, in the environment of its key. */
export async function getOrder(
  { path, principal }: Call<'getOrder'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getOrder'>> {
  const { organizationId, environment } = principal;
  const [order] = await database
    .actingFor(organizationId)
    .query(GET_ORDER, [path.id, organizationId, environment]);
  if (order === undefined) throw errors.notFound('No order of this key has this id.');
  return { status: 200, body: order };
}

/**
 * The key comes first: given a condition on the environment, the planner may walk the list's index, and so every
 * order that the organization may read.
 */
const GET_ORDER = statement<ShownOrder>(
  'get-order',
  `
    select ${orderColumns('customer_order')}
      from (select order_id, order_organization_id, environment
              from order_reader
             where order_id = $1::uuid and organization_id = $2::uuid
             limit 1) reader
      join customer_order on customer_order.id = reader.order_id
           and customer_order.organization_id = reader.order_organization_id
     where reader.environment = $3::text`,
);
