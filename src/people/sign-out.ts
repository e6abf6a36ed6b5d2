import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { endedSessionCookie } from './cookies.ts';
import { endSession } from './sessions.ts';

/** Ends the session. */
export async function signOut(
  { principal }: PersonCall<'signOut'>,
  { database }: { readonly database: Database },
): Promise<Answer<'signOut'>> {
  await endSession(database, principal);
  return { status: 200, body: { signed_out: true }, headers: endedSessionCookie() };
}
