import { type OperatorAction, personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall, PersonPrincipal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { ALL_LINKED_BY, SESSION_HOURS_MAX } from './sessions.ts';
import { identitiesOf, mayBeOne } from './two-people.ts';
import { LOCK_PERSON } from './ways-in.ts';

/** Says of somebody who came in by a link that they are who they say. @throws ApiError as `confirm` does */
export async function confirmPerson(
  { path: { id }, principal }: PersonCall<'confirmPerson'>,
  { database }: { readonly database: Database },
): Promise<Answer<'confirmPerson'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'confirmPerson' });
  await database.transaction((tx) =>
    confirm(tx, { id, organizationId }, { by: principal, action }),
  );
  return { status: 200, body: { id, confirmed: true } };
}

/**
 * Confirms a person and their sessions of this moment, and forgets failed PINs, as signing in does.
 *
 * @param by who says so; null is the operator
 * @throws ApiError 404 when the organization has no such person, 409 when nothing is to be confirmed, 422 when it is not
 *   somebody else who is confirmed
 */
export async function confirm(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { by, action }: { readonly by: PersonPrincipal | null; readonly action: OperatorAction },
): Promise<void> {
  const key = [id, organizationId];
  const [found] = await tx.query(LOCK_PERSON, key);
  if (found === undefined) throw errors.notFound('The organization has no person of this id.');
  const [links] = await tx.query(LINKS_OF_PERSON, key);
  const linkedBy = links?.linked_by ?? [];
  if (linkedBy.length === 0) {
    throw errors.wrongState(
      'Nothing is to be confirmed: the person is confirmed, or has not used the link yet.',
    );
  }
  if (by !== null && (by.linkedBy.length > 0 || mayBeOne(identitiesOf(by), [id, ...linkedBy]))) {
    throw errors.ownApproval(
      'Somebody else has to confirm: neither the person, nor who made a link for them, nor who is not confirmed.',
    );
  }
  await tx.query(CONFIRM, [...key, linkedBy]);
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
}

const LINKS_OF_PERSON = statement<{ linked_by: string[] }>(
  'links-of-person',
  `select ${ALL_LINKED_BY} as linked_by
     from person where person.id = $1::uuid and person.organization_id = $2::uuid`,
);

/**
 * A session that another link began meanwhile stays as it is. Where a newer link found ways in that an earlier one chose,
 * these may be of who made that, and go: the person is who came by the newer one, and chooses again.
 */
const CONFIRM = statement<never>(
  'confirm-person',
  `
    with newer as materialized (
      select session.id, session.organization_id from person_session session
        join person on person.id = session.person_id
             and person.organization_id = session.organization_id and person.linked_by <> '{}'
       where session.person_id = $1::uuid and session.organization_id = $2::uuid
         and session.ended_at is null and session.proven_at is null
         and session.linked_by <> '{}' and session.linked_by <@ $3::uuid[]
         and session.created_at > now() - interval '${SESSION_HOURS_MAX} hours'
    ), keys as (
      delete from passkey using newer
       where passkey.person_id = $1::uuid and passkey.organization_id = newer.organization_id
    ), sessions as (
      update person_session
         set linked_by = '{}',
             ended_at = case when id not in (select newer.id from newer) and exists (select from newer) then now() end
       where person_id = $1::uuid and organization_id = $2::uuid and ended_at is null
         and (linked_by <@ $3::uuid[] or exists (select from newer)))
    update person
       set linked_by = '{}', pin_failures = 0,
           pin_hash = case when not exists (select from newer) then pin_hash end,
           pin_salt = case when not exists (select from newer) then pin_salt end
     where id = $1::uuid and organization_id = $2::uuid`,
);
