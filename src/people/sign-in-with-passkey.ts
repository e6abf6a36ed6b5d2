import type { Answer, OpenCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { requirePasskey } from './passkeys.ts';
import { signIn } from './sign-in.ts';

/** Begins a session by a passkey. @throws ApiError 401 when it is nobody's, or the challenge is old */
export async function signInWithPasskey(
  { body, cookies }: OpenCall<'signInWithPasskey'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'signInWithPasskey'>> {
  const person = await requirePasskey(database, body, appUrl());
  return database.transaction((tx) =>
    signIn(tx, person, {
      cookies,
      command: 'signInWithPasskey',
      waysLinkedBy: person.waysLinkedBy,
    }),
  );
}
