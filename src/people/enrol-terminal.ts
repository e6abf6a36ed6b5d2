import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { newId } from '../lib/random.ts';
import { terminalCookie } from './cookies.ts';
import { hashOfToken, makeToken } from './tokens.ts';

/** Makes the browser a terminal, at which people may sign in by a PIN. It is one until it is ended. */
export async function enrolTerminal(
  { body: { name }, principal }: PersonCall<'enrolTerminal'>,
  { database }: { readonly database: Database },
): Promise<Answer<'enrolTerminal'>> {
  const { personId, sessionId, organizationId } = principal;
  const [id, token] = [newId(), makeToken()];
  const action = personAction({ principal, command: 'enrolTerminal', typed: { name } });
  await database.transaction(async (tx) => {
    await tx.query(ENROL, [id, organizationId, name, hashOfToken(token), personId]);
    await tx.query(MOVE_SESSION, [sessionId, organizationId, id]);
    await recordAction(tx, { ...action, organizationId, target: `terminal ${id}` });
  });
  return { status: 201, body: { id, name }, headers: terminalCookie(token) };
}

const ENROL = statement<never>(
  'enrol-terminal',
  `insert into terminal (id, organization_id, name, token_hash, enrolled_by)
   values ($1::uuid, $2::uuid, $3::text, $4::bytea, $5::uuid)`,
);

/** The session of the manager is one at the terminal from now on. */
const MOVE_SESSION = statement<never>(
  'move-session-to-terminal',
  `update person_session set terminal_id = $3::uuid
    where id = $1::uuid and organization_id = $2::uuid`,
);
