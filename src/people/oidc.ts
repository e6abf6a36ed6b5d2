// Sign-in by OpenID Connect: the authorization code flow with PKCE (RFC 7636). No person is created by it. Invitations
// are found by the e-mail address that the issuer has verified, and bound to the issuer's subject once they are chosen:
// anybody may invite any address. A subject that works at one organization, and is invited by no other, is asked nothing.
//
// What the callback needs is in a cookie of ten minutes: a random token, which is the PKCE verifier, and from which the
// state and the nonce are derived. It is sent with the issuer's redirect, as the Strict cookies are not, so it also
// carries the terminal's token.

import { hash } from 'node:crypto';
import type { Configuration } from 'openid-client';
import type { Answer, BrowserRedirect, Cookies, OidcFlow, OpenCall } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { FairSemaphore } from '../queues/fair-semaphore.ts';
import { endedOidcCookie, hashOfToken, makeToken, OIDC_SECONDS, oidcCookie } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { leaveLinkedWays } from './ways-in.ts';

/** An answer has no more; where somebody works comes first. */
const CHOICES_MAX = 50;

type SignInChoice = Answer<'listSignInChoices'>['body']['data'][number];

/** Lists where somebody may sign in whom the issuer of OpenID Connect has named. @throws ApiError 401 when that is over */
export async function listSignInChoices(
  { cookies }: Pick<OpenCall<'listSignInChoices'>, 'cookies'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listSignInChoices'>> {
  const data = await choicesOf(database, cookies.oidc ?? '');
  if (data.length === 0) throw errors.notSignedIn(SIGN_IN_IS_OVER);
  return { status: 200, body: { data } };
}

const SIGN_IN_IS_OVER =
  'This sign-in was used before, is too old, or allows no such choice: begin it again.';

/** @param token of the sign-in; none has no choices */
export function choicesOf(db: Queryable, token: string): Promise<SignInChoice[]> {
  return db.query(LIST_CHOICES, [hashOfToken(token), CHOICES_MAX]);
}

/** SQL that says whether the row `person` is a choice of the row `chosen`: one person of each organization. */
const IS_CHOICE = `
      person.ended_at is null
       and (person.oidc_subject = chosen.subject
            or person.email = chosen.email and person.oidc_subject is null
               and not exists (select from person bound
                                where bound.organization_id = person.organization_id
                                  and bound.oidc_subject = chosen.subject and bound.ended_at is null))`;

const LIST_CHOICES = statement<SignInChoice>(
  'list-sign-in-choices',
  `
    select person.id, person.name, organization.name as organization,
           person.oidc_subject is null as invited
      from oidc_sign_in chosen
      join person on ${IS_CHOICE}
      join organization on organization.id = person.organization_id
     where chosen.token_hash = $1::bytea and chosen.expires_at > now()
     order by person.oidc_subject is null, person.created_at, person.id
     limit $2::int`,
);

/**
 * Begins a session of the person who was chosen. An invitation is the issuer's subject's from then on.
 *
 * @throws ApiError 401 when the sign-in is over, or the person is no choice of it
 */
export async function signInWithOpenId(
  {
    body,
    cookies,
  }: {
    readonly body: { readonly person_id: string };
    readonly cookies: Pick<Cookies, 'oidc' | 'terminal'>;
  },
  { database }: { readonly database: Database },
): Promise<Answer<'signInWithOpenId'>> {
  return database.transaction(async (tx) => {
    const [chosen] = await tx.query(TAKE_SIGN_IN, [hashOfToken(cookies.oidc ?? '')]);
    if (chosen === undefined) throw errors.notSignedIn(SIGN_IN_IS_OVER);
    const [person] = await tx.query(BIND, [body.person_id, chosen.subject, chosen.email]);
    if (person === undefined) throw errors.notSignedIn(SIGN_IN_IS_OVER);
    await leaveLinkedWays(tx, person);
    return signIn(tx, person, { cookies, command: 'signInWithOpenId' });
  });
}

/** The second of two sign-ins of one subject sees what the first has bound: an organization has one person of it. */
const TAKE_SIGN_IN = statement<{ subject: string; email: string | null }>(
  'take-oidc-sign-in',
  `
    with taken as (
      delete from oidc_sign_in where token_hash = $1::bytea returning subject, email, expires_at)
    select subject, email from taken
     where expires_at > now() and pg_advisory_xact_lock(hashtextextended(subject, 0)) is not null`,
);

const BIND = statement<{ id: string; organizationId: string }>(
  'bind-oidc-subject',
  `
    update person set oidc_subject = chosen.subject
      from (values ($2::text, $3::text)) chosen (subject, email)
     where person.id = $1::uuid and ${IS_CHOICE}
    returning person.id, person.organization_id as "organizationId"`,
);

const OIDC_CALLBACK = '/app/sign-in/oidc/callback';
const ISSUER_SECONDS_MAX = 10;
const SUBJECT_CHARACTERS_MAX = 255;
/** A look-up of the issuer's name holds one of the process's four threads, and the database's name needs another. */
const ASKED_AT_ONCE = 2;
const asking = new FairSemaphore({ slotsMax: ASKED_AT_ONCE, queue: 'oidc_sign_ins' });

export interface OidcIssuer {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret: string | undefined;
}

/** The library is loaded with the first sign-in. */
const library = () => import('openid-client');

export function oidcFlow(
  database: Database,
  { issuer, appUrl }: { readonly issuer: OidcIssuer; readonly appUrl: () => string },
): OidcFlow {
  let discovered: Promise<Configuration> | undefined;
  const discover = () => {
    discovered ??= discoverIssuer(issuer).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    begin: async ({ terminal }) => {
      const verifier = makeToken();
      try {
        const [{ buildAuthorizationUrl }, configuration] = [await library(), await discover()];
        const to = buildAuthorizationUrl(configuration, {
          redirect_uri: appUrl() + OIDC_CALLBACK,
          scope: 'openid email',
          response_type: 'code',
          code_challenge: hash('sha256', verifier, 'base64url'),
          code_challenge_method: 'S256',
          state: derived(verifier, 'state'),
          nonce: derived(verifier, 'nonce'),
        });
        const kept = [verifier, terminal ?? ''].join('.');
        return { location: to.href, headers: oidcCookie(kept) };
      } catch {
        return refused('unavailable');
      }
    },
    finish: async (query, { oidc: kept = '' }) => {
      const [verifier = '', terminal = ''] = kept.split('.');
      if (verifier === '') return refused('failed');
      const claims = await claimsOf(query, verifier, { appUrl: appUrl(), discover });
      if (claims === undefined) return refused('failed');
      const token = makeToken();
      await database.query(KEEP_SIGN_IN, [
        hashOfToken(token),
        claims.subject,
        claims.email ?? null,
        OIDC_SECONDS,
      ]);
      const [first, ...others] = await choicesOf(database, token);
      if (first === undefined) return refused('unknown');
      if (first.invited || others.length > 0) {
        return { location: '/app/sign-in?choose=organization', headers: oidcCookie(token) };
      }
      const cookies = { terminal: terminal === '' ? undefined : terminal, oidc: token };
      const { headers = {} } = await signInWithOpenId(
        { body: { person_id: first.id }, cookies },
        { database },
      );
      return { location: '/app', headers };
    },
  };
}

/** Sends the browser back to the page, which has the words. */
function refused(problem: 'unavailable' | 'failed' | 'unknown'): BrowserRedirect {
  return { location: `/app/sign-in?problem=oidc_${problem}`, headers: endedOidcCookie() };
}

function derived(verifier: string, purpose: 'state' | 'nonce'): string {
  return hash('sha256', `${purpose} ${verifier}`, 'base64url');
}

async function discoverIssuer({ issuer, clientId, clientSecret }: OidcIssuer) {
  const { discovery, allowInsecureRequests, enableNonRepudiationChecks, None } = await library();
  const url = new URL(issuer);
  return discovery(
    url,
    clientId,
    clientSecret,
    // Without a secret the client is public, and PKCE alone protects the code.
    clientSecret === undefined ? None() : undefined,
    {
      timeout: ISSUER_SECONDS_MAX,
      execute: [
        // The signature of the id token is checked too, not TLS alone.
        enableNonRepudiationChecks,
        // The settings take http for this machine alone.
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    },
  );
}

interface Claims {
  /** The issuer and its subject. */
  readonly subject: string;
  /** Undefined unless the issuer says that it is verified. */
  readonly email: string | undefined;
}

/** @returns undefined where the answer is not that of this browser's request, or the issuer does not stand by it */
async function claimsOf(
  query: string,
  verifier: string,
  {
    appUrl,
    discover,
  }: { readonly appUrl: string; readonly discover: () => Promise<Configuration> },
): Promise<Claims | undefined> {
  const leave = await asking.take('');
  try {
    const { authorizationCodeGrant } = await library();
    const address = new URL(`${appUrl}${OIDC_CALLBACK}${query}`);
    const tokens = await authorizationCodeGrant(await discover(), address, {
      pkceCodeVerifier: verifier,
      expectedState: derived(verifier, 'state'),
      expectedNonce: derived(verifier, 'nonce'),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || claims.sub.length > SUBJECT_CHARACTERS_MAX) return undefined;
    const isVerified = claims.email_verified === true && typeof claims.email === 'string';
    return {
      subject: `${claims.iss} ${claims.sub}`,
      email: isVerified ? (claims.email as string).toLowerCase() : undefined,
    };
  } catch {
    return undefined;
  } finally {
    leave();
  }
}

/** Those that were not chosen for in time go with the next one. */
const KEEP_SIGN_IN = statement<never>(
  'keep-oidc-sign-in',
  `with old as (
     delete from oidc_sign_in
      where token_hash in (select token_hash from oidc_sign_in where expires_at < now() limit 100))
   insert into oidc_sign_in (token_hash, subject, email, expires_at)
   values ($1::bytea, $2::text, $3::text, now() + make_interval(secs => $4::int))`,
);
