import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, Cookies, OperationId } from '../contract.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { sessionCookie } from './cookies.ts';
import { beginSession } from './sessions.ts';
import { showSession } from './show-session.ts';

/**
 * Begins a session of a person who has shown who they are, records by which way they came, and answers with it.
 *
 * @param linkedBy the link's; null for a way in of the person's own
 * @param waysLinkedBy those whose links that way rested on when it was shown
 * @throws ApiError 401 when the ways in were taken meanwhile, since they may have been somebody else's
 */
export async function signIn(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  {
    cookies: { terminal },
    command,
    linkedBy = null,
    waysLinkedBy,
  }: {
    readonly cookies: Pick<Cookies, 'terminal'>;
    readonly command: SignInCommand;
    readonly linkedBy?: readonly string[] | null;
    readonly waysLinkedBy?: readonly string[];
  },
): Promise<Answer<'signInWithLink'>> {
  if (waysLinkedBy !== undefined) {
    const [same] = await tx.query(WAYS_REST_ON, [id, organizationId, waysLinkedBy]);
    if (same === undefined)
      throw errors.notSignedIn('Your ways in were changed just now: try again.');
  }
  const token = await beginSession(
    tx,
    { id, organizationId },
    {
      terminal,
      linkedBy,
      operation: command,
    },
  );
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

const WAYS_REST_ON = statement<{ id: string }>(
  'ways-rest-on',
  `select id from person
    where id = $1::uuid and organization_id = $2::uuid and linked_by = $3::uuid[]
      for share`,
);

export type SignInCommand = Extract<OperationId, `signInWith${string}`>;
