import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { isDate, isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';
import { type LotRow, selectLots } from './rows/lot-rows.ts';

/** Lots, the first to expire first. */
export async function listLots(
  { query, principal }: Call<'listLots'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listLots'>> {
  const [expiry, id] = readOpaqueCursor(query.cursor, [isDate, isUuid]);
  const where = new ListFilter()
    .add(
      [principal.organizationId],
      (organization) => `lot.organization_id = ${organization}::uuid`,
    )
    .add([query.sku_code], (code) => `sku.sku_code = ${code}::text`)
    .add([query.location], (name) => `location.name = ${name}::text`)
    .add([query.status], (status) => `lot.status = ${status}::text`)
    .add([query.lot_number], (lotNumber) => `lot.lot_number = ${lotNumber}::text`)
    .add([query.expiring_before], (day) => `lot.expiry_date < ${day}::date`)
    .add(
      [expiry, id],
      (day, after) => `(lot.expiry_date, lot.id) > (${day}::date, ${after}::uuid)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<LotRow>(
      'list-lots',
      (conditions) => `
${selectLots(conditions)}
     order by lot.expiry_date, lot.id
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.expiry_date, row.id]),
  );
  return { status: 200, body: page };
}
