import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { Conditions } from '../database/list-filter.ts';
import { pageOf, readTimeCursor, readTimestamp, requireTogether, timeCursor } from '../paging.ts';
import { selectTransactions, toTransaction } from './rows/ledger-rows.ts';

type Query = Call<'listTransactions'>['query'];

/** The ledger, newest first. Test keys see neither notes nor prescription numbers. */
export async function listTransactions(
  { query, principal }: Call<'listTransactions'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listTransactions'>> {
  const where = conditionsOf(query, principal.organizationId);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-transactions',
      (conditions) => `
${selectTransactions(conditions)}
     order by e.created_at desc, e.seq desc
     limit ${limit}`,
    ),
    where.values,
  );
  const showPrivate = principal.environment === 'live';
  const page = pageOf(
    rows,
    query.limit,
    (row) => toTransaction(row, showPrivate),
    (row) => timeCursor({ createdAt: row.created_at, seq: row.seq }),
  );
  return { status: 200, body: page };
}

function conditionsOf(query: Query, organizationId: string): Conditions {
  requireTogether(query, 'reference_type', 'reference_id');
  const from = query.from === undefined ? undefined : readTimestamp(query.from, 'from');
  const to = query.to === undefined ? undefined : readTimestamp(query.to, 'to');
  const before = query.cursor === undefined ? undefined : readTimeCursor(query.cursor);
  return new Conditions()
    .add([organizationId], (id) => `e.organization_id = ${id}::uuid`)
    .add(
      [organizationId, query.sku_code],
      (id, code) =>
        `e.sku_id = (select id from sku where organization_id = ${id}::uuid and sku_code = ${code}::text)`,
    )
    .add([query.lot_id], (id) => `e.lot_id = ${id}::uuid`)
    .add([query.type], (type) => `e.type = ${type}::text`)
    .add(
      [query.reference_type, query.reference_id],
      (type, id) => `m.reference_type = ${type}::text and m.reference_id = ${id}::text`,
    )
    .add([from], (time) => `e.created_at >= ${time}::timestamptz`)
    .add([to], (time) => `e.created_at < ${time}::timestamptz`)
    .add(
      [before?.createdAt, before?.seq],
      (time, seq) => `(e.created_at, e.seq) < (${time}::timestamptz, ${seq}::bigint)`,
    );
}
