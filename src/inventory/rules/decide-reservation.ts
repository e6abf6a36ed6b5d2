// The rules of reserving (the contract, createAllocation). Pure: reads a locked level, returns what would be
// reserved, and throws the refusal from the catalogue.

import { type ApiError, errors } from '../../errors.ts';
import { type Draw, drawFirstExpiryFirst, mergeDraws, refuseTooManyLots } from './fefo.ts';
import type { ReserveRequest } from './requests.ts';
import {
  type Allocation,
  isExpired,
  isQuarantined,
  isUsable,
  type Level,
  type Lot,
  ownAllocations,
  reservedForOthers,
} from './stock.ts';

/**
 * Decides what must be reserved again, so that the order holds the units that it asks for: nothing when it holds them.
 * All of it is reserved, or none.
 *
 * @throws ApiError when the lot is unknown or unusable, stock is short, or the order would hold too many lots
 */
export function decideReserve(request: ReserveRequest, level: Level): Draw<Lot>[] {
  // Units in expired lots do not serve the order. Units that expire sooner than is asked for now do:
  // they are compared per reference, SKU, location and lot alone.
  const own = ownAllocations(level, request.reference).filter(({ lot }) =>
    isUsable(lot, level.today),
  );
  const held = unitsOf(
    own.filter(({ lot }) => request.lotId === undefined || lot.id === request.lotId),
  );
  const missing = request.units - held;
  const named = request.lotId === undefined ? undefined : requireUsable(request.lotId, level);
  if (missing <= 0) return [];
  const eligible = level.lots.filter(
    (lot) =>
      (named === undefined || lot === named) &&
      (request.minExpiryDate === undefined || lot.expiryDate >= request.minExpiryDate),
  );
  const { draws, missing: short } = drawFirstExpiryFirst(eligible, missing, level.today);
  refuseTooManyLots(mergeDraws([...own, ...draws]));
  if (short === 0) return draws;
  const available = request.units - short;
  if (named !== undefined) {
    const blocked = { reserved: named.reserved - held, quarantined: 0, expired: 0 };
    throw insufficientStock(request.units, available, blocked);
  }
  throw insufficientStock(request.units, available, {
    reserved: reservedForOthers(level, unitsOf(own)),
    quarantined: level.quarantined,
    expired: level.expired,
  });
}

function unitsOf(allocations: readonly Allocation[]): number {
  return allocations.reduce((units, allocation) => units + allocation.units, 0);
}

/** The 409, with where the units are. */
export function insufficientStock(
  requested: number,
  available: number,
  blocked: { reserved: number; quarantined: number; expired: number },
): ApiError {
  return errors.insufficientStock(`Only ${available} available; cannot take ${requested}.`, {
    requested,
    available,
    blocked,
  });
}

function requireUsable(lotId: string, level: Level): Lot {
  const lot = level.lots.find(({ id }) => id === lotId);
  if (lot === undefined) throw errors.lotNotFound('This SKU has no lot with this lot_id there.');
  if (isExpired(lot, level.today)) throw errors.lotExpired(`The lot expired on ${lot.expiryDate}.`);
  if (isQuarantined(lot)) throw errors.lotNotReleased('The lot is in quarantine.');
  return lot;
}
