import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, Cookies, OpenCall, PersonCall } from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { hashOfToken, makeToken, terminalCookie } from './sessions.ts';

export interface Terminal {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/**
 * The terminal that the browser is.
 *
 * @throws ApiError 401 when it is none, or was ended
 */
export async function terminalOf(db: Queryable, { terminal }: Cookies): Promise<Terminal> {
  const [found] =
    terminal === undefined ? [] : await db.query(FIND_TERMINAL, [hashOfToken(terminal)]);
  if (found !== undefined) return found;
  throw errors.notSignedIn(
    'This browser is not a terminal: ask a manager to enrol it, or sign in with a passkey or a link.',
  );
}

const FIND_TERMINAL = statement<Terminal>(
  'find-terminal',
  `select id, organization_id as "organizationId", name from terminal
    where token_hash = $1::bytea and ended_at is null`,
);

const TERMINALS_MAX = 1_000;

/** Lists the terminals of the organization, those that were ended last. */
export async function listTerminals(
  { principal }: PersonCall<'listTerminals'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listTerminals'>> {
  const data = await database.query(LIST_TERMINALS, [principal.organizationId, TERMINALS_MAX]);
  return { status: 200, body: { data } };
}

const LIST_TERMINALS = statement<Answer<'listTerminals'>['body']['data'][number]>(
  'list-terminals',
  `
    select id, name, enrolled_by, ${timestampText('created_at')} as created_at,
           ${timestampText('ended_at')} as ended_at
      from terminal
     where organization_id = $1::uuid
     order by terminal.ended_at is not null, terminal.created_at, id
     limit $2::int`,
);

/** Lists who can sign in at the terminal by a PIN. @throws ApiError 401 when the browser is no terminal */
export async function listTerminalPeople(
  { cookies }: OpenCall<'listTerminalPeople'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listTerminalPeople'>> {
  const { organizationId, name } = await terminalOf(database, cookies);
  const data = await database.query(PEOPLE_WITH_PIN, [organizationId]);
  return { status: 200, body: { terminal: name, data } };
}

const PEOPLE_WITH_PIN = statement<Answer<'listTerminalPeople'>['body']['data'][number]>(
  'people-with-pin',
  `select id, name from person
    where organization_id = $1::uuid and ended_at is null and pin_hash is not null
    order by name, id
    limit 500`,
);

/** Makes the browser a terminal, at which people may sign in by a PIN. It is one until it is ended. */
export async function enrolTerminal(
  { body: { name }, principal }: PersonCall<'enrolTerminal'>,
  { database }: { readonly database: Database },
): Promise<Answer<'enrolTerminal'>> {
  const { personId, sessionId, organizationId } = principal;
  const [id, token] = [newId(), makeToken()];
  const action = personAction({ principal, command: 'enrolTerminal', typed: { name } });
  await database.transaction(async (tx) => {
    await tx.query(ENROL, [id, organizationId, name, hashOfToken(token), personId]);
    await tx.query(MOVE_SESSION, [sessionId, organizationId, id]);
    await recordAction(tx, { ...action, organizationId, target: `terminal ${id}` });
  });
  return { status: 201, body: { id, name }, headers: terminalCookie(token) };
}

const ENROL = statement<never>(
  'enrol-terminal',
  `insert into terminal (id, organization_id, name, token_hash, enrolled_by)
   values ($1::uuid, $2::uuid, $3::text, $4::bytea, $5::uuid)`,
);

/** The session of the manager is one at the terminal from now on. */
const MOVE_SESSION = statement<never>(
  'move-session-to-terminal',
  `update person_session set terminal_id = $3::uuid
    where id = $1::uuid and organization_id = $2::uuid`,
);

/** Ends a terminal, and the sessions at it with their next request. @throws ApiError 404 when there is none */
export async function endTerminal(
  { path: { id }, principal }: PersonCall<'endTerminal'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endTerminal'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'endTerminal' });
  await database.transaction(async (tx) => {
    const [ended] = await tx.query(END_TERMINAL, [id, organizationId]);
    if (ended === undefined) throw errors.notFound('The organization has no terminal of this id.');
    await recordAction(tx, { ...action, organizationId, target: `terminal ${id}` });
  });
  return { status: 200, body: { id, ended: true } };
}

const END_TERMINAL = statement<{ id: string }>(
  'end-terminal',
  `update terminal set ended_at = now()
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);
