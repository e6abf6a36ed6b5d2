import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Refusal } from '../api/refusal.ts';
import { unlockByPasskey, unlockByPin } from '../api/sign-in.ts';
import { session } from '../session.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, makeForm } from './form.tsx';
import { PinField, pinOf } from './pin-field.tsx';
import { useProof } from './proof.ts';

interface Asking {
  readonly shown: () => void;
  readonly left: () => void;
}

/**
 * @returns `prove`, which asks for a way in that the person has; `withProof`, which does that where a change is refused
 *   for want of it, and sends the change again; and the dialog to render
 */
export function useOwnProof(): {
  prove(): Promise<void>;
  withProof<T>(send: () => Promise<T>): Promise<T>;
  dialog: ComponentChildren;
} {
  const [asking, setAsking] = useState<Asking>();
  const ask = (reason: Error) =>
    new Promise<void>((shown, refuse) => setAsking({ shown, left: () => refuse(reason) })).finally(
      () => setAsking(undefined),
    );
  return {
    prove: () => ask(new Error('Nothing was shown.')),
    withProof: (send) =>
      send().catch(async (failure) => {
        if (!(failure instanceof Refusal) || failure.code !== 'proof_required') throw failure;
        await ask(failure);
        return send();
      }),
    dialog: asking && <ProofDialog {...asking} />,
  };
}

function ProofDialog({ shown, left }: Asking) {
  const proof = useProof();
  const form = useMemo(() => makeForm({ pin: '' }), []);
  const { has_pin = false, passkeys = 0 } = session.value?.person ?? {};
  const send = () =>
    void form
      .submit(async ({ pin }) => {
        await unlockByPin(pinOf(pin));
        return true;
      })
      .then((done) => done && shown());
  return (
    <Dialog title="Show that it is you" onClose={left}>
      <div class="stack">
        {has_pin && (
          <Form form={form} send={send} action="Show it">
            <PinField form={form} label="The PIN that you have" isFirst />
          </Form>
        )}
        {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
        {passkeys > 0 && (
          <Button
            isBusy={proof.isBusy}
            onClick={() => proof.give(() => unlockByPasskey().then(shown))}
          >
            Use a passkey that you have
          </Button>
        )}
        <p class="quiet">
          You have none of them any more? Then somebody else here confirms on their first screen who
          you are, or the operator makes you a link.
        </p>
        <Button tone="quiet" onClick={left}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
