import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, Cookies } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { sessionCookie } from './cookies.ts';
import { beginSession } from './sessions.ts';
import { showSession } from './show-session.ts';

/**
 * Begins a session of a person who has shown who they are, records by which way they came, and answers with it.
 *
 * @param linkedBy the link's; null for a way in of the person's own
 */
export async function signIn(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  {
    cookies: { terminal },
    command,
    linkedBy = null,
  }: {
    readonly cookies: Pick<Cookies, 'terminal'>;
    readonly command: SignInCommand;
    readonly linkedBy?: readonly string[] | null;
  },
): Promise<Answer<'signInWithLink'>> {
  const token = await beginSession(tx, { id, organizationId }, { terminal, linkedBy });
  const body = await showSession(tx, token);
  const principal = {
    actor: `person:${id}` as const,
    personId: id,
    organizationId,
    terminalId: body.terminal?.id ?? null,
  };
  const action = personAction({ principal, command });
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  return { status: 200, body, headers: sessionCookie(token) };
}

export type SignInCommand =
  | 'signInWithLink'
  | 'signInWithPasskey'
  | 'signInWithPin'
  | 'signInWithOpenId';
