import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { findLocation } from '../rows/find-location.ts';
import { findLot, type LotName } from '../rows/find-lots-of-number.ts';
import type { LotAtLocation } from '../rules/requests.ts';
import { postTogether } from '../writer/post-together.ts';
import { levelMaker, lockLevels } from '../writer/stock-levels.ts';
import { keyedByPerson, type PersonRequest, personChange, targetOf } from './person-change.ts';

/**
 * Moves units of a lot from the named location, or else the default one, to another location: two entries of one
 * movement, whose note is the reason. Status, expiry date and the time of the first receipt go with them.
 *
 * @throws ApiError when there is no such lot or location, too few units are unreserved, the lot has another status at the destination, or
 *   the key came with other arguments
 */
export async function transferStock(
  database: Database,
  name: LotName,
  transfer: { to: string; units: number; reason?: string | undefined },
  { action, key }: PersonRequest,
): Promise<{ from: LotAtLocation; to: LotAtLocation; movementId: string; idempotent: boolean }> {
  const { to, units, reason } = transfer;
  const from = await findLot(database, name);
  const { organizationId, skuId, lotNumber } = from;
  const location = await findLocation(database, organizationId, to, 'to');
  if (location.id === from.locationId) {
    throw errors.validation([{ path: 'to', message: 'must be another location' }]);
  }
  const level = { skuId, locationId: location.id, organizationId };
  await levelMaker(database)(level);
  const toNaming = { ...from.naming, location: location.name };
  const request = { type: 'transfer' as const, lotNumber, units, to: level, toNaming };
  const by = { ...action, organizationId, target: targetOf(from) };
  const keyed = keyedByPerson({ action, key }, { ...name, ...transfer });
  const change = personChange(from, request, { by, reason, keyed });
  const [posted] = await postTogether(database, async (tx) => {
    await lockLevels(tx, [from, level], true);
    return { changes: [change] };
  });
  if (posted === undefined) throw new Error('A transfer has no result.');
  const { movementId, idempotent } = posted;
  return { from, movementId, idempotent, to: { ...level, lotNumber, naming: toNaming } };
}
