/** How people show who they are: a link, a passkey, or a PIN at a terminal. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { go, path } from '../router.ts';
import { coverScreen, leftBecause, openSession, type Session, session } from '../session.ts';
import { answerOf, api, type Schemas } from './client.ts';
import { Refusal } from './refusal.ts';

export const PROOF = { isProof: true };
const SIGN_IN = '/sign-in';

/** The token of the link that the page was opened by. It is in the fragment, which no server sees. */
export function linkToken(): string | undefined {
  const token = location.hash.slice(1);
  return path.peek() === SIGN_IN && /^[\w-]{20,100}$/.test(token) ? token : undefined;
}

export async function signInByLink(token: string): Promise<void> {
  enter(await answerOf(api.POST('/session/link', { body: { token } }), PROOF));
}

export async function signInByPin(person_id: string, pin: string): Promise<void> {
  enter(await answerOf(api.POST('/session/pin', { body: { person_id, pin } }), PROOF));
}

export async function signInByAccount(person_id: string): Promise<void> {
  enter(await answerOf(api.POST('/session/oidc', { body: { person_id } }), PROOF));
}

export async function signInByPasskey(): Promise<void> {
  enter(await answerOf(api.POST('/session/passkey', { body: await passkeyAnswer() }), PROOF));
}

export async function unlockByPin(pin: string): Promise<void> {
  openSession(await answerOf(api.POST('/session/unlock', { body: { pin } }), PROOF));
}

export async function unlockByPasskey(): Promise<void> {
  const passkey = await passkeyAnswer();
  openSession(await answerOf(api.POST('/session/unlock', { body: { passkey } }), PROOF));
}

/** Whether anything opens the session again in this browser: a PIN does so at a terminal alone. */
export function canUnlock(): boolean {
  const { person, terminal } = session.value ?? {};
  return (person?.passkeys ?? 0) > 0 || (Boolean(terminal) && person?.has_pin === true);
}

/**
 * Covers the screen at once; the service is told, and locks by itself where it does not hear. A session that nothing
 * could unlock is ended instead.
 */
export async function lock(): Promise<void> {
  coverScreen('locked');
  if (canUnlock()) await answerOf(api.POST('/session/lock'), PROOF).catch(() => undefined);
  else await signOut(CANNOT_UNLOCK).catch(() => undefined);
}

const CANNOT_UNLOCK =
  'You were signed out, and not locked: you have no passkey, and a PIN unlocks only at a terminal. Ask a manager for a new link, or the operator, and keep a passkey then.';

/** @param reason shown at the sign-in, where it was not the person who left */
export async function signOut(reason?: string): Promise<void> {
  // A session that has ended by itself is as good.
  await answerOf(api.DELETE('/session'), PROOF).catch((failure) => {
    if (!(failure instanceof Refusal)) throw failure;
  });
  session.value = undefined;
  leftBecause.value = reason;
  coverScreen('signed out');
}

/** @returns undefined where the browser is no terminal */
export function terminalPeople(): Promise<Schemas['TerminalPeople'] | undefined> {
  return answerOf(api.GET('/terminal/people'), PROOF).catch((failure) => {
    if (failure instanceof Refusal && failure.status === 401) return undefined;
    throw failure;
  });
}

/** Keeps a passkey of this device for the person. */
export async function keepPasskey(): Promise<void> {
  const { challenge_id, options } = await answerOf(api.POST('/me/passkeys/options'));
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await startRegistration({ optionsJSON });
  await answerOf(api.POST('/me/passkeys', { body: { challenge_id, response: { ...response } } }));
  await readSession();
}

export async function choosePin(pin: string): Promise<void> {
  await answerOf(api.PUT('/me/pin', { body: { pin } }));
  await readSession();
}

export async function readSession(): Promise<void> {
  openSession(await answerOf(api.GET('/session')));
}

async function passkeyAnswer(): Promise<Schemas['PasskeyAnswer']> {
  const { challenge_id, options } = await answerOf(api.POST('/session/passkey/options'));
  const optionsJSON = options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  return { challenge_id, response: { ...(await startAuthentication({ optionsJSON })) } };
}

/** Anyone who has no other way in yet is asked for one first. */
function enter(opened: Session): void {
  const { has_pin, passkeys } = opened.person;
  if (path.peek() === SIGN_IN) go(has_pin || passkeys > 0 ? '/' : '/me', { replace: true });
  openSession(opened);
}

const MINUTE_MILLISECONDS = 60_000;
const LOOK_AGAIN_MILLISECONDS = 5_000;
/** As the service has them. */
const IDLE_MINUTES = { terminal: 10, elsewhere: 30 };

/** Locks the session where no one touches the page, though it may ask the service for something by itself. */
export function watchIdle(): void {
  let touchedAt = Date.now();
  const touch = () => {
    touchedAt = Date.now();
  };
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, touch, true);
  setInterval(() => {
    const now = session.peek();
    if (now === undefined || now.locked) return;
    const minutes = now.terminal === null ? IDLE_MINUTES.elsewhere : IDLE_MINUTES.terminal;
    if (Date.now() - touchedAt < minutes * MINUTE_MILLISECONDS) return;
    session.value = { ...now, locked: true };
    void lock();
  }, LOOK_AGAIN_MILLISECONDS);
}
