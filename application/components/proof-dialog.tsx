import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal } from '../api/refusal.ts';
import { unlockByPasskey, unlockByPin } from '../api/sign-in.ts';
import { session } from '../session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { PinForm } from './pin-field.tsx';
import { ActButton } from './proof.tsx';

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
  const { has_pin = false, passkeys = 0 } = session.value?.person ?? {};
  const byPin = (pin: string) => unlockByPin(pin).then(shown);
  return (
    <Dialog title="Show that it is you" onClose={left}>
      <div class="stack">
        {has_pin && <PinForm label="The PIN that you have" send={byPin} action="Show it" />}
        {passkeys > 0 && (
          <ActButton act={() => unlockByPasskey().then(shown)}>
            Use a passkey that you have
          </ActButton>
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
