import type { Answer, OpenCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { makeChallenge } from './passkeys.ts';

/** Makes a challenge for a passkey, to sign in, to unlock or to witness. */
export async function beginPasskeySignIn(
  { address }: OpenCall<'beginPasskeySignIn'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'beginPasskeySignIn'>> {
  return { status: 201, body: await makeChallenge(database, appUrl(), address) };
}
