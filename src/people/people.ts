import type { Answer, PersonCall, PersonPrincipal } from '../contract.ts';
import {
  type Database,
  type Queryable,
  type Transaction,
  timestampText,
} from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { PIN_FAILURES_MAX } from './pin.ts';
import { type Role, WITNESS_ROLES } from './roles.ts';
import { ALL_LINKED_BY } from './sessions.ts';

// Who may be the second of two people. A link is worth as much as who has it: who made it may have used it. So what
// somebody does by a link, or by a way in that was chosen after one, may be done by who made the link, by who made that
// one's, and so on, until somebody who is none of them confirms the person. Two are two people where they have nobody in
// common. The constraint `count_line_two_people` says the same of counts.

/** The person, and all who may be acting as that person. */
export function identitiesOf({
  personId,
  linkedBy,
}: Pick<PersonPrincipal, 'personId' | 'linkedBy'>): string[] {
  return [personId, ...linkedBy];
}

export function mayBeOne(one: readonly string[], other: readonly string[]): boolean {
  return one.some((id) => other.includes(id));
}

/** Finds whose person it is, by the id alone. @throws ApiError 404 when no one has it */
export async function findPersonById(
  tx: Transaction,
  id: string,
): Promise<{ organizationId: string }> {
  const [found] = await tx.query(FIND_PERSON_BY_ID, [id]);
  if (found === undefined) throw errors.notFound(`No person has the id ${id}.`);
  return found;
}

const FIND_PERSON_BY_ID = statement<{ organizationId: string }>(
  'find-person-by-id',
  'select organization_id as "organizationId" from person where id = $1::uuid',
);

/** An organization has some hundreds of people at most. */
const PEOPLE_MAX = 1_000;

type ListedPerson = Answer<'listPeople'>['body']['data'][number];

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
