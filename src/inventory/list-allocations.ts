import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor, requireTogether } from '../paging.ts';
import { type AllocationRow, selectAllocations, toAllocation } from './rows/allocation-rows.ts';

/** What is reserved now, newest first; ids rise with time. */
export async function listAllocations(
  { query, principal }: Call<'listAllocations'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listAllocations'>> {
  requireTogether(query, 'reference_type', 'reference_id');
  const [before] = readOpaqueCursor(query.cursor, [isUuid]);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `allocation.organization_id = ${id}::uuid`)
    .add(
      [query.reference_type, query.reference_id],
      (type, id) =>
        `allocation.reference_type = ${type}::text and allocation.reference_id = ${id}::text`,
    )
    .add([query.sku_code], (code) => `sku.sku_code = ${code}::text`)
    .add([query.location], (name) => `location.name = ${name}::text`)
    .add([before], (id) => `allocation.id < ${id}::uuid`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<AllocationRow>(
      'list-allocations',
      (conditions) => `
${selectAllocations(conditions)}
     order by allocation.id desc
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(rows, query.limit, toAllocation, (row) => opaqueCursor([row.id]));
  return { status: 200, body: page };
}
