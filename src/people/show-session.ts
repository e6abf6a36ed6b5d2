import type { Answer } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { PIN_FAILURES_MAX } from './pin.ts';
import { type Role, scopesOf } from './roles.ts';
import { LOCKED } from './sessions.ts';
import { hashOfToken } from './tokens.ts';

export type ShownSession = Answer<'getSession'>['body'];

/** Shows a session by its token, locked or not. */
export async function showSession(db: Queryable, token: string): Promise<ShownSession> {
  const [row] = await db.query(SHOW_SESSION, [hashOfToken(token), PIN_FAILURES_MAX]);
  if (row === undefined) throw new Error('A session is gone.');
  const { id, name, organization_id, organization_name, terminal_id, terminal_name } = row;
  const { is_locked, has_pin, passkeys } = row;
  const roles = row.roles as Role[];
  return {
    person: { id, name, roles, has_pin, passkeys },
    scopes: [...scopesOf(roles)].sort(),
    organization: { id: organization_id, name: organization_name },
    terminal:
      terminal_id === null || terminal_name === null
        ? null
        : { id: terminal_id, name: terminal_name },
    locked: is_locked,
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
           ${LOCKED} as is_locked
      from person_session session
      join person on person.id = session.person_id
           and person.organization_id = session.organization_id
      join organization on organization.id = session.organization_id
      left join terminal on terminal.id = session.terminal_id
           and terminal.organization_id = session.organization_id
     where session.token_hash = $1::bytea`,
);
