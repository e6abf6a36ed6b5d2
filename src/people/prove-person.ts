import type { Database } from '../database/database.ts';
import { errors } from '../errors.ts';
import { type PasskeyAnswer, requirePasskey } from './passkeys.ts';
import { requirePin } from './pin.ts';

/** How people show again who they are: by a PIN, at a terminal, or by a passkey. */
export interface Proof {
  readonly pin?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/**
 * @param appUrl the address of the page, which passkeys are bound to
 * @throws ApiError 400 when neither or both came, 401 when it is not that person's
 */
export async function provePerson(
  database: Database,
  person: { readonly id: string; readonly organizationId: string },
  { pin, passkey }: Proof,
  { isAtTerminal, appUrl }: { readonly isAtTerminal: boolean; readonly appUrl: string },
): Promise<void> {
  if ((pin === undefined) === (passkey === undefined)) {
    throw errors.validation([{ path: 'pin', message: 'or passkey must be sent, and not both' }]);
  }
  if (passkey !== undefined) {
    const found = await requirePasskey(database, passkey, appUrl);
    if (found.id === person.id && found.organizationId === person.organizationId) return;
    throw errors.notSignedIn('The passkey belongs to somebody else.');
  }
  if (!isAtTerminal) {
    throw errors.notSignedIn('A PIN works only at a terminal: use a passkey or a new link here.');
  }
  await requirePin(database, person, pin ?? '');
}
