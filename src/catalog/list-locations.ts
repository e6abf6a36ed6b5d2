import type { Answer, ListCall } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import { CURSORS } from '../lib/cursors.ts';
import { pageOf } from '../lib/paging.ts';

type Location = Answer<'listLocations'>['body']['data'][number];

/** Lists the organization's locations by name. */
export async function listLocations(
  { query, principal }: ListCall<'listLocations'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listLocations'>> {
  const [after] = CURSORS.listLocations.read(query.cursor);
  const where = new ListFilter()
    .add([principal.organizationId], (id) => `organization_id = ${id}::uuid`)
    .add([after], (name) => `name > ${name}::text`);
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Location>(
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
    (row) => CURSORS.listLocations.write([row.name]),
  );
  return { status: 200, body: page };
}
