// Passkeys (WebAuthn): a key pair on somebody's own device, bound to the host of the application. A challenge is a
// row that is used once, within five minutes.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { hashOfToken } from './tokens.ts';

export const RELYING_PARTY = 'Pharmacy';
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

export interface PasskeyChallenge {
  readonly challenge_id: string;
  /** What the browser is asked for, in its own form. */
  readonly options: Record<string, unknown>;
}

/** The library takes a tenth of a second to load, and most processes never need it. */
export const webauthn = () => import('@simplewebauthn/server');

/** Makes a challenge that any passkey of the host may answer. @throws ApiError as `keepChallenge` does */
export async function makeChallenge(
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
export async function keepChallenge(
  db: Queryable,
  challenge: string,
  askedFrom: string,
): Promise<string> {
  const values = [newId(), challenge, CHALLENGE_SECONDS, hashOfToken(askedFrom)];
  const [kept] = await db.query(KEEP_CHALLENGE, [...values, LIVE_OF_ONE_MAX, LIVE_MAX]);
  if (kept === undefined) throw errors.unavailable(FULL_SECONDS);
  return kept.id;
}

/** @throws ApiError 401 when it was answered before, or too long ago */
export async function takeChallenge(db: Queryable, id: string): Promise<string> {
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
