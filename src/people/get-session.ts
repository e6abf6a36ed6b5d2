import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { showSession } from './show-session.ts';

/** Says who is signed in, what they may do, and whether the session is locked. */
export async function getSession(
  { cookies }: PersonCall<'getSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'getSession'>> {
  return { status: 200, body: await showSession(database, cookies.session ?? '') };
}
