import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { postTogether } from './door/post-together.ts';
import { type LotAtLocation, personChange } from './person-change.ts';
import type { MovedReservation } from './rules/vacate-lot.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Corrects the expiry date of a lot number at all its locations, in one transaction. A location that
 * receives the lot number meanwhile is found by looking again once the number is locked.
 *
 * @param findLots finds the lots of the number within the transaction
 */
export async function setLotExpiry(
  database: Database,
  lots: readonly [LotAtLocation, ...LotAtLocation[]],
  {
    expiryDate,
    reason,
    findLots,
  }: { expiryDate: string; reason: string; findLots: (db: Queryable) => Promise<LotAtLocation[]> },
): Promise<MovedReservation[]> {
  const [{ organizationId, skuId, lotNumber }] = lots;
  const request = { type: 'set_expiry' as const, lotNumber, expiryDate };
  const changes = lots.map((lot) => personChange(lot, request, reason));
  const posted = await postTogether(database, changes, async (tx) => {
    await tx.query(LOCK_LOT_NUMBER, [lotNumber, skuId, organizationId]);
    if ((await findLots(tx)).length > lots.length) {
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
