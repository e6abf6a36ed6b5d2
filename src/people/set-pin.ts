import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { hashPin } from './pin.ts';
import { allowChangeOfWays } from './ways-in.ts';

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
