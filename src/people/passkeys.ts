// Passkeys (WebAuthn): a key pair on somebody's own device, bound to the host of the application. A challenge is a
// row that is used once, within five minutes.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, OpenCall, PersonCall } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { hashOfToken } from './sessions.ts';
import { allowChangeOfWays, LOCK_PERSON, mayEndWaysOf } from './ways-in.ts';

const RELYING_PARTY = 'Pharmacy';
const CHALLENGE_SECONDS = 300;
/** Challenges that wait for their answers: of one address or person, and in all. */
const LIVE_OF_ONE_MAX = 300;
const LIVE_MAX = 5_000;
/** When to ask again while there are as many. */
const FULL_SECONDS = 10;

/** The answer of a browser to a challenge. */
export interface PasskeyAnswer {
  readonly challenge_id: string;
  readonly response: { readonly id?: string } & Record<string, unknown>;
}

interface PasskeyChallenge {
  readonly challenge_id: string;
  /** What the browser is asked for, in its own form. */
  readonly options: Record<string, unknown>;
}

/** The library takes a tenth of a second to load, and most processes never need it. */
export const webauthn = () => import('@simplewebauthn/server');

/** Makes a challenge that any passkey of the host may answer. @throws ApiError as `keepChallenge` does */
async function makeChallenge(
  db: Queryable,
  appUrl: string,
  askedFrom: string,
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: new URL(appUrl).hostname,
    userVerification: 'required',
  });
  const challenge_id = await keepChallenge(db, options.challenge, askedFrom);
  return { challenge_id, options: { ...options } };
}

/**
 * @param askedFrom the address, or the person
 * @returns the id by which the answer names it
 * @throws ApiError 503 while too many wait for their answers, from there or in all
 */
async function keepChallenge(db: Queryable, challenge: string, askedFrom: string): Promise<string> {
  const values = [newId(), challenge, CHALLENGE_SECONDS, hashOfToken(askedFrom)];
  const [kept] = await db.query(KEEP_CHALLENGE, [...values, LIVE_OF_ONE_MAX, LIVE_MAX]);
  if (kept === undefined) throw errors.unavailable(FULL_SECONDS);
  return kept.id;
}

/** @throws ApiError 401 when it was answered before, or too long ago */
async function takeChallenge(db: Queryable, id: string): Promise<string> {
  const [taken] = await db.query(TAKE_CHALLENGE, [id]);
  if (taken?.is_valid !== true) {
    throw errors.notSignedIn('The challenge was answered before or is too old: ask for a new one.');
  }
  return taken.challenge;
}

/**
 * Finds whose passkey answered a challenge.
 *
 * @throws ApiError 401 when nobody's did
 */
export async function requirePasskey(
  database: Database,
  { challenge_id, response }: PasskeyAnswer,
  appUrl: string,
): Promise<{ id: string; organizationId: string; waysLinkedBy: readonly string[] }> {
  const expectedChallenge = await takeChallenge(database, challenge_id);
  const [passkey] = await database.query(FIND_PASSKEY, [response.id ?? '']);
  if (passkey === undefined) throw errors.notSignedIn('This passkey is not known here.');
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: appUrl,
    expectedRPID: new URL(appUrl).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => undefined);
  if (verified?.verified !== true)
    throw errors.notSignedIn('The passkey could not be verified: try it again.');
  const { newCounter } = verified.authenticationInfo;
  await database.query(USED_PASSKEY, [passkey.id, passkey.organization_id, newCounter]);
  const { person_id: id, organization_id: organizationId, linked_by: waysLinkedBy } = passkey;
  return { id, organizationId, waysLinkedBy };
}

/** Those that nobody answered in time go with the next one. */
const KEEP_CHALLENGE = statement<{ id: string }>(
  'keep-passkey-challenge',
  `with old as (
     delete from passkey_challenge
      where id in (select id from passkey_challenge where expires_at < now()
                    order by expires_at limit 100)
   ), live as materialized (
     select (select count(*) from (
               select from passkey_challenge
                where asked_from_hash = $4::bytea and expires_at > now() limit $5::int) one) as of_one,
            (select count(*) from (
               select from passkey_challenge where expires_at > now() limit $6::int) every) as of_all
   ), kept as (
     insert into passkey_challenge (id, challenge, expires_at, asked_from_hash)
     select $1::uuid, $2::text, now() + make_interval(secs => $3::int), $4::bytea from live
      where of_one < $5::int and of_all < $6::int
     returning id)
   select id from kept`,
);

const TAKE_CHALLENGE = statement<{ challenge: string; is_valid: boolean }>(
  'take-passkey-challenge',
  `with taken as (delete from passkey_challenge where id = $1::uuid returning challenge, expires_at)
   select challenge, expires_at > now() as is_valid from taken`,
);

interface PasskeyRow {
  readonly id: string;
  readonly organization_id: string;
  readonly person_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly sign_count: number;
  readonly linked_by: string[];
}

const FIND_PASSKEY = statement<PasskeyRow>(
  'find-passkey',
  `
    select passkey.id, passkey.organization_id, passkey.person_id, passkey.credential_id,
           passkey.public_key, passkey.sign_count, person.linked_by
      from passkey
      join person on person.id = passkey.person_id
           and person.organization_id = passkey.organization_id
     where passkey.credential_id = $1::text and person.ended_at is null
     limit 1`,
);

const USED_PASSKEY = statement<never>(
  'use-passkey',
  `update passkey set sign_count = $3::bigint, last_used_at = now()
    where id = $1::uuid and organization_id = $2::uuid`,
);

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
    throw errors.invalid('response', message);
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
      throw errors.invalid('response', 'is registered here already');
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

/** Makes a challenge for a passkey, to sign in, to unlock or to witness. */
export async function beginPasskeySignIn(
  { address }: OpenCall<'beginPasskeySignIn'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'beginPasskeySignIn'>> {
  return { status: 201, body: await makeChallenge(database, appUrl(), address) };
}
