import type { Call } from '../../contract.ts';

/** The types that the API posts. */
export type MovementType = Call<'postMovement'>['body']['type'];

/** The types of rows of `movement`: those of the API, of reservations, and of a person's commands. */
export type MovementRecordType =
  | MovementType
  | 'adjust'
  | 'waste'
  | 'count'
  | 'transfer'
  | 'reserve'
  | 'release'
  | 'set_status'
  | 'set_expiry'
  | 'reallocate';

/** A ledger entry is named as its movement, but for the two of a transfer. */
export type EntryType =
  | MovementType
  | 'adjust'
  | 'waste'
  | 'count'
  | 'transfer_in'
  | 'transfer_out';

const IS_ENTRY: Readonly<Record<EntryType, true>> = {
  receive: true,
  fulfill: true,
  dispense: true,
  return: true,
  adjust: true,
  waste: true,
  count: true,
  transfer_in: true,
  transfer_out: true,
};

export const ENTRY_TYPES = Object.keys(IS_ENTRY) as readonly EntryType[];

/** `sometimes` is a count, which may find the units that the ledger has. */
type HasEntries = boolean | 'sometimes';

/** Whether a movement of this type has ledger entries. A movement without entries keeps its answer instead. */
export const MOVEMENT_TYPES: Readonly<
  Record<MovementRecordType, { readonly hasEntries: HasEntries }>
> = {
  receive: { hasEntries: true },
  fulfill: { hasEntries: true },
  dispense: { hasEntries: true },
  return: { hasEntries: true },
  adjust: { hasEntries: true },
  waste: { hasEntries: true },
  count: { hasEntries: 'sometimes' },
  transfer: { hasEntries: true },
  reserve: { hasEntries: false },
  release: { hasEntries: false },
  set_status: { hasEntries: false },
  set_expiry: { hasEntries: false },
  reallocate: { hasEntries: false },
};

/** For example, `movementTypes(false, 'sometimes')` names those that may be without entries. */
export function movementTypes(...hasEntries: readonly HasEntries[]): MovementRecordType[] {
  return (Object.keys(MOVEMENT_TYPES) as MovementRecordType[]).filter((type) =>
    hasEntries.includes(MOVEMENT_TYPES[type].hasEntries),
  );
}
