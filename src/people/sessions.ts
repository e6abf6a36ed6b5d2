// Sessions of people who are signed in. A session lasts twelve hours at most. After some time without a request it
// is locked, not ended: the person unlocks it and continues.
import { hash, randomBytes } from 'node:crypto';
import type {
  Answer,
  AuthenticateSession,
  OrganizationKind,
  OrganizationStatus,
  PersonCall,
  PersonPrincipal,
} from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { PIN_FAILURES_MAX } from './pin.ts';
import { type Role, scopesOf } from './roles.ts';

const TOKEN_BYTES = 32;

/** Makes 256 random bits as base64url. The database keeps nothing but the hash. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the SHA-256 of a token. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

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

async function lockSessionById(db: Queryable, principal: PersonPrincipal): Promise<void> {
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

async function endSession(db: Queryable, principal: PersonPrincipal): Promise<void> {
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
const LINKED_BY = `
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

// The cookies of the application: for this host alone, over TLS alone, hidden from scripts, and sent by no other site.
const HOUR_SECONDS = 3_600;
const TERMINAL_DAYS = 400;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function sessionCookie(token: string): Record<string, string> {
  const seconds = SESSION_HOURS_MAX * HOUR_SECONDS;
  return { 'Set-Cookie': `__Host-session=${token}; Max-Age=${seconds}; ${ATTRIBUTES}` };
}

function endedSessionCookie(): Record<string, string> {
  return { 'Set-Cookie': `__Host-session=; Max-Age=0; ${ATTRIBUTES}` };
}

/** Browsers keep a cookie 400 days at most. */
export function terminalCookie(token: string): Record<string, string> {
  const seconds = TERMINAL_DAYS * 24 * HOUR_SECONDS;
  return { 'Set-Cookie': `__Host-terminal=${token}; Max-Age=${seconds}; ${ATTRIBUTES}` };
}

/** How long somebody may take at the issuer's page, and then to choose. */
export const OIDC_SECONDS = 600;
/** The issuer's redirect comes from another site, which Strict would leave without the cookie. */
const OIDC_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function oidcCookie(value: string): Record<string, string> {
  return { 'Set-Cookie': `__Host-oidc=${value}; Max-Age=${OIDC_SECONDS}; ${OIDC_ATTRIBUTES}` };
}

export function endedOidcCookie(): Record<string, string> {
  return { 'Set-Cookie': `__Host-oidc=; Max-Age=0; ${OIDC_ATTRIBUTES}` };
}

type ShownSession = Answer<'getSession'>['body'];

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

interface ShownRow {
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

const SHOW_SESSION = statement<ShownRow>(
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

/** Says who is signed in, what they may do, and whether the session is locked. */
export async function getSession(
  { cookies }: PersonCall<'getSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'getSession'>> {
  return { status: 200, body: await showSession(database, cookies.session ?? '') };
}

/** Locks the session, as it does by itself after some time. */
export async function lockSession(
  { principal, cookies }: PersonCall<'lockSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'lockSession'>> {
  await lockSessionById(database, principal);
  return { status: 200, body: await showSession(database, cookies.session ?? '') };
}

/** Ends the session. */
export async function signOut(
  { principal }: PersonCall<'signOut'>,
  { database }: { readonly database: Database },
): Promise<Answer<'signOut'>> {
  await endSession(database, principal);
  return { status: 200, body: { signed_out: true }, headers: endedSessionCookie() };
}
