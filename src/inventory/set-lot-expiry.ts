import type { Database } from '../database/database.ts';
import { setLotExpiry as setExpiryOf } from './person-work.ts';
import { findLotsOfNumber, type LotName } from './rows/find-lots-of-number.ts';
import type { Moved } from './rules/apply-change.ts';

/**
 * Corrects the expiry date of a lot number wherever it lies.
 *
 * @throws OperatorError when there is no such lot
 */
export async function setLotExpiry(
  database: Database,
  name: Omit<LotName, 'location'>,
  { expiryDate, reason }: { expiryDate: string; reason: string },
): Promise<Moved[]> {
  return setExpiryOf(database, await findLotsOfNumber(database, name), {
    expiryDate,
    reason,
    findPlaces: (db) => findLotsOfNumber(db, name),
  });
}
