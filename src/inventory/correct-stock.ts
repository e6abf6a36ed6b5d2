import type { Database } from '../database/database.ts';
import { StockDoor } from './door/stock-door.ts';
import { correctStock as correctAt, type LotPlace } from './person-work.ts';
import { findLot, type LotName } from './rows/find-lots-of-number.ts';

/**
 * Adds signed units to a lot, wastes units, or posts the difference to what was counted, at the location
 * that is named or else the default one.
 *
 * @throws OperatorError when there is no such lot
 */
export async function correctStock(
  database: Database,
  name: LotName,
  correction: { type: 'adjust' | 'waste' | 'count'; units: number; reason: string | null },
): Promise<{ lot: LotPlace; qty: number; balanceAfter: number | null }> {
  const lot = await findLot(database, name);
  return { lot, ...(await correctAt(new StockDoor(database), lot, correction)) };
}
