// Sessions of people who are signed in. A session lasts twelve hours at most. After some time without a request it
// is locked, not ended: the person unlocks it and goes on.
import type {
  AuthenticateSession,
  OrganizationKind,
  OrganizationStatus,
  PersonPrincipal,
} from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { type Role, scopesOf } from './roles.ts';
import { hashOfToken, makeToken } from './tokens.ts';

export const SESSION_HOURS_MAX = 12;
/** The time without a request after which a session locks itself: at a terminal that many use, and elsewhere. */
const IDLE_MINUTES = { terminal: 10, elsewhere: 30 } as const;
/** The last use is written at most this often, so that reads rarely write. */
const LAST_USE_SECONDS = 15;
/** The requests of one person that a process answers at once, however many sessions they have. */
const IN_FLIGHT_MAX = 32;

/**
 * Makes the function that finds whose session a request is of. Ending a person, their terminal or the session counts
 * from the next request on.
 *
 * @param cell the name of the cell whose people these are, where there are several
 */
export function sessionAuthenticator(database: Database, cell?: string): AuthenticateSession {
  const inFlight = new Map<string, number>();
  return async ({ session: token }, { mayBeLocked, person }) => {
    if (token === undefined) throw errors.notSignedIn();
    const shown = person?.toLowerCase() ?? null;
    const [row] = await database.query(FIND_SESSION, [hashOfToken(token), shown]);
    if (row === undefined) throw errors.notSignedIn();
    if (shown !== null && shown !== row.person_id) throw errors.anotherPerson();
    if (row.is_locked && !mayBeLocked) throw errors.sessionLocked();
    const principal = { ...principalOf(row), cell };
    const requests = inFlight.get(row.person_id) ?? 0;
    if (requests >= IN_FLIGHT_MAX) throw errors.tooManyInFlight();
    inFlight.set(row.person_id, requests + 1);
    return { principal, leave: () => leave(inFlight, row.person_id) };
  };
}

function leave(inFlight: Map<string, number>, id: string): void {
  const left = (inFlight.get(id) ?? 0) - 1;
  if (left > 0) inFlight.set(id, left);
  else inFlight.delete(id);
}

function principalOf(row: SessionRow): PersonPrincipal {
  return {
    actor: `person:${row.person_id}`,
    callerId: row.person_id,
    personId: row.person_id,
    sessionId: row.id,
    terminalId: row.terminal_id,
    linkedBy: row.linked_by,
    organizationId: row.organization_id,
    environment: 'live',
    scopes: scopesOf(row.roles as Role[]),
    organizationKind: row.organization_kind,
    organizationStatus: row.organization_status,
  };
}

/**
 * Begins a session, and forgets the failed PINs of the person, unless the way in is a link that somebody made who might
 * guess on. A way in of the person's own ends their sessions that rest on such a link, whose maker may have opened them: a
 * confirmation would be of these too.
 *
 * @param terminal the token of the browser's terminal, which counts where it is one of the organization's
 * @param linkedBy the link's; null for a way in of the person's own
 * @param operation that begins it
 * @returns the token, for the cookie
 */
export async function beginSession(
  db: Queryable,
  person: { readonly id: string; readonly organizationId: string },
  {
    terminal,
    linkedBy,
    operation,
  }: {
    readonly terminal: string | undefined;
    readonly linkedBy: readonly string[] | null;
    readonly operation: string;
  },
): Promise<string> {
  const token = makeToken();
  await db.query(BEGIN_SESSION, [
    newId(),
    person.id,
    person.organizationId,
    hashOfToken(token),
    terminal === undefined ? null : hashOfToken(terminal),
    linkedBy,
    operation,
  ]);
  return token;
}

export async function lockSessionById(db: Queryable, principal: PersonPrincipal): Promise<void> {
  await db.query(LOCK_SESSION, [principal.sessionId, principal.organizationId]);
}

/** Called when the person has shown a way in of their own. */
export async function unlockSessionById(db: Queryable, principal: PersonPrincipal): Promise<void> {
  await db.query(UNLOCK_SESSION, [
    principal.sessionId,
    principal.personId,
    principal.organizationId,
  ]);
}

export async function endSession(db: Queryable, principal: PersonPrincipal): Promise<void> {
  await db.query(END_SESSION, [principal.sessionId, principal.organizationId]);
}

interface SessionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly person_id: string;
  readonly terminal_id: string | null;
  readonly roles: string[];
  readonly linked_by: string[];
  readonly organization_kind: OrganizationKind;
  readonly organization_status: OrganizationStatus;
  readonly is_locked: boolean;
}

/** SQL that says whether the row `session` is locked. */
export const LOCKED = `
      (session.locked_at is not null
       or session.last_used_at < now() - make_interval(mins =>
            case when session.terminal_id is null then ${IDLE_MINUTES.elsewhere}
                 else ${IDLE_MINUTES.terminal} end))`;

/** SQL of those whose links the person of the row `session` rests on there. */
export const LINKED_BY = `
      array(select distinct unnest(person.linked_by || coalesce(session.linked_by, '{}')))`;

/** SQL of those whose links the row `person` rests on, by a way in or in a session that lasts. */
export const ALL_LINKED_BY = `
      array(select unnest(person.linked_by)
             union select unnest(session.linked_by) from person_session session
             where session.person_id = person.id and session.organization_id = person.organization_id
               and session.ended_at is null
               and session.created_at > now() - interval '${SESSION_HOURS_MAX} hours')`;

const FIND_SESSION = statement<SessionRow>(
  'find-session',
  `
    with found as (
      select session.id, session.organization_id, session.person_id, session.terminal_id,
             session.last_used_at, person.roles, ${LINKED_BY} as linked_by, organization.kind as organization_kind,
             organization.status as organization_status, ${LOCKED} as is_locked
        from person_session session
        join person on person.id = session.person_id
             and person.organization_id = session.organization_id
        join organization on organization.id = session.organization_id
        left join terminal on terminal.id = session.terminal_id
             and terminal.organization_id = session.organization_id
       where session.token_hash = $1::bytea and session.ended_at is null
         and session.created_at > now() - interval '${SESSION_HOURS_MAX} hours'
         and person.ended_at is null and terminal.ended_at is null
    ), used as (
      update person_session set last_used_at = now()
        from found
       where person_session.id = found.id
         and person_session.organization_id = found.organization_id and not found.is_locked
         and found.person_id::text = coalesce($2::text, found.person_id::text)
         and found.last_used_at < now() - interval '${LAST_USE_SECONDS} seconds'
    )
    select id, organization_id, person_id, terminal_id, roles, linked_by, organization_kind,
           organization_status, is_locked
      from found`,
);

const BEGIN_SESSION = statement<never>(
  'begin-session',
  `
    with forgotten as (
      update person set pin_failures = 0
       where id = $2::uuid and organization_id = $3::uuid and pin_failures > 0
         and coalesce($6::uuid[], '{}') = '{}'
    ), links as (
      update person_session set ended_at = now()
       where person_id = $2::uuid and organization_id = $3::uuid and ended_at is null
         and $6::uuid[] is null and linked_by <> '{}'
    ), used as materialized (
      select (select id from terminal
               where token_hash = $5::bytea and organization_id = $3::uuid and ended_at is null) as terminal_id
    ), written as (
      insert into person_session (
        id, organization_id, person_id, terminal_id, token_hash, linked_by, operation, proven_at)
      select $1::uuid, $3::uuid, $2::uuid, terminal_id, $4::bytea, $6::uuid[], $7::text,
             case when $6::uuid[] is null then now() end
        from used
      returning 1)
    select from written`,
);

const LOCK_SESSION = statement<never>(
  'lock-session',
  `update person_session set locked_at = now()
    where id = $1::uuid and organization_id = $2::uuid and locked_at is null`,
);

const UNLOCK_SESSION = statement<never>(
  'unlock-session',
  `with forgotten as (
     update person set pin_failures = 0
      where id = $2::uuid and organization_id = $3::uuid and pin_failures > 0)
   update person_session
      set locked_at = null, last_used_at = now(), linked_by = null, proven_at = now()
    where id = $1::uuid and organization_id = $3::uuid`,
);

const END_SESSION = statement<never>(
  'end-session',
  `update person_session set ended_at = now()
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null`,
);
