import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, Cookies, OpenCall, OperationId, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { type PasskeyAnswer, requirePasskey } from './passkeys.ts';
import { requirePin } from './pin.ts';
import {
  beginSession,
  hashOfToken,
  sessionCookie,
  showSession,
  unlockSessionById,
} from './sessions.ts';
import { terminalOf } from './terminals.ts';
import { leaveLinkedWays } from './ways-in.ts';

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

type SignInCommand = Extract<OperationId, `signInWith${string}`>;

/** How people show again who they are: by a PIN, at a terminal, or by a passkey. */
interface Proof {
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
    throw errors.invalid('pin', 'or passkey must be sent, and not both');
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

/**
 * Begins a session by a link, which works once.
 *
 * @throws ApiError 401 when the link was used, is too old, or never was
 */
export async function signInWithLink(
  { body, cookies }: OpenCall<'signInWithLink'>,
  { database }: { readonly database: Database },
): Promise<Answer<'signInWithLink'>> {
  return database.transaction(async (tx) => {
    const key = [hashOfToken(body.token)];
    await tx.query(LOCK_PERSON_OF_LINK, key);
    const [person] = await tx.query(USE_LINK, key);
    if (person === undefined) {
      throw errors.notSignedIn('This link was used before or is too old: ask for a new one.');
    }
    const { linkedBy } = person;
    if (linkedBy.length === 0) await leaveLinkedWays(tx, person);
    return signIn(tx, person, { cookies, command: 'signInWithLink', linkedBy });
  });
}

/** Before the link, as who makes a new one does. */
const LOCK_PERSON_OF_LINK = statement<{ id: string }>(
  'lock-person-of-link',
  `select person.id from sign_in_link link
     join person on person.id = link.person_id and person.organization_id = link.organization_id
    where link.token_hash = $1::bytea
      for no key update of person`,
);

/** The second of two who use a link at once waits for the first, and then finds it used. */
const USE_LINK = statement<{
  id: string;
  organizationId: string;
  linkedBy: string[];
}>(
  'use-sign-in-link',
  `
    update sign_in_link link set used_at = now()
      from person
     where link.token_hash = $1::bytea and link.used_at is null and link.expires_at > now()
       and person.id = link.person_id and person.organization_id = link.organization_id
       and person.ended_at is null
    returning person.id, person.organization_id as "organizationId", link.linked_by as "linkedBy"`,
);

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

/** Begins a session by a passkey. @throws ApiError 401 when no person has it, or the challenge is old */
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
