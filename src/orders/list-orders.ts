import type { Answer, ListCall } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import {
  pageOfWalk,
  readTimeCursor,
  readTimeFilter,
  timeCursor,
  type WalkedRow,
} from '../lib/paging.ts';
import { orderColumns, type ShownOrder } from './rows/stored-order.ts';

type Query = ListCall<'listOrders'>['query'];

interface Row extends ShownOrder, WalkedRow {
  readonly seq: string;
}

/** How many orders of one name a page examines where there are further filters; the contract says so too. */
const WALK_MAX = 500;

/**
 * Lists the orders that the caller's organization may read, in the environment of its key, newest first. It walks
 * one index of order_reader, whichever roles the organization has, and looks up each row of the page by key.
 */
export async function listOrders(
  { query, principal }: ListCall<'listOrders'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'listOrders'>> {
  const before = readTimeCursor(query.cursor);
  const [walked, ...judged] = conditionsOf(query);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([principal.environment], (environment) => `environment = ${environment}::text`)
    .add([walked?.value], (value) => `${walked?.column} = ${value}::text`)
    .add(
      [readTimeFilter(query.created_from, 'created_from')],
      (time) => `created_at >= ${time}::timestamptz`,
    )
    .add(
      [readTimeFilter(query.created_to, 'created_to')],
      (time) => `created_at < ${time}::timestamptz`,
    )
    .olderThan(before);
  const isWalk = judged.length > 0;
  const kept = judged.map(({ column, value }) => `${column} = ${where.value(value)}::text`);
  const limit = where.value(query.limit + 1);
  const end = isWalk ? where.value(WALK_MAX) : limit;
  const rows = await database.actingFor(principal.organizationId).query(
    where.statement<Row>(
      'list-orders',
      (conditions) => `
    select shown.*, reader.seq::text as seq, reader.is_kept, reader.is_end
      from (select order_id, order_organization_id, created_at, seq,
                   ${isWalk ? `coalesce(${kept.join(' and ')}, false)` : 'true'} as is_kept,
                   ${isWalk ? `row_number() over (order by created_at desc, seq desc) = ${end}::bigint` : 'false'} as is_end
              from order_reader
             where ${conditions}
             order by created_at desc, seq desc
             limit ${end}::bigint) reader
     cross join lateral (
           select ${orderColumns('customer_order')}
             from customer_order
            where customer_order.id = reader.order_id
              and customer_order.organization_id = reader.order_organization_id
            limit 1) shown
     where reader.is_kept or reader.is_end
     order by reader.created_at desc, reader.seq desc
     limit ${limit}::bigint`,
    ),
    where.values,
  );
  return {
    status: 200,
    body: pageOfWalk(
      rows,
      query.limit,
      ({ seq: _seq, is_kept: _isKept, is_end: _isEnd, ...order }) => order,
      timeCursor,
    ),
  };
}

interface Condition {
  /** A column of order_reader. */
  readonly column: string;
  readonly value: string;
}

/** Returns the filters by a text. The first is the one whose index is walked: it keeps the fewest orders. */
function conditionsOf({ external_order_id, order_number, status }: Query): Condition[] {
  return [
    { column: 'external_order_id', value: external_order_id?.normalize('NFC') },
    { column: 'order_number', value: order_number },
    { column: 'status', value: status },
  ].filter((one): one is Condition => one.value !== undefined);
}
