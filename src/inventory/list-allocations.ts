import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { Conditions } from '../database/list-filter.ts';
import { opaqueCursor, pageOf, readIdCursor, requireTogether } from '../paging.ts';
import { selectAllocations, toAllocation } from './rows/allocation-rows.ts';

/** What is reserved now, newest first; ids rise with time. */
export async function listAllocations(
  { query, principal }: Call<'listAllocations'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listAllocations'>> {
  requireTogether(query, 'reference_type', 'reference_id');
  const before = readIdCursor(query.cursor);
  const where = new Conditions()
    .add([principal.organizationId], (id) => `a.organization_id = ${id}::uuid`)
    .add(
      [query.reference_type, query.reference_id],
      (type, id) => `a.reference_type = ${type}::text and a.reference_id = ${id}::text`,
    )
    .add([query.sku_code], (code) => `s.sku_code = ${code}::text`)
    .add([query.location], (name) => `p.name = ${name}::text`)
    .add([before], (id) => `a.id < ${id}::uuid`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-allocations',
      (conditions) => `${selectAllocations(conditions)} order by a.id desc limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(rows, query.limit, toAllocation, (row) => opaqueCursor([row.id]));
  return { status: 200, body: page };
}
