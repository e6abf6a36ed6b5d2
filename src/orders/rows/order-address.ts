// The address of an order, which is sealed with what else is private of it.
import type { Call } from '../../contract.ts';
import type { SecretBox } from '../../lib/seal.ts';

export type ShipTo = Call<'createOrder'>['body']['ship_to'];

/** @returns null where the order has none: it was imported, or its patient is erased */
export function openShipTo(
  secrets: SecretBox,
  order: { readonly id: string; readonly organization_id: string },
  sealed: Buffer | null,
): ShipTo | null {
  if (sealed === null) return null;
  const { id: rowId, organization_id: organizationId } = order;
  const opened = secrets.open(sealed, { table: 'customer_order', organizationId, rowId });
  return (JSON.parse(opened) as { ship_to?: ShipTo }).ship_to ?? null;
}
