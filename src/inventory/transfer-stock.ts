import type { Database } from '../database/database.ts';
import { postTogether } from './door/post-together.ts';
import { type LotAtLocation, personChange } from './person-change.ts';

/**
 * Moves units of a lot to another location: two entries of one movement. Status, expiry date and first
 * receipt travel along.
 *
 * @throws ApiError when too few units are unreserved, or the lot has another status at the destination
 */
export async function transferStock(
  database: Database,
  { from, to, units }: { from: LotAtLocation; to: Omit<LotAtLocation, 'lotNumber'>; units: number },
): Promise<void> {
  const { naming: toNaming, skuId, locationId, organizationId } = to;
  const request = {
    type: 'transfer' as const,
    lotNumber: from.lotNumber,
    units,
    to: { skuId, locationId, organizationId },
    toNaming,
  };
  await postTogether(database, [personChange(from, request)]);
}
