import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { PEOPLE_MAX } from './list-people.ts';
import { WITNESS_ROLES } from './roles.ts';
import { ALL_LINKED_BY } from './sessions.ts';
import { identitiesOf, mayBeOne } from './two-people.ts';

/** Lists the names of all who work or worked at the organization. */
export async function listColleagues(
  { principal }: PersonCall<'listColleagues'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listColleagues'>> {
  const values = [principal.organizationId, WITNESS_ROLES, PEOPLE_MAX];
  const rows = await database.query(COLLEAGUES, values);
  const data = rows.map(({ is_witness, ways_linked_by, ...person }) => ({
    ...person,
    may_witness: is_witness && !mayBeOne(identitiesOf(principal), [person.id, ...ways_linked_by]),
  }));
  return { status: 200, body: { data } };
}

type Colleague = Answer<'listColleagues'>['body']['data'][number];

interface ColleagueRow extends Omit<Colleague, 'may_witness'> {
  readonly is_witness: boolean;
  /** A witness comes by a way in, and not by a session. */
  readonly ways_linked_by: string[];
}

const COLLEAGUES = statement<ColleagueRow>(
  'list-colleagues',
  `select id, name, ended_at is null and roles && $2::text[] as is_witness, ended_at is not null as ended,
          linked_by as ways_linked_by, ${ALL_LINKED_BY} as linked_by
     from person
    where organization_id = $1::uuid
    order by person.ended_at is not null, person.name, id
    limit $3::int`,
);
