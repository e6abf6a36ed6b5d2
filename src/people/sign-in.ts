import type { Answer, Cookies } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { sessionCookie } from './cookies.ts';
import { beginSession } from './sessions.ts';
import { showSession } from './show-session.ts';

/** Begins a session of a person who has shown who they are, and answers with it. */
export async function signIn(
  db: Queryable,
  person: { readonly id: string; readonly organizationId: string },
  { terminal }: Pick<Cookies, 'terminal'>,
): Promise<Answer<'signInWithLink'>> {
  const token = await beginSession(db, person, terminal);
  return { status: 200, body: await showSession(db, token), headers: sessionCookie(token) };
}
