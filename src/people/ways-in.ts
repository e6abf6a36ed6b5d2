import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall, PersonPrincipal } from '../contract.ts';
import { type Database, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { hashPin } from './pin.ts';
import { SESSION_HOURS_MAX } from './sessions.ts';

/** A way in that was shown is good for changing another one this long. */
const PROOF_MINUTES = 5;

/**
 * Lets the person of the session change their ways in: where they have none yet, where one was shown just now, or once
 * where the session began by a link that is the operator's or was confirmed. What they choose rests on the same links
 * as the session.
 *
 * @throws ApiError 422 `proof_required`
 */
export async function allowChangeOfWays(
  tx: Transaction,
  { personId, organizationId, sessionId }: PersonPrincipal,
): Promise<void> {
  await tx.query(LOCK_PERSON, [personId, organizationId]);
  const key = [personId, organizationId, sessionId];
  const [session] = await tx.query(MAY_CHANGE_WAYS, [...key, PROOF_MINUTES]);
  if (session?.may_change !== true) {
    throw errors.proofRequired(
      'Show a PIN or a passkey that you have first. If you have lost them, somebody else has to confirm that it is you, or the operator makes you a link.',
    );
  }
  await tx.query(REST_ON_LINKS, key);
}

/**
 * People see and end their own ways in; a manager those of others too, by which neither becomes the other: what comes in
 * by a manager's link rests on the manager.
 *
 * @returns whether they are one's own
 * @throws ApiError 403
 */
export function mayEndWaysOf(id: string, { personId, scopes }: PersonPrincipal): boolean {
  const isOwn = id.toLowerCase() === personId;
  if (isOwn || scopes.has('people:write')) return isOwn;
  throw errors.insufficientScope('Your roles do not allow this: it needs people:write.');
}

export const LOCK_PERSON = statement<{ id: string; roles: string[] }>(
  'lock-person',
  `select id, roles from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
      for no key update`,
);

const MAY_CHANGE_WAYS = statement<{ may_change: boolean }>(
  'may-change-ways-in',
  `
    select session.linked_by = '{}' is true
           or session.proven_at > now() - make_interval(mins => $4::int) is true
           or (person.pin_hash is null and person.oidc_subject is null
               and not exists (select from passkey
                                where passkey.person_id = person.id
                                  and passkey.organization_id = person.organization_id)) as may_change
      from person
      join person_session session on session.organization_id = person.organization_id
           and session.person_id = person.id and session.id = $3::uuid and session.ended_at is null
     where person.id = $1::uuid and person.organization_id = $2::uuid`,
);

const REST_ON_LINKS = statement<never>(
  'rest-on-links',
  `
    with shown as (
      update person_session set proven_at = now(), linked_by = nullif(linked_by, '{}')
       where id = $3::uuid and organization_id = $2::uuid)
    update person
       set linked_by = person.linked_by
             || array(select unnest(session.linked_by) except select unnest(person.linked_by))
      from person_session session
     where person.id = $1::uuid and person.organization_id = $2::uuid
       and session.id = $3::uuid and session.organization_id = $2::uuid
       and session.linked_by <> '{}'`,
);

/**
 * Called when the issuer, or the operator by a link, says who it is: ways in that were chosen before by a link may be of
 * who made it, and go with its sessions.
 */
export async function leaveLinkedWays(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<void> {
  // Sign-ins that are under way come before it, or find the way gone.
  await tx.query(LOCK_PERSON, [id, organizationId]);
  await tx.query(LEAVE_LINKED_WAYS, [id, organizationId]);
}

const LEAVE_LINKED_WAYS = statement<never>(
  'leave-linked-ways',
  `
    with unconfirmed as (
      update person set linked_by = '{}', pin_hash = null, pin_salt = null
       where id = $1::uuid and organization_id = $2::uuid and linked_by <> '{}'
      returning id, organization_id
    ), keys as (
      delete from passkey using unconfirmed
       where passkey.person_id = unconfirmed.id
         and passkey.organization_id = unconfirmed.organization_id)
    update person_session set ended_at = now()
     where person_id = $1::uuid and organization_id = $2::uuid and ended_at is null
       and (linked_by <> '{}' or exists (select from unconfirmed))`,
);

/** A session lasts twelve hours, so that a person has a few. */
const SESSIONS_MAX = 100;

type WaysIn = Answer<'listWaysIn'>['body'];

/** Lists what a person comes in by, and where they are in; no token. @throws ApiError 403 as `mayEndWaysOf` does, 404 */
export async function listWaysIn(
  { path: { id }, principal }: PersonCall<'listWaysIn'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listWaysIn'>> {
  mayEndWaysOf(id, principal);
  const key = [id, principal.organizationId];
  const [person] = await database.query(IS_PERSON, key);
  if (person === undefined) throw errors.notFound('The organization has no person of this id.');
  const passkeys = await database.query(LIST_PASSKEYS, key);
  const sessions = await database.query(LIST_SESSIONS, [...key, principal.sessionId, SESSIONS_MAX]);
  return { status: 200, body: { passkeys, sessions } };
}

const IS_PERSON = statement<{ id: string }>(
  'is-person',
  `select id from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null`,
);

const LIST_PASSKEYS = statement<WaysIn['passkeys'][number]>(
  'list-passkeys',
  `select id, ${timestampText('created_at')} as created_at,
          ${timestampText('last_used_at')} as last_used_at
     from passkey
    where person_id = $1::uuid and organization_id = $2::uuid
    order by passkey.created_at, id`,
);

const LIST_SESSIONS = statement<WaysIn['sessions'][number]>(
  'list-sessions',
  `
    select session.id, session.operation, terminal.name as terminal,
           session.id = $3::uuid as this_one,
           ${timestampText('session.created_at')} as created_at,
           ${timestampText('session.last_used_at')} as last_used_at
      from person_session session
      left join terminal on terminal.id = session.terminal_id
           and terminal.organization_id = session.organization_id
     where session.person_id = $1::uuid and session.organization_id = $2::uuid
       and session.ended_at is null and terminal.ended_at is null
       and session.created_at > now() - interval '${SESSION_HOURS_MAX} hours'
     order by session.last_used_at desc, session.id
     limit $4::int`,
);

/** Ends a session of the person, or of another one as their manager. @throws ApiError 403 as `mayEndWaysOf` does, 404 */
export async function endPersonSession(
  { path: { id, session_id: sessionId }, principal }: PersonCall<'endPersonSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endPersonSession'>> {
  const { organizationId } = principal;
  mayEndWaysOf(id, principal);
  const action = personAction({ principal, command: 'endPersonSession' });
  await database.transaction(async (tx) => {
    const [ended] = await tx.query(END_SESSION, [id, organizationId, sessionId]);
    if (ended === undefined) throw errors.notFound('The person has none of this id.');
    await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  });
  return { status: 200, body: { id: sessionId, ended: true } };
}

const END_SESSION = statement<{ id: string }>(
  'end-person-session',
  `update person_session set ended_at = now()
    where id = $3::uuid and person_id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);

/** Gives the person a PIN, in the place of an earlier one. @throws ApiError 400 when everybody would guess it, 422 as `allowChangeOfWays` does */
export async function setPin(
  { body, principal }: PersonCall<'setPin'>,
  { database }: { readonly database: Database },
): Promise<Answer<'setPin'>> {
  const { personId, organizationId } = principal;
  const { hash, salt } = await hashPin(personId, body.pin);
  const action = personAction({ principal, command: 'setPin' });
  await database.transaction(async (tx) => {
    await allowChangeOfWays(tx, principal);
    await tx.query(SET_PIN, [personId, organizationId, hash, salt]);
    await recordAction(tx, { ...action, organizationId, target: `person ${personId}` });
  });
  return { status: 200, body: { has_pin: true } };
}

const SET_PIN = statement<never>(
  'set-pin',
  `update person set pin_hash = $3::bytea, pin_salt = $4::bytea, pin_failures = 0
    where id = $1::uuid and organization_id = $2::uuid`,
);
