import type { Database } from '../database/database.ts';
import type { OperatorAction } from '../operator-actions.ts';
import { StockDoor } from './door/stock-door.ts';
import { personChange, targetOf } from './person-change.ts';
import { findLot, type LotName } from './rows/find-lots-of-number.ts';
import type { CorrectionRequest, LotAtLocation } from './rules/requests.ts';

/**
 * Adds signed units to a lot, wastes units, or posts the difference to what was counted, at the location
 * that is named or else the default one.
 *
 * @throws OperatorError when there is no such lot
 * @throws ApiError when it would hold less than what is reserved in it
 */
export async function correctStock(
  database: Database,
  name: LotName,
  {
    type,
    units,
    reason,
  }: { type: CorrectionRequest['type']; units: number; reason: string | null },
  action: OperatorAction,
): Promise<{ lot: LotAtLocation; qty: number; balanceAfter: number | null }> {
  const lot = await findLot(database, name);
  const request = { type, lotNumber: lot.lotNumber, units };
  const by = { ...action, organizationId: lot.organizationId, target: targetOf(lot) };
  const change = personChange(lot, request, { by, reason });
  const { entries } = await new StockDoor(database).submit(change);
  return { lot, qty: entries[0]?.qty ?? 0, balanceAfter: entries[0]?.balanceAfter ?? null };
}
