import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { OperatorAction } from '../operator-actions.ts';
import { postTogether } from './door/post-together.ts';
import { personChange, targetOf } from './person-change.ts';
import { findLotsOfNumber, type LotName } from './rows/find-lots-of-number.ts';
import type { MovedReservation } from './rules/vacate-lot.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Corrects the expiry date of a lot number wherever it lies, in one transaction. A location that receives
 * the lot number meanwhile is found by looking again once the number is locked.
 *
 * @throws OperatorError when there is no such lot
 */
export async function setLotExpiry(
  database: Database,
  name: Omit<LotName, 'location'>,
  { expiryDate, reason }: { expiryDate: string; reason: string },
  action: OperatorAction,
): Promise<MovedReservation[]> {
  const lots = await findLotsOfNumber(database, name);
  const [first] = lots;
  const { organizationId, skuId, lotNumber } = first;
  const by = { ...action, organizationId, target: targetOf(first, { everywhere: true }) };
  const request = { type: 'set_expiry' as const, lotNumber, expiryDate };
  const changes = lots.map((lot) => personChange(lot, request, { by, reason }));
  const posted = await postTogether(database, changes, async (tx) => {
    await tx.query(LOCK_LOT_NUMBER, [lotNumber, skuId, organizationId]);
    if ((await findLotsOfNumber(tx, name)).length > lots.length) {
      const cause = new Error('The lot number was received at another location.');
      throw errors.unavailable(RETRY_AFTER_SECONDS, cause);
    }
  });
  return posted.flatMap(({ answer }) => (answer as { moved: MovedReservation[] }).moved);
}

const LOCK_LOT_NUMBER = statement<never>(
  'lock-lot-number',
  `select from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      for update`,
);
