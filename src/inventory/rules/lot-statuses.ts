import type { Call } from '../../contract.ts';

/** The statuses that the contract names. */
export type LotStatus = NonNullable<Call<'postMovement'>['body']['status']>;

/** Whether units in a lot of this status are kept from every draw, reservation and preview. */
const IS_QUARANTINED: Readonly<Record<LotStatus, boolean>> = {
  released: false,
  quarantine: true,
};

export const LOT_STATUSES = Object.keys(IS_QUARANTINED) as readonly LotStatus[];

export function isQuarantined({ status }: { readonly status: LotStatus }): boolean {
  return IS_QUARANTINED[status];
}
