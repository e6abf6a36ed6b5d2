import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { provePerson } from './prove-person.ts';
import { unlockSessionById } from './sessions.ts';
import { showSession } from './show-session.ts';

/**
 * Unlocks the session for the same person, and knows from then on that it is their own. A PIN unlocks at a terminal
 * alone; where nothing is locked it shows elsewhere too who is there.
 *
 * @throws ApiError 401 when it is not that person's PIN or passkey
 */
export async function unlockSession(
  { body, principal, cookies }: PersonCall<'unlockSession'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'unlockSession'>> {
  const { personId: id, organizationId, terminalId } = principal;
  const { locked } = await showSession(database, cookies.session ?? '');
  await provePerson(database, { id, organizationId }, body, {
    isAtTerminal: terminalId !== null || !locked,
    appUrl: appUrl(),
  });
  await unlockSessionById(database, principal);
  return { status: 200, body: await showSession(database, cookies.session ?? '') };
}
