import type { StockDoor } from './door/stock-door.ts';
import { type LotAtLocation, personChange } from './person-change.ts';
import type { CorrectionRequest } from './rules/requests.ts';

/** Adds signed units to a lot, wastes units, or posts the difference to what was counted. */
export async function correctStock(
  door: StockDoor,
  lot: LotAtLocation,
  {
    type,
    units,
    reason,
  }: { type: CorrectionRequest['type']; units: number; reason: string | null },
): Promise<{ qty: number; balanceAfter: number | null }> {
  const request = { type, lotNumber: lot.lotNumber, units };
  const { entries } = await door.submit(personChange(lot, request, reason));
  return { qty: entries[0]?.qty ?? 0, balanceAfter: entries[0]?.balanceAfter ?? null };
}
