import type { Answer, OpenCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { signIn } from './sign-in.ts';
import { hashOfToken } from './tokens.ts';
import { leaveLinkedWays } from './ways-in.ts';

/**
 * Begins a session by a link, which works once.
 *
 * @throws ApiError 401 when the link was used, is too old, or never was
 */
export async function signInWithLink(
  { body, cookies }: OpenCall<'signInWithLink'>,
  { database }: { readonly database: Database },
): Promise<Answer<'signInWithLink'>> {
  return database.transaction(async (tx) => {
    const key = [hashOfToken(body.token)];
    await tx.query(LOCK_PERSON_OF_LINK, key);
    const [person] = await tx.query(USE_LINK, key);
    if (person === undefined) {
      throw errors.notSignedIn('This link was used before or is too old: ask for a new one.');
    }
    const { linkedBy } = person;
    if (linkedBy.length === 0) await leaveLinkedWays(tx, person);
    return signIn(tx, person, { cookies, command: 'signInWithLink', linkedBy });
  });
}

/** Before the link, as who makes a new one does. */
const LOCK_PERSON_OF_LINK = statement<{ id: string }>(
  'lock-person-of-link',
  `select person.id from sign_in_link link
     join person on person.id = link.person_id and person.organization_id = link.organization_id
    where link.token_hash = $1::bytea
      for no key update of person`,
);

/** Of two who use a link at once, the second waits for the first and then finds it used. */
const USE_LINK = statement<{
  id: string;
  organizationId: string;
  linkedBy: string[];
}>(
  'use-sign-in-link',
  `
    update sign_in_link link set used_at = now()
      from person
     where link.token_hash = $1::bytea and link.used_at is null and link.expires_at > now()
       and person.id = link.person_id and person.organization_id = link.organization_id
       and person.ended_at is null
    returning person.id, person.organization_id as "organizationId", link.linked_by as "linkedBy"`,
);
