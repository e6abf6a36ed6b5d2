import type { Answer, Cookies } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { IS_CHOICE, SIGN_IN_IS_OVER } from './list-sign-in-choices.ts';
import { signIn } from './sign-in.ts';
import { hashOfToken } from './tokens.ts';
import { leaveLinkedWays } from './ways-in.ts';

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
