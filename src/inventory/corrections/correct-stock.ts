import { findLot, type LotName } from '../rows/find-lots-of-number.ts';
import type { Posted } from '../rules/batch.ts';
import type { CorrectionRequest, LotAtLocation } from '../rules/requests.ts';
import {
  keyedByPerson,
  type PersonRequest,
  personChange,
  targetOf,
} from '../writer/person-change.ts';
import type { Stock } from '../writer/stock-writer.ts';
import { postWitnessed, type Witnessed } from './post-witnessed.ts';

export interface CorrectedLot {
  readonly lot: LotAtLocation;
  readonly movementId: string;
  /** Signed units; 0 where there was nothing to correct. */
  readonly qty: number;
  /** Null where there was nothing to correct. */
  readonly balanceAfter: number | null;
  /** Whether it was posted before, with the same key. */
  readonly idempotent: boolean;
}

/**
 * Adds signed units to a lot, or writes units off as waste, at the named location or else the default one. A lot in
 * quarantine, or one that has expired, is corrected as any other.
 *
 * @param by `witnessed` is called where the product is controlled; the platform's operator has none
 * @throws ApiError when there is no such lot; it would hold less than what is reserved in it, the key came with other
 *   arguments, or a witness is needed
 */
export async function correctStock(
  { database, stockWriter }: Stock,
  name: LotName,
  correction: { type: CorrectionRequest['type']; units: number; reason: string },
  by: PersonRequest & { readonly witnessed?: Witnessed },
): Promise<CorrectedLot> {
  const { type, units, reason } = correction;
  const lot = await findLot(database, name);
  const request = { type, lotNumber: lot.lotNumber, units };
  const action = { ...by.action, organizationId: lot.organizationId, target: targetOf(lot) };
  const keyed = keyedByPerson(by, { ...name, ...correction });
  const change = personChange(lot, request, { by: action, reason, keyed });
  const posted =
    by.witnessed === undefined
      ? await stockWriter.submit(change)
      : await postWitnessed(database, change, { witnessed: by.witnessed });
  return correctedLot(lot, posted);
}

export function correctedLot(
  lot: LotAtLocation,
  { movementId, entries: [entry], idempotent }: Posted,
): CorrectedLot {
  const balanceAfter = entry?.balanceAfter ?? null;
  return { lot, movementId, qty: entry?.qty ?? 0, balanceAfter, idempotent };
}
