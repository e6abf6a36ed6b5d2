import type { Answer, PersonCall } from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { PIN_FAILURES_MAX } from './pin.ts';
import type { Role } from './roles.ts';
import { ALL_LINKED_BY } from './sessions.ts';

/** An organization has some hundreds of people at the most. */
export const PEOPLE_MAX = 1_000;

export type ListedPerson = Answer<'listPeople'>['body']['data'][number];

/** Lists the people of the organization, those who left last. */
export async function listPeople(
  { principal }: PersonCall<'listPeople'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listPeople'>> {
  return { status: 200, body: { data: await readPeople(database, principal.organizationId) } };
}

export async function readPeople(db: Queryable, organizationId: string): Promise<ListedPerson[]> {
  const rows = await db.query(LIST_PEOPLE, [organizationId, PIN_FAILURES_MAX, PEOPLE_MAX]);
  return rows.map((row) => ({ ...row, roles: row.roles as Role[] }));
}

interface PersonRow extends Omit<ListedPerson, 'roles'> {
  readonly roles: string[];
}

const LIST_PEOPLE = statement<PersonRow>(
  'list-people',
  `
    select person.id, person.name, person.email, person.roles,
           person.pin_hash is not null as has_pin,
           person.pin_failures >= $2::int as pin_locked,
           (select count(*) from passkey
             where passkey.person_id = person.id
               and passkey.organization_id = person.organization_id) as passkeys,
           ${ALL_LINKED_BY} as linked_by,
           ${timestampText('person.created_at')} as created_at,
           ${timestampText('person.ended_at')} as ended_at
      from person
     where person.organization_id = $1::uuid
     order by person.ended_at is not null, person.created_at, person.id
     limit $3::int`,
);
