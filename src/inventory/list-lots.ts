import type { Answer, Call } from '../contract.ts';
import { dateText, type Queryable, timestampText } from '../database/database.ts';
import { Conditions } from '../database/list-filter.ts';
import { errors } from '../errors.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';

const PLACE = /^[12]\d{3}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lots, the first to expire first. */
export async function listLots(
  { query, principal }: Call<'listLots'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listLots'>> {
  const [expiry, id] = query.cursor === undefined ? [] : readPlace(query.cursor);
  const where = new Conditions()
    .add([principal.organizationId], (organization) => `t.organization_id = ${organization}::uuid`)
    .add([query.sku_code], (code) => `s.sku_code = ${code}::text`)
    .add([query.location], (name) => `p.name = ${name}::text`)
    .add([query.status], (status) => `t.status = ${status}::text`)
    .add([query.lot_number], (number) => `t.lot_number = ${number}::text`)
    .add([query.expiring_before], (day) => `t.expiry_date < ${day}::date`)
    .add([expiry, id], (day, lot) => `(t.expiry_date, t.id) > (${day}::date, ${lot}::uuid)`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-lots',
      (conditions) => `
${selectLots(conditions)}
     order by t.expiry_date, t.id
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

function readPlace(cursor: string): string[] {
  const [expiry = '', id = ''] = readOpaqueCursor(cursor, 2);
  const real = PLACE.test(expiry) && new Date(expiry).toJSON()?.startsWith(expiry);
  if (!real || !UUID.test(id)) {
    throw errors.validation([
      { path: 'cursor', message: 'must be the next_cursor of an earlier page' },
    ]);
  }
  return [expiry, id];
}

/** A lot as it is read everywhere; `conditions` speak of t (lot), s (SKU) and p (location). */
export function selectLots(conditions: string): string {
  return `
    select t.id, s.sku_code, s.product_id, p.name as location, t.lot_number,
           ${dateText('t.expiry_date')} as expiry_date, t.status,
           t.on_hand, t.reserved,
           case when t.status = 'released' and t.expiry_date >= (now() at time zone p.time_zone)::date
                then t.on_hand - t.reserved else 0 end as available,
           ${timestampText('t.created_at')} as created_at
      from lot t
      join sku s on s.organization_id = t.organization_id and s.id = t.sku_id
      join location p on p.organization_id = t.organization_id and p.id = t.location_id
     where ${conditions}`;
}
