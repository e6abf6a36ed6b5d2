import type { Answer, Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import { CURSORS } from '../../lib/cursors.ts';
import { pageOf } from '../../lib/paging.ts';
import { requireEndpoint } from '../endpoints/own-endpoint.ts';
import { DELIVERY_COLUMNS, type Delivery } from './own-delivery.ts';

export async function listDeliveries(
  { path, query, principal }: Call<'listDeliveries'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listDeliveries'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  const [createdAt, id] = CURSORS.listDeliveries.read(query.cursor);
  const where = new ListFilter()
    .add([endpoint.id], (endpointId) => `delivery.endpoint_id = ${endpointId}::uuid`)
    .add(
      [principal.organizationId],
      (organizationId) => `delivery.organization_id = ${organizationId}::uuid`,
    )
    .add(
      [createdAt, id],
      (time, lastId) =>
        `(delivery.created_at, delivery.id) < (${time}::timestamptz, ${lastId}::uuid)`,
    );
  const limit = where.value(query.limit + 1);
  const newest = `order by delivery.created_at desc, delivery.id desc limit ${limit}`;
  const rows = await database.query(
    where.statement<Delivery>(
      'list-deliveries',
      (conditions) => `
        select ${DELIVERY_COLUMNS}
          from webhook_endpoint endpoint
         cross join lateral (
               select delivery.*
                 from (${rangesOf(query.status, { conditions, newest })}) delivery
                ${newest}) delivery
         where endpoint.id = $1::uuid and endpoint.organization_id = $2::uuid
         order by delivery.created_at desc, delivery.id desc`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => CURSORS.listDeliveries.write([row.created_at, row.id]),
  );
  return { status: 200, body: page };
}

/**
 * The newest deliveries of a status. What ended with a generation (`era`) of the endpoint is dead, though its
 * rows are pending until a worker ends them: each such generation is read in its order, as are those that are dead.
 */
function rangesOf(
  status: string | undefined,
  { conditions, newest }: { readonly conditions: string; readonly newest: string },
): string {
  const range = (more: string) =>
    `(select delivery.* from webhook_delivery delivery where ${conditions} ${more} ${newest})`;
  switch (status) {
    case undefined:
      return range('');
    case 'pending':
      return range(`and delivery.status = 'pending' and delivery.era = endpoint.era`);
    case 'dead':
      return `${range(`and delivery.status = 'dead'`)}
        union all
        (select over.*
           from generate_series((
                  select min(era) from webhook_delivery
                   where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                     and status = 'pending'), endpoint.era - 1) ended (era)
          cross join lateral
                ${range(`and delivery.status = 'pending' and delivery.era = ended.era`)} over)`;
    case 'succeeded':
      return range(`and delivery.status = 'succeeded'`);
    default:
      return range('and false');
  }
}
