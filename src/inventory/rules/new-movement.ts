import type { Actor } from '../../contract.ts';
import { newId } from '../../lib/random.ts';
import { type Redactable, redactable } from './ledger-hash.ts';

/** A movement's own details, beside its level, its type and its key. */
export interface MovementDetails {
  readonly id: string;
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  readonly rxNumber: Redactable;
  readonly poNumber: string | null;
  readonly note: Redactable;
  readonly actor: Actor;
}

/** The id is chosen here, before the first attempt to post it, so that a repeated attempt is recognised. */
export function newMovement({
  actor,
  reference,
  poNumber,
  note,
}: {
  actor: Actor;
  reference?:
    | { readonly type?: string; readonly id?: string; readonly rx_number?: string }
    | undefined;
  poNumber?: string | undefined;
  note?: string | null | undefined;
}): MovementDetails {
  return {
    id: newId(),
    referenceType: reference?.type ?? null,
    referenceId: reference?.id ?? null,
    rxNumber: redactable(reference?.rx_number),
    poNumber: poNumber ?? null,
    note: redactable(note),
    actor,
  };
}
