// People of an organization, signed in as their browsers are.
import { operatorAction } from '../../src/audit/operator-actions.ts';
import type { Database } from '../../src/database/database.ts';
import { invite } from '../../src/people/invite.ts';
import type { Role } from '../../src/people/roles.ts';
import { type Client, client } from './client.ts';

export interface SignedInPerson {
  readonly id: string;
  /** The token of the session. */
  readonly session: string;
  readonly api: Client;
}

/** Invites somebody and signs them in by their link, over HTTP. */
export async function signInAs(
  { database, url }: { readonly database: Database; readonly url: string },
  organizationId: string,
  roles: readonly Role[],
  { name = roles.join(' '), terminal }: { name?: string; terminal?: string } = {},
): Promise<SignedInPerson> {
  const action = operatorAction({ actor: 'tests', command: 'person invite' });
  const { id, link } = await database.transaction((tx) =>
    invite(tx, { organizationId, name, roles }, { action, appUrl: url }),
  );
  const cookies: Record<string, string> =
    terminal === undefined ? {} : { '__Host-terminal': terminal };
  const token = new URL(link).hash.slice(1);
  const signed = await client({ url, cookies }).post('/session/link', { body: { token } });
  if (signed.status !== 200) throw new Error(`nobody could sign in: ${signed.text}`);
  const session = cookieOf(signed.headers, '__Host-session');
  return { id, session, api: client({ url, cookies: { ...cookies, '__Host-session': session } }) };
}

/** The value of a cookie that an answer sets. */
export function cookieOf(headers: Headers, name: string): string {
  const set = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  if (set === undefined) throw new Error(`no cookie ${name}`);
  return set.slice(name.length + 1).split(';')[0] ?? '';
}
