import type { Answer, PersonCall } from '../contract.ts';
import { type ActingReader, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOfWalk, readTimeCursor, timeCursor, type WalkedRow } from '../lib/paging.ts';

type Shown = Answer<'listPackingOrders'>['body']['data'][number];

interface Row extends Shown, WalkedRow {
  readonly seq: string;
}

/** How many orders of one number a page examines; the contract says so too. */
const WALK_MAX = 500;

/** The statuses of an order that is to be packed. */
export const PACKING_STATUSES = ['paid', 'processing'] as const;

/**
 * Lists the live orders that the pharmacy has to pack, oldest first. Each status is one range of an index, walked from
 * its oldest end; the organization's orders that somebody else fulfils are passed over. Orders of one number are a
 * range of another index, and each is examined by itself.
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
  const position =
    after && `(${where.value(after.created_at)}::timestamptz, ${where.value(after.seq)}::bigint)`;
  const isRouted = `
         exists (select from customer_order routed
                  where routed.id = order_reader.order_id
                    and routed.organization_id = order_reader.order_organization_id
                    and routed.fulfillment_organization_id = ${own}::uuid
                 offset 0)`;
  const walk = ({ columns, where: range, max }: Walk): string => `
      (select order_id, order_organization_id, created_at, seq, ${columns}
         from order_reader
        where organization_id = ${own}::uuid and environment = 'live' and ${range}
          ${position === undefined ? '' : `and (created_at, seq) > ${position}`}
        order by created_at, seq
        limit ${max}::bigint)`;
  const walks =
    query.order_number === undefined
      ? PACKING_STATUSES.map((status) =>
          walk({
            columns: 'true as is_kept, false as is_end',
            where: `status = '${status}' and ${isRouted}`,
            max: limit,
          }),
        )
      : [
          walk({
            columns: `status in (${PACKING_STATUSES.map((status) => `'${status}'`).join(', ')}) and ${isRouted} as is_kept,
              row_number() over (order by created_at, seq) = ${WALK_MAX} as is_end`,
            where: `order_number = ${where.value(query.order_number)}::text`,
            max: String(WALK_MAX),
          }),
        ];
  const rows = await database.actingFor(organizationId).query(
    where.statement<Row>(
      'list-packing-orders',
      () => `
    select found.id, found.order_number, found.status,
           ${timestampText('found.created_at')} as created_at, reader.seq::text as seq,
           reader.is_kept, reader.is_end,
           ordered.items, ordered.units
      from (select * from (${walks.join(' union all ')}) walked
             where is_kept or is_end
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
    body: pageOfWalk(
      rows,
      query.limit,
      ({ seq: _seq, is_kept: _isKept, is_end: _isEnd, ...shown }) => shown,
      timeCursor,
    ),
  };
}

/** A range of an index of order_reader. */
interface Walk {
  /** More than every walk gives. */
  readonly columns: string;
  readonly where: string;
  /** The most rows. */
  readonly max: string;
}
