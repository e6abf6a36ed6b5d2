import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { keepChallenge, RELYING_PARTY, webauthn } from './passkeys.ts';
import { allowChangeOfWays } from './ways-in.ts';

/** Makes a challenge for a new passkey of the person. @throws ApiError 422 as `allowChangeOfWays` does */
export async function beginPasskeyRegistration(
  { principal }: PersonCall<'beginPasskeyRegistration'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'beginPasskeyRegistration'>> {
  const { personId, organizationId } = principal;
  // Before the device makes one.
  await database.transaction((tx) => allowChangeOfWays(tx, principal));
  const [person] = await database.query(NAME_PERSON, [personId, organizationId]);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY,
    rpID: new URL(appUrl()).hostname,
    userID: new TextEncoder().encode(personId),
    userName: person?.name ?? personId,
    attestationType: 'none',
    excludeCredentials: (person?.credential_ids ?? []).map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const challenge_id = await keepChallenge(database, options.challenge, personId);
  return { status: 201, body: { challenge_id, options: { ...options } } };
}

const NAME_PERSON = statement<{ name: string | null; credential_ids: string[] }>(
  'name-person',
  `select person.name,
          array(select credential_id from passkey
                 where passkey.person_id = person.id
                   and passkey.organization_id = person.organization_id) as credential_ids
     from person
    where person.id = $1::uuid and person.organization_id = $2::uuid`,
);
