import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { isTimestampText, isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';
import { DELIVERY_COLUMNS, type Delivery } from './own-delivery.ts';
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
    .add([query.status], (status) => `delivery.status = ${status}::text`)
    .add(
      [createdAt, id],
      (time, lastId) =>
        `(delivery.created_at, delivery.id) < (${time}::timestamptz, ${lastId}::uuid)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Delivery>(
      'list-deliveries',
      (conditions) => `
        select ${DELIVERY_COLUMNS} from webhook_delivery delivery
         where ${conditions} order by delivery.created_at desc, delivery.id desc limit ${limit}`,
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
