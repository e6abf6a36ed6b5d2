/** Changes that may need a witness: the service says when, and the witness is asked then. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal } from '../api/refusal.ts';
import { WitnessDialog } from './witness-dialog.tsx';

/** What the witness is shown and bound to. */
export interface Witnessed {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** In words. */
  readonly what: string;
}

interface Asking extends Witnessed {
  readonly given: (token: string) => void;
  readonly refused: (reason: Refusal) => void;
}

/**
 * @returns `withWitness`, which sends a change and, where it is refused for want of a witness, asks for one and sends it
 *   again; and the dialog to render
 */
export function useWitness(): {
  withWitness<T>(asked: Witnessed, send: (token: string | undefined) => Promise<T>): Promise<T>;
  dialog: ComponentChildren;
} {
  const [asking, setAsking] = useState<Asking>();
  return {
    async withWitness(asked, send) {
      try {
        return await send(undefined);
      } catch (failure) {
        if (!(failure instanceof Refusal) || failure.code !== 'witness_required') throw failure;
        const token = await new Promise<string>((given, refused) =>
          setAsking({ ...asked, given, refused }),
        ).finally(() => setAsking(undefined));
        return send(token);
      }
    },
    dialog: asking && <WitnessDialog {...asking} />,
  };
}
