import { Conditions } from '../database/conditions.ts';
import type { Answer, Call } from '../http/contract.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';
import type { Services } from '../services.ts';

/** What is in stock, by SKU code and location name. */
export async function listStock(
  { query, principal }: Call<'listStock'>,
  { database }: Services,
): Promise<Answer<'listStock'>> {
  const after = query.cursor === undefined ? [] : readOpaqueCursor(query.cursor, 2);
  const where = new Conditions()
    .add([principal.organizationId], (id) => `s.organization_id = ${id}::uuid`)
    .add([query.sku_code], (code) => `s.sku_code = ${code}::text`)
    .add([query.product_id], (id) => `s.product_id = ${id}::uuid`)
    .add([query.location], (name) => `p.name = ${name}::text`)
    .add(
      [after[0], after[1]],
      (code, name) => `(s.sku_code, p.name) > (${code}::text, ${name}::text)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-stock',
      (conditions) => `
    select s.sku_code, s.product_id, p.name as location, l.on_hand, l.reserved, l.quarantined, l.version,
           s.reorder_point, expired.on_hand as expired, usable.next_expiry,
           l.on_hand - l.reserved - l.quarantined - (expired.on_hand - expired.reserved) as available
      from sku s
      join stock_level l on l.organization_id = s.organization_id and l.sku_id = s.id
      join location p on p.organization_id = l.organization_id and p.id = l.location_id
     cross join lateral (select (now() at time zone p.time_zone)::date as today) local
     cross join lateral (
           select coalesce(sum(t.on_hand), 0)::bigint as on_hand,
                  coalesce(sum(t.reserved), 0)::bigint as reserved
             from lot t
            where t.organization_id = l.organization_id and t.sku_id = l.sku_id
              and t.location_id = l.location_id and t.in_stock and t.expiry_date < local.today
              and t.status = 'released') expired
     cross join lateral (
           select min(t.expiry_date) as next_expiry
             from lot t
            where t.organization_id = l.organization_id and t.sku_id = l.sku_id
              and t.location_id = l.location_id and t.in_stock and t.expiry_date >= local.today
              and t.status = 'released') usable
     where ${conditions} and l.version > 0
     order by s.sku_code, p.name
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.sku_code, row.location]),
  );
  return { status: 200, body: page };
}
