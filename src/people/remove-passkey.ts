import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { allowChangeOfWays, LOCK_PERSON, mayEndWaysOf } from './ways-in.ts';

/**
 * Takes a passkey away from the person, or from another one as their manager.
 *
 * @throws ApiError 403 as `mayEndWaysOf` does, 404, 409 for one's own last way in, 422 as `allowChangeOfWays` does
 */
export async function removePasskey(
  { path: { id, passkey_id: passkeyId }, principal }: PersonCall<'removePasskey'>,
  { database }: { readonly database: Database },
): Promise<Answer<'removePasskey'>> {
  const { organizationId } = principal;
  const isOwn = mayEndWaysOf(id, principal);
  const key = [id, organizationId];
  const action = personAction({ principal, command: 'removePasskey' });
  await database.transaction(async (tx) => {
    if (isOwn) await allowChangeOfWays(tx, principal);
    const [person] = await tx.query(LOCK_PERSON, key);
    const [removed] = person ? await tx.query(REMOVE_PASSKEY, [...key, passkeyId]) : [];
    if (removed === undefined) throw errors.notFound('The person has none of this id.');
    if (isOwn && (await tx.query(HAS_WAY_IN, key)).length === 0) {
      throw errors.wrongState(
        'This is your last way in: set a PIN or keep another passkey first. If you have lost the device, a manager removes the passkey and makes you a link.',
      );
    }
    await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  });
  return { status: 200, body: { id: passkeyId, ended: true } };
}

const REMOVE_PASSKEY = statement<{ id: string }>(
  'remove-passkey',
  `delete from passkey
    where id = $3::uuid and person_id = $1::uuid and organization_id = $2::uuid
   returning id`,
);

const HAS_WAY_IN = statement<{ id: string }>(
  'has-way-in',
  `select id from person
    where id = $1::uuid and organization_id = $2::uuid
      and (pin_hash is not null or oidc_subject is not null
           or exists (select from passkey
                       where passkey.person_id = person.id
                         and passkey.organization_id = person.organization_id))`,
);
