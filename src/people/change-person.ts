import { type OperatorAction, personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall, PersonPrincipal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { identitiesOf, mayBeOne } from './people.ts';
import { type Role, scopesOf } from './roles.ts';
import { ALL_LINKED_BY, SESSION_HOURS_MAX } from './sessions.ts';
import { LOCK_PERSON } from './ways-in.ts';

/**
 * Gives a person other roles, or ends them. All managers of the organization are locked first, so that two who end
 * each other at once leave one.
 *
 * @param change the new roles; null ends the person
 * @param by who asks for it, with those whose links they rest on; nobody where it is the operator
 * @throws ApiError 404 when the organization has no such person, 400 when the last manager would be gone, 422
 *   `own_approval` when people would widen their own roles
 */
export async function changePerson(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  {
    roles,
    action,
    by = [],
  }: {
    readonly roles: readonly Role[] | null;
    readonly action: OperatorAction;
    readonly by?: readonly string[];
  },
): Promise<void> {
  const managers = await tx.query(LOCK_MANAGERS, [organizationId]);
  const isLast = managers.length === 1 && managers[0]?.id === id;
  if (isLast && !roles?.includes('manager')) {
    const message = 'must not be the last manager: make somebody else a manager first';
    throw errors.invalid('id', message);
  }
  const [found] = await tx.query(LOCK_PERSON, [id, organizationId]);
  const before = scopesOf((found?.roles ?? []) as Role[]);
  const wider = [...scopesOf(roles ?? [])].filter((scope) => !before.has(scope));
  if (found !== undefined && wider.length > 0 && by.includes(id.toLowerCase())) {
    throw errors.ownApproval('Another manager, or the operator, has to give you further roles.');
  }
  const [changed] = await tx.query(roles === null ? END_PERSON : SET_ROLES, [
    id,
    organizationId,
    ...(roles === null ? [] : [roles]),
  ]);
  if (changed === undefined) throw errors.notFound('The organization has no person of this id.');
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
}

const LOCK_MANAGERS = statement<{ id: string }>(
  'lock-managers',
  `select id from person
    where organization_id = $1::uuid and ended_at is null and 'manager' = any(roles)
    order by id
      for no key update`,
);

const SET_ROLES = statement<{ id: string }>(
  'set-roles',
  `update person set roles = $3::text[]
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);

const END_PERSON = statement<{ id: string }>(
  'end-person',
  `update person set ended_at = now()
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
   returning id`,
);

/** Gives a person other roles. @throws ApiError as `changePerson` does */
export async function updatePerson(
  { path, body: { roles }, principal }: PersonCall<'updatePerson'>,
  { database }: { readonly database: Database },
): Promise<Answer<'updatePerson'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'updatePerson', typed: { roles } });
  await database.transaction((tx) =>
    changePerson(
      tx,
      { id: path.id, organizationId },
      { roles, action, by: identitiesOf(principal) },
    ),
  );
  return { status: 200, body: { id: path.id, roles } };
}

/** Ends a person, and their sessions with the next request. @throws ApiError as `changePerson` does */
export async function endPerson(
  { path, principal }: PersonCall<'endPerson'>,
  { database }: { readonly database: Database },
): Promise<Answer<'endPerson'>> {
  const { organizationId } = principal;
  const action = personAction({ principal, command: 'endPerson' });
  await database.transaction((tx) =>
    changePerson(tx, { id: path.id, organizationId }, { roles: null, action }),
  );
  return { status: 200, body: { id: path.id, ended: true } };
}

/**
 * Takes the name, the addresses, the PIN and the passkeys of somebody who has left. The ledger names the id, and keeps it.
 *
 * @throws ApiError 404 when there is no such person, 400 when the person has not ended
 */
export async function erasePerson(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  action: OperatorAction,
): Promise<void> {
  const [erased] = await tx.query(ERASE_PERSON, [id, organizationId]);
  if (erased === undefined) {
    const message = 'must name a person who has ended: end the person first';
    throw errors.invalid('id', message);
  }
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
}

const ERASE_PERSON = statement<{ id: string }>(
  'blank-person',
  `with keys as (
     delete from passkey using person
      where passkey.person_id = $1::uuid and passkey.organization_id = $2::uuid
        and person.id = $1::uuid and person.organization_id = $2::uuid and person.ended_at is not null)
   update person
      set name = null, email = null, oidc_subject = null, pin_hash = null, pin_salt = null
    where id = $1::uuid and organization_id = $2::uuid and ended_at is not null
   returning id`,
);

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
