import type { Answer, OpenCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { requirePin } from './pin.ts';
import { signIn } from './sign-in.ts';
import { terminalOf } from './terminal-of.ts';

/**
 * Begins a session by a PIN, at a terminal.
 *
 * @throws ApiError 401 when the browser is no terminal, the PIN is another, or it is locked
 */
export async function signInWithPin(
  { body, cookies }: OpenCall<'signInWithPin'>,
  { database }: { readonly database: Database },
): Promise<Answer<'signInWithPin'>> {
  const { organizationId } = await terminalOf(database, cookies);
  const person = { id: body.person_id.toLowerCase(), organizationId };
  const waysLinkedBy = await requirePin(database, person, body.pin);
  return database.transaction((tx) =>
    signIn(tx, person, { cookies, command: 'signInWithPin', waysLinkedBy }),
  );
}
