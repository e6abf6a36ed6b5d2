import type { OperatorAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import { keyedRequest } from '../../idempotency/idempotency.ts';
import { findLot, type LotName } from '../rows/find-lots-of-number.ts';
import type { Posted } from '../rules/batch.ts';
import type { CorrectionRequest, LotAtLocation } from '../rules/requests.ts';
import { StockWriter } from '../writer/stock-writer.ts';
import { personChange, targetOf } from './person-change.ts';

export interface CorrectedLot {
  readonly lot: LotAtLocation;
  /** Signed units; 0 where there was nothing to correct. */
  readonly qty: number;
  /** Null where there was nothing to correct. */
  readonly balanceAfter: number | null;
  /** Whether it was posted before, with the same key. */
  readonly idempotent: boolean;
}

/**
 * Adds signed units to a lot, or writes units off as waste, at the named location or else the default one.
 *
 * @throws ApiError when there is no such lot; when it would hold less than what is reserved in it, or the key came with other arguments
 */
export async function correctStock(
  database: Database,
  name: LotName,
  correction: { type: CorrectionRequest['type']; units: number; reason: string },
  { action, key }: { action: OperatorAction; key: string | undefined },
): Promise<CorrectedLot> {
  const { type, units, reason } = correction;
  const lot = await findLot(database, name);
  const request = { type, lotNumber: lot.lotNumber, units };
  const by = { ...action, organizationId: lot.organizationId, target: targetOf(lot) };
  const keyed = keyedRequest(`stock ${type}`, key, { ...name, ...correction });
  const change = personChange(lot, request, { by, reason, keyed });
  return correctedLot(lot, await new StockWriter(database).submit(change));
}

export function correctedLot(
  lot: LotAtLocation,
  { entries: [entry], idempotent }: Posted,
): CorrectedLot {
  return { lot, qty: entry?.qty ?? 0, balanceAfter: entry?.balanceAfter ?? null, idempotent };
}
