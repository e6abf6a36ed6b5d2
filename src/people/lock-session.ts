import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { lockSessionById } from './sessions.ts';
import { showSession } from './show-session.ts';

/** Locks the session, as it does by itself after some time. */
export async function lockSession(
  { principal, cookies }: PersonCall<'lockSession'>,
  { database }: { readonly database: Database },
): Promise<Answer<'lockSession'>> {
  await lockSessionById(database, principal);
  return { status: 200, body: await showSession(database, cookies.session ?? '') };
}
