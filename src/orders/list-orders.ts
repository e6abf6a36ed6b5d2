import type { Answer, ListCall } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';
import { orderColumns, type ShownOrder } from './rows/order-rows.ts';

type Row = ShownOrder & { readonly seq: string };

/**
 * Lists the orders that the caller's organization may read, in the environment of its key, newest first. It walks
 * one index of order_reader, whichever roles the organization has, and looks up each row of the page by key.
 */
export async function listOrders(
  { query, principal }: ListCall<'listOrders'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listOrders'>> {
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (environment) => `environment = ${environment}::text`)
    .add([query.status], (status) => `status = ${status}::text`)
    .olderThan(before);
  const limit = where.value(query.limit + 1);
  const rows = await database.actingFor(principal.organizationId).query(
    where.statement<Row>(
      'list-orders',
      (conditions) => `
    select shown.*, reader.seq::text as seq
      from (select order_id, order_organization_id, created_at, seq
              from order_reader
             where ${conditions}
             order by created_at desc, seq desc
             limit ${limit}) reader
     cross join lateral (
           select ${orderColumns('customer_order')}
             from customer_order
            where customer_order.id = reader.order_id
              and customer_order.organization_id = reader.order_organization_id
            limit 1) shown
     order by reader.created_at desc, reader.seq desc`,
    ),
    where.values,
  );
  const page = pageOf(rows, query.limit, ({ seq: _, ...order }) => order, timeCursor);
  return { status: 200, body: page };
}
