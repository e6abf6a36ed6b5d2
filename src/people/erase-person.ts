import { type OperatorAction, recordAction } from '../audit/operator-actions.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

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
    throw errors.validation([{ path: 'id', message }]);
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
