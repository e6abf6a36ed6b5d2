import type { Database } from '../database/database.ts';
import { StockDoor } from './door/stock-door.ts';
import { noteRecall, type StatusResult, setLotStatus as setStatusOf } from './person-work.ts';
import { findLotsOfNumber, type LotName } from './rows/find-lots-of-number.ts';
import type { LotStatus } from './rules/stock.ts';

/**
 * Releases or quarantines a lot number at the location that is named, or at all of them, and then also
 * where it is received later.
 *
 * @throws OperatorError when there is no such lot
 */
export async function setLotStatus(
  database: Database,
  name: LotName,
  status: LotStatus,
): Promise<StatusResult[]> {
  const [first] = await findLotsOfNumber(database, name);
  // Releasing one place does not end a recall.
  if (name.location === undefined) await noteRecall(database, first, status === 'quarantine');
  // Looked up again: a receipt that came before the note is committed now.
  const lots = await findLotsOfNumber(database, name);
  return setStatusOf(new StockDoor(database), lots, status);
}
