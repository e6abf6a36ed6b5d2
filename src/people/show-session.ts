import type { Answer } from '../contract.ts';
import { type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { PIN_FAILURES_MAX } from './pin.ts';
import { type Role, scopesOf } from './roles.ts';
import { LINKED_BY, LOCKED } from './sessions.ts';
import { hashOfToken } from './tokens.ts';

export type ShownSession = Answer<'getSession'>['body'];

/** Shows a session by its token, locked or not. */
export async function showSession(db: Queryable, token: string): Promise<ShownSession> {
  const [row] = await db.query(SHOW_SESSION, [hashOfToken(token), PIN_FAILURES_MAX]);
  if (row === undefined) throw new Error('A session is gone.');
  const { id, name, organization_id, organization_name, terminal_id, terminal_name } = row;
  const { is_locked, has_pin, passkeys, linked_by, new_link_at, new_link_by, new_link_used } = row;
  const roles = row.roles as Role[];
  return {
    person: { id, name, roles, has_pin, passkeys, linked_by },
    scopes: [...scopesOf(roles)].sort(),
    organization: { id: organization_id, name: organization_name },
    terminal:
      terminal_id === null || terminal_name === null
        ? null
        : { id: terminal_id, name: terminal_name },
    locked: is_locked,
    new_link:
      new_link_at === null || new_link_used === null
        ? null
        : { made_at: new_link_at, made_by: new_link_by, used: new_link_used },
  };
}

interface SessionRow {
  readonly id: string;
  readonly name: string | null;
  readonly roles: string[];
  readonly has_pin: boolean;
  readonly passkeys: number;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly terminal_id: string | null;
  readonly terminal_name: string | null;
  readonly is_locked: boolean;
  readonly linked_by: string[];
  readonly new_link_at: string | null;
  readonly new_link_by: string | null;
  readonly new_link_used: boolean | null;
}

const SHOW_SESSION = statement<SessionRow>(
  'show-session',
  `
    select person.id, person.name, person.roles,
           person.pin_hash is not null and person.pin_failures < $2::int as has_pin,
           (select count(*) from passkey
             where passkey.person_id = person.id
               and passkey.organization_id = person.organization_id) as passkeys,
           organization.id as organization_id, organization.name as organization_name,
           terminal.id as terminal_id, terminal.name as terminal_name,
           ${LOCKED} as is_locked, ${LINKED_BY} as linked_by,
           ${timestampText('new_link.created_at')} as new_link_at,
           new_link.linked_by[1] as new_link_by, (new_link.id is not null and new_link.used_at is not null) as new_link_used
      from person_session session
      join person on person.id = session.person_id
           and person.organization_id = session.organization_id
      join organization on organization.id = session.organization_id
      left join terminal on terminal.id = session.terminal_id
           and terminal.organization_id = session.organization_id
      left join lateral (
           select link.id, link.created_at, link.linked_by, link.used_at from sign_in_link link
            where link.person_id = person.id and link.organization_id = person.organization_id
              and link.created_at > person.created_at and link.created_at < session.created_at
              and not exists (select from person_session earlier
                               where earlier.person_id = person.id
                                 and earlier.organization_id = person.organization_id
                                 and earlier.created_at > link.created_at
                                 and earlier.created_at < session.created_at
                                 and earlier.linked_by is null)
            order by link.created_at desc limit 1) new_link on true
     where session.token_hash = $1::bytea`,
);
