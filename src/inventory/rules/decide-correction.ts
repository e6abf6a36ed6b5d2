// Corrections of one lot, which a person makes and the API deliberately cannot (reference: rule 4). Pure.
import { errors } from '../../errors.ts';
import type { LotChange } from './decide-movement.ts';
import type { CorrectionRequest } from './requests.ts';
import { type Level, type Lot, tooFew, UNITS_MAX } from './stock.ts';

/** @throws ApiError when the lot is unknown, or would hold less than what is reserved in it */
export function decideCorrection(request: CorrectionRequest, level: Level): LotChange {
  const lot = requireLot(level, request.lotNumber);
  const units = request.type === 'waste' ? -request.units : request.units;
  const after = lot.onHand + units;
  if (after < lot.reserved) {
    throw errors.insufficientStock(tooFew(lot, -units), {
      requested: -units,
      available: lot.onHand - lot.reserved,
      blocked: { reserved: lot.reserved, quarantined: 0, expired: 0 },
    });
  }
  refuseTooMany(units, level);
  return { lot, units };
}

/** @throws ApiError when the level would hold more with these units than it can */
export function refuseTooMany(units: number, level: Level): void {
  if (level.onHand > UNITS_MAX - units) {
    throw errors.invalidMovement(`A location can hold at most ${UNITS_MAX} units of a SKU.`);
  }
}

/** @throws ApiError `lot_not_found` */
export function requireLot(level: Level, lotNumber: string): Lot {
  const lot = level.lots.find((candidate) => candidate.lotNumber === lotNumber);
  if (lot === undefined) {
    throw errors.lotNotFound('This SKU has no lot with this number at the location.');
  }
  return lot;
}
