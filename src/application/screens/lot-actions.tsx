import type { Schemas } from '../api/client.ts';

/** What can be done with a lot by whoever looks at it; each has its letter. */
export function LotActions({ lot }: { lot: Schemas['Lot'] }) {
  return lot.on_hand < 0 ? <span /> : null;
}
