import { Conditions } from '../database/conditions.ts';
import { timestampText } from '../database/database.ts';
import { errors } from '../errors.ts';
import type { Answer, Call } from '../http/contract.ts';
import { pageOf, readTimeCursor, readTimestamp, timeCursor } from '../paging.ts';
import type { Services } from '../services.ts';

type Query = Call<'listTransactions'>['query'];

/** The ledger, newest first. Test keys see neither notes nor prescription numbers. */
export async function listTransactions(
  { query, principal }: Call<'listTransactions'>,
  { database }: Services,
): Promise<Answer<'listTransactions'>> {
  const where = conditionsOf(query, principal.organizationId);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-transactions',
      (conditions) => `
    select e.id, e.movement_id, e.type, s.sku_code, s.product_id, p.name as location, e.lot_id, t.lot_number,
           e.qty, e.balance_after, m.reference_type, m.reference_id, m.rx_number, m.po_number, m.note,
           encode(e.hash, 'hex') as hash, ${timestampText('e.created_at')} as created_at, e.seq::text as seq
      from ledger_entry e
      join movement m on m.organization_id = e.organization_id and m.id = e.movement_id
      join lot t on t.organization_id = e.organization_id and t.id = e.lot_id
      join sku s on s.organization_id = e.organization_id and s.id = e.sku_id
      join location p on p.organization_id = e.organization_id and p.id = e.location_id
     where ${conditions}
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

function requireTogether(query: Query, one: keyof Query, other: keyof Query): void {
  for (const [given, missing] of [[one, other] as const, [other, one] as const]) {
    if (query[given] !== undefined && query[missing] === undefined) {
      throw errors.validation([{ path: missing, message: `must be sent together with ${given}` }]);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the statement above selects it
function toTransaction(row: any, showPrivate: boolean) {
  const rxNumber = showPrivate ? row.rx_number : null;
  const { reference_type: type, reference_id: id } = row;
  return {
    id: row.id,
    movement_id: row.movement_id,
    type: row.type,
    sku_code: row.sku_code,
    product_id: row.product_id,
    location: row.location,
    lot_id: row.lot_id,
    lot_number: row.lot_number,
    qty: row.qty,
    balance_after: row.balance_after,
    reference:
      type === null && id === null && row.rx_number === null
        ? null
        : { type, id, rx_number: rxNumber },
    po_number: row.po_number,
    note: showPrivate ? row.note : null,
    hash: row.hash,
    created_at: row.created_at,
  };
}
