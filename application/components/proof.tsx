import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { explain } from './form.tsx';

/** A button by which people show who they are: whether that is under way, and why it was of no use. */
export function useProof(): {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  give(prove: () => Promise<void>): void;
} {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    give: (prove) => {
      setBusy(true);
      setProblem(undefined);
      prove()
        .catch((failure: Error) => setProblem(wordsOf(failure)))
        .finally(() => setBusy(false));
    },
  };
}

/** A button that does one thing at once, and above it why that was not done. */
export function ActButton({
  act,
  ...button
}: {
  act(): Promise<void>;
  tone?: 'primary' | 'danger' | 'quiet';
  isDisabled?: boolean;
  children: ComponentChildren;
}) {
  const proof = useProof();
  return (
    <>
      {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
      <Button {...button} isBusy={proof.isBusy} onClick={() => proof.give(act)} />
    </>
  );
}

/** The browser says in its own words that nobody gave a passkey, or that the device has one already. */
function wordsOf(failure: Error): string {
  if (failure.name === 'NotAllowedError') return 'No passkey was chosen. Try again.';
  if (failure.name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (failure.name === 'SecurityError' || failure.name === 'WebAuthnError') {
    return 'This browser has no passkeys at this address.';
  }
  return explain(failure, []).problem ?? failure.message;
}
