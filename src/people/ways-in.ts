import type { PersonPrincipal } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

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
 * People see and end their own ways in; a manager those of others too, by which nobody becomes the other: what comes in
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
