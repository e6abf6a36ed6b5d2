import { useEffect } from 'preact/hooks';
import { canUnlock, lock, signOut, unlockByPasskey, unlockByPin } from '../api/sign-in.ts';
import { Alert } from '../components/alert.tsx';
import { PinForm } from '../components/pin-field.tsx';
import { ActButton } from '../components/proof.tsx';
import { heard } from '../scanning/scans.ts';
import { session } from '../session.ts';

/** For the same person, whose screen is below as they left it; anyone else signs in again. */
export function Unlock() {
  const { person, terminal } = session.value ?? {};
  const hasPin = Boolean(terminal && person?.has_pin);
  const hasPasskey = (person?.passkeys ?? 0) > 0;
  const name = person?.name ?? 'Somebody';
  useEffect(() => {
    if (!canUnlock()) void lock();
  }, []);
  return (
    <div class="stack">
      <h1>Locked</h1>
      <p>{name} is signed in. What was typed is kept.</p>
      {hasPin && <PinForm label="Your PIN" send={unlockByPin} action="Unlock" />}
      {heard.value?.tone === 'bad' && <Alert tone="bad">{heard.value.text}</Alert>}
      {hasPasskey && <ActButton act={unlockByPasskey}>Unlock by a passkey</ActButton>}
      {!hasPin && !hasPasskey && (
        <Alert tone="warn">
          Nothing unlocks it here: you have no passkey, and a PIN works only at a terminal. Sign
          out, and ask a manager for a new link.
        </Alert>
      )}
      <ActButton tone="quiet" act={signOut}>
        Sign in as somebody else
      </ActButton>
    </div>
  );
}
