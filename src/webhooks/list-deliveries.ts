import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { isTimestampText, isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';
import { DELIVERY_COLUMNS, type Delivery, HAS_OVER } from './own-delivery.ts';
import { requireEndpoint } from './own-endpoint.ts';

export async function listDeliveries(
  { path, query, principal }: Call<'listDeliveries'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listDeliveries'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  const [createdAt, id] = readOpaqueCursor(query.cursor, [isTimestampText, isUuid]);
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
  const ranges = rangesOf(query.status, where);
  const limit = where.value(query.limit + 1);
  const newest = `order by delivery.created_at desc, delivery.id desc limit ${limit}`;
  const rows = await database.query(
    where.statement<Delivery>(
      'list-deliveries',
      (conditions) => `
        select ${DELIVERY_COLUMNS}
          from webhook_endpoint endpoint
         cross join lateral (
               select delivery.* from (
                 ${ranges
                   .map(
                     (range) => `(
                   select delivery.* from ${range} delivery where ${conditions} ${newest})`,
                   )
                   .join(' union all ')}) delivery ${newest}) delivery
         where endpoint.id = $1::uuid and endpoint.organization_id = $2::uuid
         order by delivery.created_at desc, delivery.id desc`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.created_at, row.id]),
  );
  return { status: 200, body: page };
}

/**
 * Where deliveries of this status are found. What ended with an era of the endpoint is dead, though its rows
 * say pending until a worker has come to them; they are few but for that while, so they are read by their
 * era and then sorted (`offset 0` keeps it so).
 */
function rangesOf(status: string | undefined, where: ListFilter): string[] {
  switch (status) {
    case undefined:
      return ['webhook_delivery'];
    case 'pending':
      return [
        `(select * from webhook_delivery
           where status = 'pending' and era = endpoint.era)`,
      ];
    case 'dead':
      return [
        `(select * from webhook_delivery where status = 'dead')`,
        `(select * from webhook_delivery
           where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
             and status = 'pending' and era < endpoint.era and ${HAS_OVER} offset 0)`,
      ];
    default:
      return [`(select * from webhook_delivery where status = ${where.value(status)}::text)`];
  }
}
