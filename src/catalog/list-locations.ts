import type { Answer, Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { Conditions } from '../database/list-filter.ts';
import { opaqueCursor, pageOf, readOpaqueCursor } from '../paging.ts';

/** Where stock lies, by name. */
export async function listLocations(
  { query, principal }: Call<'listLocations'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listLocations'>> {
  const after = query.cursor === undefined ? [] : readOpaqueCursor(query.cursor, 1);
  const where = new Conditions()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([after[0]], (name) => `name > ${name}::text`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement(
      'list-locations',
      (conditions) => `
    select id, name, is_default, time_zone
      from location
     where ${conditions}
     order by name
     limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.name]),
  );
  return { status: 200, body: page };
}
