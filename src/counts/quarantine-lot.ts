import type { ActionRecord } from '../audit/operator-actions.ts';
import type { LotAtLocation } from '../inventory/rules/requests.ts';
import type { MovedReservation } from '../inventory/rules/stock.ts';
import { MOVES_A_STEP, reallocateInSteps } from '../inventory/sweep/reallocate-lots.ts';
import { personChange } from '../inventory/writer/person-change.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';

/**
 * Quarantines a lot at its location, which changes nothing where it is in quarantine, and moves what is reserved in it
 * to other lots, in steps. What is left to move when the process ends is moved by the worker.
 */
export async function quarantineLot(
  stockWriter: StockWriter,
  lot: LotAtLocation,
  by: ActionRecord,
): Promise<MovedReservation[]> {
  const { lotNumber } = lot;
  const status = 'quarantine' as const;
  const request = { type: 'set_status' as const, lotNumber, status, movesMax: MOVES_A_STEP };
  const { answer } = await stockWriter.submit(personChange(lot, request, { by }));
  const { moved } = await reallocateInSteps(stockWriter, lot, { by, asOf: null });
  return [...(answer as { moved: MovedReservation[] }).moved, ...moved];
}
