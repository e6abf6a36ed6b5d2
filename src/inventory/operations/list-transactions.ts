import type { Answer, Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { ListFilter } from '../../database/list-filter.ts';
import {
  pageOf,
  readTimeCursor,
  readTimeFilter,
  requireTogether,
  timeCursor,
} from '../../lib/paging.ts';
import {
  type LedgerEntryRow,
  selectLedgerEntries,
  toLedgerTransaction,
} from '../rows/ledger-rows.ts';
import { mergedWalk } from '../rows/merged-walk.ts';
import { stockConditions } from '../rows/stock-conditions.ts';
import { withStoredNames } from '../rows/stored-names.ts';
import { ENTRY_TYPES } from '../rules/movement-types.ts';

type Query = Call<'listTransactions'>['query'];

/**
 * Lists the ledger, newest first. Test keys see neither notes nor prescription numbers. A page costs the rows that
 * it has; only the entries of one reference, which is an order, are read whole.
 */
export async function listTransactions(
  { query: asked, principal }: Call<'listTransactions'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listTransactions'>> {
  requireTogether(asked, 'reference_type', 'reference_id');
  const query = await withStoredNames(database, principal.organizationId, asked);
  const from = readTimeFilter(query.from, 'from');
  const to = readTimeFilter(query.to, 'to');
  const before = readTimeCursor(query.cursor);
  const where = new ListFilter();
  const ranges = rangesOf(query, where, principal.organizationId);
  where
    .add([from], (time) => `entry.created_at >= ${time}::timestamptz`)
    .add([to], (time) => `entry.created_at < ${time}::timestamptz`)
    .olderThan(before, 'entry');
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<LedgerEntryRow>('list-transactions', (conditions) =>
      selectLedgerEntries(
        mergedWalk({
          ...ranges,
          conditions,
          order: 'entry.created_at desc, entry.seq desc',
          limit,
        }),
      ),
    ),
    where.values,
  );
  const showPrivate = principal.environment === 'live';
  const page = pageOf(
    rows,
    query.limit,
    (row) => toLedgerTransaction(row, showPrivate),
    timeCursor,
  );
  return { status: 200, body: page };
}

/**
 * The ranges of an index hold what is asked for and nothing else. The index sorts entries by type, so that those of
 * one type are a range too; without a type all ranges are merged. Each repeats the condition of its index; see
 * lot_list in the baseline migration.
 */
function rangesOf(query: Query, where: ListFilter, organizationId: string) {
  const { isOwn, isOfSku, isOfLot } = stockConditions(where, organizationId, query);
  const table = 'ledger_entry entry';
  if (query.reference_type !== undefined) {
    const isOfType =
      query.type === undefined ? '' : `and entry.type = ${where.value(query.type)}::text`;
    return {
      ranges: `(select movement.id, movement.organization_id from movement
            where ${isOwn('movement')}
              and movement.reference_id = ${where.value(query.reference_id)}::text
              and movement.reference_type = ${where.value(query.reference_type)}::text
           offset 0) of_order`,
      range: `true ${isOfLot('entry.lot_id')} ${isOfSku('entry')} ${isOfType}`,
      // This form keeps the planner from an index over all that the organization has.
      table: `(select * from ledger_entry
                   where movement_id = of_order.id
                     and ledger_entry.organization_id is not distinct from of_order.organization_id
                  offset 0) entry`,
    };
  }
  const types = query.type === undefined ? ENTRY_TYPES : [query.type];
  const ofTypes = () => `unnest(${where.value(types)}::text[]) as of_type (type)`;
  const isOfType = 'entry.type = of_type.type';
  if (query.lot_id !== undefined) {
    const ofLot = `(select lot.id, lot.organization_id from lot
            where ${isOwn('lot')} ${isOfLot('lot.id')} ${isOfSku('lot')}
           offset 0) of_lot`;
    if (query.type === undefined) {
      return { ranges: ofLot, range: `${isOwn('entry')} and entry.lot_id = of_lot.id`, table };
    }
    return {
      ranges: `${ofLot} cross join ${ofTypes()}`,
      // This form keeps the planner from the other index of a lot's entries, which has all types.
      range: `entry.organization_id is not distinct from of_lot.organization_id
              and entry.lot_id = of_lot.id and ${isOfType} and octet_length(entry.hash) = 32`,
      table,
    };
  }
  if (query.sku_code !== undefined) {
    return {
      ranges: ofTypes(),
      range: `${isOwn('entry')} ${isOfSku('entry')} and ${isOfType} and entry.balance_after >= 0`,
      table,
    };
  }
  return {
    ranges: ofTypes(),
    range: `${isOwn('entry')} and ${isOfType} and entry.qty <> 0`,
    table,
  };
}
