import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { takeChallenge, webauthn } from './passkeys.ts';
import { allowChangeOfWays } from './ways-in.ts';

/** Keeps a new passkey of the person. @throws ApiError 400 when it does not fit, 401 when the challenge is old */
export async function registerPasskey(
  { body: { challenge_id, response }, principal }: PersonCall<'registerPasskey'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'registerPasskey'>> {
  const { personId, organizationId } = principal;
  const expectedChallenge = await takeChallenge(database, challenge_id);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: appUrl(),
    expectedRPID: new URL(appUrl()).hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) {
    const message = 'must be the answer of a browser to the challenge';
    throw errors.validation([{ path: 'response', message }]);
  }
  const { credential } = verified.registrationInfo;
  const action = personAction({ principal, command: 'registerPasskey' });
  return database.transaction(async (tx) => {
    await allowChangeOfWays(tx, principal);
    const [kept] = await tx.query(KEEP_PASSKEY, [
      newId(),
      organizationId,
      personId,
      credential.id,
      Buffer.from(credential.publicKey),
      credential.counter,
      credential.transports ?? [],
    ]);
    if (kept === undefined) {
      throw errors.validation([{ path: 'response', message: 'is registered here already' }]);
    }
    await recordAction(tx, { ...action, organizationId, target: `person ${personId}` });
    return { status: 201, body: { id: kept.id } };
  });
}

const KEEP_PASSKEY = statement<{ id: string }>(
  'keep-passkey',
  `with fresh as materialized (
     select 1 where not exists (select from passkey known where known.credential_id = $4::text)
   ), written as (
     insert into passkey (
       id, organization_id, person_id, credential_id, public_key, sign_count, transports)
     select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::bytea, $6::bigint, $7::text[] from fresh
     on conflict do nothing
     returning id)
   select id from written`,
);
