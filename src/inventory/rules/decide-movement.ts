// The rules of receive, return, fulfill and dispense (the contract, postMovement). Pure: reads a locked level,
// returns what would change, and throws the refusal from the catalogue.

import { type ApiError, errors } from '../../errors.ts';
import { insufficientStock as short } from './decide-reservation.ts';
import { type Draw, drawForOrder, refuseTooManyLots } from './fefo.ts';
import { FIRST_HASH } from './ledger-hash.ts';
import type { MovementRequest, NewLot } from './requests.ts';
import {
  type Allocation,
  availableUnits,
  isExpired,
  isQuarantined,
  isUsable,
  type Level,
  type Lot,
  type LotNumber,
  levelName,
  ownAllocations,
  reservedForOthers,
  UNITS_MAX,
} from './stock.ts';

export interface LotChange {
  readonly lot: Lot;
  /** Signed units; negative ones leave the lot. */
  readonly units: number;
  /** Reservations of the order in this lot that the draw uses up. */
  readonly consumed?: readonly { readonly allocation: Allocation; readonly units: number }[];
}

/**
 * @param findLotNumber the row of a lot number of the level's SKU
 * @throws ApiError when a rule refuses the movement; nothing has changed then
 */
export function decideMovement(
  request: MovementRequest,
  level: Level,
  findLotNumber: (lotNumber: string) => LotNumber | undefined,
  newLot: () => NewLot,
): LotChange[] {
  switch (request.type) {
    case 'receive':
      refuseOtherThanKnown(request, findLotNumber(named(request)));
      // An import may have been overtaken since it looked the lot up.
      return request.takesOver && findLot(level, named(request)) !== undefined
        ? []
        : [receive(request, level, findLotNumber, newLot)];
    case 'return':
      return [giveBack(request, level)];
    case 'fulfill':
    case 'dispense':
      return request.lotNumber === undefined
        ? drawAny(request, level)
        : [drawNamed(request, level)];
  }
}

function receive(
  request: MovementRequest,
  level: Level,
  findLotNumber: (lotNumber: string) => LotNumber | undefined,
  newLot: () => NewLot,
): LotChange {
  const lotNumber = named(request);
  const known = findLotNumber(lotNumber);
  const lot = findLot(level, lotNumber);
  const expiryDate = request.expiryDate ?? lot?.expiryDate;
  if (expiryDate === undefined) {
    throw errors.expiryRequired('This lot is new to the location: send its expiry_date.');
  }
  if (!request.takesOver && isExpired({ expiryDate }, level.today)) {
    throw errors.lotExpired(`The lot expired on ${expiryDate}.`);
  }
  refuseTooMuch(request, level);
  if (lot !== undefined) {
    if (request.status !== undefined && request.status !== lot.status) {
      throw errors.invalidMovement(
        `The lot exists with the status ${lot.status}: send that status or leave it out.`,
      );
    }
    return { lot, units: request.units };
  }
  if (known?.quarantined && request.status === 'released') {
    throw errors.invalidMovement(
      'This lot number is quarantined everywhere: it can only be received with status quarantine.',
    );
  }
  const { id, receivedAt } = newLot();
  return {
    units: request.units,
    lot: {
      id,
      lotNumber,
      expiryDate,
      status: request.status ?? (known?.quarantined ? 'quarantine' : 'released'),
      onHand: 0,
      reserved: 0,
      holders: 0,
      firstReceivedAt: receivedAt,
      lastHash: FIRST_HASH,
      lastEntryAt: receivedAt,
      expiryAnnouncedDays: null,
      isNew: true,
    },
  };
}

function refuseOtherThanKnown({ expiryDate }: MovementRequest, known: LotNumber | undefined): void {
  if (known === undefined || expiryDate === undefined || expiryDate === known.expiryDate) return;
  throw errors.lotExpiryMismatch(
    `This lot number expires on ${known.expiryDate}: it has one expiry date at every location.`,
  );
}

function giveBack(request: MovementRequest, level: Level): LotChange {
  const lot = existingLot(request, level);
  refuseOtherExpiry(request, lot);
  refuseTooMuch(request, level);
  return { lot, units: request.units };
}

function drawNamed(request: MovementRequest, level: Level): LotChange {
  const lot = existingLot(request, level);
  refuseOtherExpiry(request, lot);
  if (isExpired(lot, level.today)) throw errors.lotExpired(`The lot expired on ${lot.expiryDate}.`);
  if (isQuarantined(lot)) throw errors.lotNotReleased('The lot is in quarantine.');
  const own = ownAllocations(level, request.reference);
  const { draws, missing } = drawForOrder(request, level);
  const [draw] = draws;
  if (missing > 0 || draw === undefined) {
    const available = request.units - missing;
    const reserved = lot.onHand - available;
    throw short(request.units, available, { reserved, quarantined: 0, expired: 0 });
  }
  return lotChangeOf(draw, own);
}

/**
 * Draws first what is reserved for the same order, then what is unreserved; never another order's. Units that the
 * order holds in lots that cannot serve it have been moved before, as far as other lots had room.
 */
function drawAny(request: MovementRequest, level: Level): LotChange[] {
  const own = ownAllocations(level, request.reference);
  const ownUnits = own
    .filter(({ lot }) => isUsable(lot, level.today))
    .reduce((units, allocation) => units + allocation.units, 0);
  const available = availableUnits(level) + ownUnits;
  if (available < request.units) {
    throw short(request.units, available, {
      reserved: reservedForOthers(level, ownUnits),
      quarantined: level.quarantined,
      expired: level.expired,
    });
  }
  const { draws, missing } = drawForOrder(request, level);
  refuseTooManyLots(draws);
  // The level's row shows enough, so the lots must hold it: they were read to cover the batch.
  if (missing > 0) {
    throw new Error(
      `The lots of level ${levelName(level)} hold less than its row shows as available.`,
    );
  }
  for (const { lot } of draws) refuseOtherExpiry(request, lot);
  return draws.map((draw) => lotChangeOf(draw, own));
}

function lotChangeOf({ lot, units }: Draw<Lot>, own: readonly Allocation[]): LotChange {
  const held = own.find((allocation) => allocation.lot === lot);
  if (held === undefined) return { lot, units: -units };
  const consumed = [{ allocation: held, units: Math.min(held.units, units) }];
  return { lot, units: -units, consumed };
}

function named(request: MovementRequest): string {
  if (request.lotNumber === undefined)
    throw errors.lotRequired(`A ${request.type} needs lot_number.`);
  return request.lotNumber;
}

function existingLot(request: MovementRequest, level: Level): Lot {
  const lot = findLot(level, named(request));
  if (lot === undefined) {
    throw errors.lotNotFound('This SKU has no lot with this lot_number at the location.');
  }
  return lot;
}

function findLot(level: Level, lotNumber: string): Lot | undefined {
  return level.lots.find((lot) => lot.lotNumber === lotNumber);
}

function refuseOtherExpiry({ scannedExpiryDate }: MovementRequest, { expiryDate }: Lot): void {
  if (scannedExpiryDate !== undefined && scannedExpiryDate !== expiryDate) {
    throw scannedExpiryMismatch(expiryDate);
  }
}

export function scannedExpiryMismatch(expiryDate: string): ApiError {
  return errors.lotExpiryMismatch(
    `The scanned code has another expiry date than the lot, which expires on ${expiryDate}.`,
  );
}

function refuseTooMuch(request: MovementRequest, level: Level): void {
  if (level.onHand > UNITS_MAX - request.units) {
    throw errors.invalidMovement(`A location can hold at most ${UNITS_MAX} units of a SKU.`);
  }
}
