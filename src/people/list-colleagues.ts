import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { PEOPLE_MAX } from './list-people.ts';
import { WITNESS_ROLES } from './roles.ts';

/** Lists the names of all who work or worked at the organization. */
export async function listColleagues(
  { principal }: PersonCall<'listColleagues'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listColleagues'>> {
  const values = [principal.organizationId, WITNESS_ROLES, PEOPLE_MAX];
  return { status: 200, body: { data: await database.query(COLLEAGUES, values) } };
}

const COLLEAGUES = statement<Answer<'listColleagues'>['body']['data'][number]>(
  'list-colleagues',
  `select id, name, ended_at is null and roles && $2::text[] as may_witness,
          ended_at is not null as ended
     from person
    where organization_id = $1::uuid
    order by person.ended_at is not null, person.name, id
    limit $3::int`,
);
