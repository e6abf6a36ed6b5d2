import type { Answer } from '../../contract.ts';
import { errors } from '../../errors.ts';
import { findLocation } from '../rows/find-location.ts';
import { findLot } from '../rows/find-lots-of-number.ts';
import {
  keyedByPerson,
  personChange,
  requestOf,
  type StockCall,
  targetOf,
} from '../writer/person-change.ts';
import { postTogether } from '../writer/post-together.ts';
import { levelMaker, lockLevels } from '../writer/stock-levels.ts';
import type { Stock } from '../writer/stock-writer.ts';

/**
 * Moves units of a lot from the named location, or else the default one, to another location: two entries of one
 * movement, whose note is the comment. Status, expiry date and the time of the first receipt go with them.
 *
 * @throws ApiError when there is no such lot or location, too few units are unreserved, the lot has another status at
 *   the destination, or the key came with other arguments
 */
export async function transferStock(
  call: StockCall<'transferStock'>,
  { database }: Pick<Stock, 'database'>,
): Promise<Answer<'transferStock'>> {
  const { organizationId } = call.principal;
  const { comment: reason, ...typed } = call.body;
  const { sku_code: skuCode, lot_number, location, to, qty } = typed;
  const from = await findLot(database, {
    organizationId,
    skuCode,
    lotNumber: lot_number,
    location,
  });
  const { skuId, lotNumber, naming } = from;
  const destination = await findLocation(database, organizationId, to, 'to');
  if (destination.id === from.locationId) {
    throw errors.invalid('to', 'must be another location');
  }
  const level = { skuId, locationId: destination.id, organizationId };
  await levelMaker(database)(level);
  const toNaming = { ...naming, location: destination.name };
  const request = { type: 'transfer' as const, lotNumber, units: qty, to: level, toNaming };
  const asking = requestOf(call, { command: 'transferStock', typed });
  const by = { ...asking.action, organizationId, target: targetOf(from) };
  const keyed = keyedByPerson(asking, { organizationId, ...call.body });
  const change = personChange(from, request, { by, reason, keyed });
  const [posted] = await postTogether(database, async (tx) => {
    await lockLevels(tx, [from, level], true);
    return { changes: [change] };
  });
  if (posted === undefined) throw new Error('A transfer has no result.');
  const { movementId, idempotent } = posted;
  const body = {
    movement_id: movementId,
    idempotent,
    sku_code: naming.skuCode,
    lot_number: lotNumber,
    from: naming.location,
    to: destination.name,
    qty,
  };
  return { status: idempotent ? 200 : 201, body };
}
