import { type OperatorAction, personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall, PersonPrincipal } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { ALL_LINKED_BY } from './sessions.ts';
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
  await tx.query(CONFIRM, key);
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
}

const LINKS_OF_PERSON = statement<{ linked_by: string[] }>(
  'links-of-person',
  `select ${ALL_LINKED_BY} as linked_by
     from person where person.id = $1::uuid and person.organization_id = $2::uuid`,
);

const CONFIRM = statement<never>(
  'confirm-person',
  `
    with sessions as (
      update person_session set linked_by = '{}'
       where person_id = $1::uuid and organization_id = $2::uuid and ended_at is null
         and linked_by is not null)
    update person set linked_by = '{}', pin_failures = 0
     where id = $1::uuid and organization_id = $2::uuid`,
);
