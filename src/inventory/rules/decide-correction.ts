// What a person does with one lot, and the API deliberately cannot (reference: rule 4). Pure.
import { errors } from '../../errors.ts';
import type { LotChange } from './decide-movement.ts';
import type { CorrectionRequest } from './requests.ts';
import { type Level, type Lot, UNITS_MAX } from './stock.ts';

/**
 * The change of the lot; 0 units where a count finds what the ledger says.
 *
 * @throws ApiError when the lot is unknown, or would hold less than what is reserved in it
 */
export function decideCorrection(request: CorrectionRequest, level: Level): LotChange {
  const lot = requireLot(level, request.lotNumber);
  const units = correctedUnits(request, lot);
  const after = lot.onHand + units;
  if (after < lot.reserved) {
    throw errors.insufficientStock(
      `The lot holds ${lot.onHand} units and ${lot.reserved} of them are reserved: ` +
        `${-units} cannot be taken away.`,
      {
        requested: -units,
        available: lot.onHand - lot.reserved,
        blocked: { reserved: lot.reserved, quarantined: 0, expired: 0 },
      },
    );
  }
  if (units > 0 && level.onHand > UNITS_MAX - units) {
    throw errors.invalidMovement(`A location can hold at most ${UNITS_MAX} units of a SKU.`);
  }
  return { lot, units };
}

/** Signed; negative leaves. */
export function correctedUnits({ type, units }: CorrectionRequest, { onHand }: Lot): number {
  switch (type) {
    case 'adjust':
      return units;
    case 'waste':
      return -units;
    case 'count':
      return units - onHand;
    default: {
      const never: never = type;
      throw new Error(`Nobody knows what ${never} does.`);
    }
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
