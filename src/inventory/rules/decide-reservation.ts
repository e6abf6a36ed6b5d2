// The rules of reserving (the contract, createAllocation). Pure: reads a locked level, answers what would be
// reserved, and throws the refusal from the catalogue.

import { type ApiError, errors } from '../../errors.ts';
import { type Draw, drawFirstExpiryFirst } from './fefo.ts';
import { isQuarantined } from './lot-statuses.ts';
import type { ReserveRequest } from './requests.ts';
import {
  isExpired,
  isUsable,
  type Level,
  type Lot,
  ownAllocations,
  reservedForOthers,
} from './stock.ts';

/**
 * What must be reserved anew, so that the order holds the units it asks for: nothing when it holds them.
 * All or nothing.
 *
 * @throws ApiError when the lot is unknown or unusable, or stock is short
 */
export function decideReserve(request: ReserveRequest, level: Level): Draw<Lot>[] {
  const own = ownAllocations(level, request.reference);
  // What lies in lots that expired does not serve the order. What expires sooner than is asked for now does:
  // units are compared per reference, SKU, location and lot alone.
  const held = own
    .filter(({ lot }) => request.lotId === undefined || lot.id === request.lotId)
    .filter(({ lot }) => isUsable(lot, level.today))
    .reduce((units, allocation) => units + allocation.units, 0);
  const missing = request.units - held;
  const named = request.lotId === undefined ? undefined : requireUsable(request.lotId, level);
  if (missing <= 0) return [];
  const eligible = level.lots.filter(
    (lot) =>
      (named === undefined || lot === named) &&
      (request.minExpiryDate === undefined || lot.expiryDate >= request.minExpiryDate),
  );
  const draws = drawFirstExpiryFirst(eligible, missing, level.today);
  if (draws !== undefined) return draws;
  const free = eligible
    .filter((lot) => isUsable(lot, level.today))
    .reduce((units, lot) => units + lot.onHand - lot.reserved, 0);
  if (named !== undefined) {
    const blocked = { reserved: named.reserved - held, quarantined: 0, expired: 0 };
    throw insufficientStock(request.units, held + free, blocked);
  }
  const heldUsable = own
    .filter(({ lot }) => isUsable(lot, level.today))
    .reduce((units, allocation) => units + allocation.units, 0);
  throw insufficientStock(request.units, held + free, {
    reserved: reservedForOthers(level, heldUsable),
    quarantined: level.quarantined,
    expired: level.expired,
  });
}

/** 409, with where the units are. */
export function insufficientStock(
  requested: number,
  available: number,
  blocked: { reserved: number; quarantined: number; expired: number },
): ApiError {
  const asked = requested === 1 ? '1 unit was' : `${requested} units were`;
  const are = available === 1 ? '1 is' : `${available} are`;
  return errors.insufficientStock(`${asked} asked for and ${are} available.`, {
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
