import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, readTimeFilter, requireTogether, timeCursor } from '../paging.ts';
import {
  type LedgerEntryRow,
  selectLedgerEntries,
  toLedgerTransaction,
} from './rows/ledger-rows.ts';

type Query = Call<'listTransactions'>['query'];

/** The ledger, newest first. Test keys see neither notes nor prescription numbers. */
export async function listTransactions(
  { query, principal }: Call<'listTransactions'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listTransactions'>> {
  const where = filterOf(query, principal.organizationId);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<LedgerEntryRow>(
      'list-transactions',
      (conditions) => `
${selectLedgerEntries(`
    select entry.* from ledger_entry entry
      join movement on movement.organization_id = entry.organization_id and movement.id = entry.movement_id
     where ${conditions}
     order by entry.created_at desc, entry.seq desc
     limit ${limit}`)}`,
    ),
    where.values,
  );
  const showPrivate = principal.environment === 'live';
  const page = pageOf(
    rows,
    query.limit,
    (row) => toLedgerTransaction(row, showPrivate),
    (row) => timeCursor({ createdAt: row.created_at, seq: row.seq }),
  );
  return { status: 200, body: page };
}

function filterOf(query: Query, organizationId: string): ListFilter {
  requireTogether(query, 'reference_type', 'reference_id');
  const from = readTimeFilter(query.from, 'from');
  const to = readTimeFilter(query.to, 'to');
  const before = readTimeCursor(query.cursor);
  return new ListFilter()
    .add([organizationId], (id) => `entry.organization_id = ${id}::uuid`)
    .add(
      [organizationId, query.sku_code],
      (id, code) =>
        `entry.sku_id = (select id from sku where organization_id = ${id}::uuid and sku_code = ${code}::text)`,
    )
    .add([query.lot_id], (id) => `entry.lot_id = ${id}::uuid`)
    .add([query.type], (type) => `entry.type = ${type}::text`)
    .add(
      [query.reference_type, query.reference_id],
      (type, id) =>
        `movement.reference_type = ${type}::text and movement.reference_id = ${id}::text`,
    )
    .add([from], (time) => `entry.created_at >= ${time}::timestamptz`)
    .add([to], (time) => `entry.created_at < ${time}::timestamptz`)
    .add(
      [before?.createdAt, before?.seq],
      (time, seq) => `(entry.created_at, entry.seq) < (${time}::timestamptz, ${seq}::bigint)`,
    );
}
