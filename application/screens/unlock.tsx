import { useEffect, useMemo } from 'preact/hooks';
import { canUnlock, lock, signOut, unlockByPasskey, unlockByPin } from '../api/sign-in.ts';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Form, makeForm } from '../components/form.tsx';
import { PinField, pinOf } from '../components/pin-field.tsx';
import { useProof } from '../components/proof.ts';
import { heard } from '../scanning/scans.ts';
import { session } from '../session.ts';

/** For the same person, whose screen is below as they left it; anyone else signs in again. */
export function Unlock() {
  const proof = useProof();
  const leaving = useProof();
  const form = useMemo(() => makeForm({ pin: '' }), []);
  const { person, terminal } = session.value ?? {};
  const send = () =>
    void form
      .submit(({ pin }) => unlockByPin(pinOf(pin)))
      .then(() => {
        form.fields.pin.value = '';
      });
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
      {hasPin && (
        <Form form={form} send={send} action="Unlock">
          <PinField form={form} label="Your PIN" isFirst />
        </Form>
      )}
      {heard.value?.tone === 'bad' && <Alert tone="bad">{heard.value.text}</Alert>}
      {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
      {hasPasskey && (
        <Button isBusy={proof.isBusy} onClick={() => proof.give(unlockByPasskey)}>
          Unlock by a passkey
        </Button>
      )}
      {!hasPin && !hasPasskey && (
        <Alert tone="warn">
          Nothing unlocks it here: you have no passkey, and a PIN works only at a terminal. Sign
          out, and ask a manager for a new link.
        </Alert>
      )}
      {leaving.problem && <Alert tone="bad">{leaving.problem}</Alert>}
      <Button tone="quiet" isBusy={leaving.isBusy} onClick={() => leaving.give(signOut)}>
        Sign in as somebody else
      </Button>
    </div>
  );
}
