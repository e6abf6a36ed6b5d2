import type { Answer, PersonCall } from '../contract.ts';
import { type ActingReader, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, timeCursor } from '../lib/paging.ts';

type Row = Answer<'listPackingOrders'>['body']['data'][number] & { readonly seq: string };

/** The statuses of an order that is to be packed. */
export const PACKING_STATUSES = ['paid', 'processing'] as const;

/**
 * Lists the live orders that the pharmacy has to pack, oldest first. Each status is one range of an index, walked from
 * its oldest end; the organization's orders that somebody else fulfils are passed over.
 */
export async function listPackingOrders(
  { query, principal }: PersonCall<'listPackingOrders'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listPackingOrders'>> {
  const { organizationId } = principal;
  const after = readTimeCursor(query.cursor);
  const where = new ListFilter();
  const own = where.value(organizationId);
  const limit = where.value(query.limit + 1);
  const number = where.asked(query.order_number, (name) => `order_number = ${name}::text`);
  const position =
    after && `(${where.value(after.created_at)}::timestamptz, ${where.value(after.seq)}::bigint)`;
  const toPack = PACKING_STATUSES.map(
    (status) => `
      (select order_id, order_organization_id, created_at, seq
         from order_reader
        where organization_id = ${own}::uuid and environment = 'live' and status = '${status}' ${number}
          ${position === undefined ? '' : `and (created_at, seq) > ${position}`}
          and exists (select from customer_order routed
                       where routed.id = order_reader.order_id
                         and routed.organization_id = order_reader.order_organization_id
                         and routed.fulfillment_organization_id = ${own}::uuid
                      offset 0)
        order by created_at, seq
        limit ${limit}::bigint)`,
  );
  const rows = await database.actingFor(organizationId).query(
    where.statement<Row>(
      'list-packing-orders',
      () => `
    select found.id, found.order_number, found.status,
           ${timestampText('found.created_at')} as created_at, reader.seq::text as seq,
           ordered.items, ordered.units
      from (select * from (${toPack.join(' union all ')}) both_statuses
             order by created_at, seq
             limit ${limit}::bigint) reader
     cross join lateral (
           select id, order_number, status, created_at from customer_order
            where customer_order.id = reader.order_id
              and customer_order.organization_id = reader.order_organization_id
            limit 1) found
     cross join lateral (
           select count(*) as items, coalesce(sum(quantity), 0)::bigint as units from order_item
            where order_item.order_id = reader.order_id
              and order_item.organization_id = reader.order_organization_id) ordered
     order by reader.created_at, reader.seq`,
    ),
    where.values,
  );
  return {
    status: 200,
    body: pageOf(rows, query.limit, ({ seq: _seq, ...shown }) => shown, timeCursor),
  };
}
