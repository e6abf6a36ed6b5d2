import type { Answer, OpenCall } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { hashOfToken } from './tokens.ts';

/** An answer has no more; where somebody works comes first. */
const CHOICES_MAX = 50;

export type SignInChoice = Answer<'listSignInChoices'>['body']['data'][number];

/** Lists where somebody may sign in whom the issuer of OpenID Connect has named. @throws ApiError 401 when that is over */
export async function listSignInChoices(
  { cookies }: Pick<OpenCall<'listSignInChoices'>, 'cookies'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listSignInChoices'>> {
  const data = await choicesOf(database, cookies.oidc ?? '');
  if (data.length === 0) throw errors.notSignedIn(SIGN_IN_IS_OVER);
  return { status: 200, body: { data } };
}

export const SIGN_IN_IS_OVER =
  'This sign-in was used before, is too old, or allows no such choice: begin it again.';

/** @param token of the sign-in; none has no choices */
export function choicesOf(db: Queryable, token: string): Promise<SignInChoice[]> {
  return db.query(LIST_CHOICES, [hashOfToken(token), CHOICES_MAX]);
}

/** SQL that says whether the row `person` is a choice of the row `chosen`: one person of each organization. */
export const IS_CHOICE = `
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
