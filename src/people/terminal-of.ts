import type { Cookies } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { hashOfToken } from './tokens.ts';

export interface Terminal {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/**
 * The terminal that the browser is.
 *
 * @throws ApiError 401 when it is none, or was ended
 */
export async function terminalOf(db: Queryable, { terminal }: Cookies): Promise<Terminal> {
  const [found] =
    terminal === undefined ? [] : await db.query(FIND_TERMINAL, [hashOfToken(terminal)]);
  if (found !== undefined) return found;
  throw errors.notSignedIn(
    'This browser is not a terminal: ask a manager to enrol it, or sign in with a passkey or a link.',
  );
}

const FIND_TERMINAL = statement<Terminal>(
  'find-terminal',
  `select id, organization_id as "organizationId", name from terminal
    where token_hash = $1::bytea and ended_at is null`,
);
