// The rules of receive, return, fulfill and dispense (DECISIONS: Movements). Pure: reads a locked level,
// answers what would change, and throws the refusal from the catalogue.
import { errors } from '../errors.ts';
import { drawFirstExpiryFirst } from './fefo.ts';
import { FIRST_HASH } from './ledger.ts';
import {
  availableUnits,
  isExpired,
  type Level,
  type Lot,
  type LotNumber,
  type LotStatus,
  UNITS_MAX,
} from './stock.ts';

export type MovementType = 'receive' | 'fulfill' | 'dispense' | 'return';

/** What is asked of a level. */
export interface MovementOrder {
  readonly type: MovementType;
  /** At least 1. */
  readonly units: number;
  readonly lotNumber: string | undefined;
  readonly expiryDate: string | undefined;
  readonly status: LotStatus | undefined;
  /** The operator's import takes over what lies on the shelf, expired or not. */
  readonly acceptExpired?: boolean;
}

export interface LotChange {
  readonly lot: Lot;
  /** Signed; negative leaves. */
  readonly units: number;
}

/** Makes the id and the time of a lot that a receipt creates. */
export interface NewLot {
  readonly id: string;
  readonly receivedAt: string;
}

/**
 * @param numberOf the row of a lot number of the level's SKU
 * @throws ApiError when a rule refuses the movement; nothing has changed then
 */
export function decideMovement(
  order: MovementOrder,
  level: Level,
  numberOf: (lotNumber: string) => LotNumber | undefined,
  newLot: () => NewLot,
): LotChange[] {
  switch (order.type) {
    case 'receive':
      return [receive(order, level, numberOf, newLot)];
    case 'return':
      return [giveBack(order, level)];
    case 'fulfill':
    case 'dispense':
      return order.lotNumber === undefined ? drawAny(order, level) : [drawNamed(order, level)];
  }
}

function receive(
  order: MovementOrder,
  level: Level,
  numberOf: (lotNumber: string) => LotNumber | undefined,
  newLot: () => NewLot,
): LotChange {
  const lotNumber = named(order);
  const number = numberOf(lotNumber);
  const lot = findLot(level, lotNumber);
  if (
    number !== undefined &&
    order.expiryDate !== undefined &&
    order.expiryDate !== number.expiryDate
  ) {
    throw errors.lotExpiryMismatch(
      `This lot number has the expiry date ${number.expiryDate}; a lot number of a SKU has one everywhere.`,
    );
  }
  const expiryDate = order.expiryDate ?? lot?.expiryDate;
  if (expiryDate === undefined) {
    throw errors.expiryRequired('This lot is new to the location: expiry_date is needed.');
  }
  if (!order.acceptExpired && isExpired({ expiryDate }, level.today)) {
    throw errors.lotExpired(`The lot expired on ${expiryDate}.`);
  }
  refuseTooMuch(order, level);
  if (lot !== undefined) {
    if (order.status !== undefined && order.status !== lot.status) {
      throw errors.invalidMovement(
        `The lot is there already with status ${lot.status}: leave status out or send that.`,
      );
    }
    return { lot, units: order.units };
  }
  if (number?.quarantined && order.status === 'released') {
    throw errors.invalidMovement(
      'This lot number is quarantined everywhere: it can only be received with status quarantine.',
    );
  }
  const { id, receivedAt } = newLot();
  return {
    units: order.units,
    lot: {
      id,
      lotNumber,
      expiryDate,
      status: order.status ?? (number?.quarantined ? 'quarantine' : 'released'),
      onHand: 0,
      reserved: 0,
      firstReceivedAt: receivedAt,
      lastHash: FIRST_HASH,
      lastEntryAt: receivedAt,
      isNew: true,
    },
  };
}

function giveBack(order: MovementOrder, level: Level): LotChange {
  const lot = existingLot(order, level);
  refuseTooMuch(order, level);
  return { lot, units: order.units };
}

function drawNamed(order: MovementOrder, level: Level): LotChange {
  const lot = existingLot(order, level);
  if (isExpired(lot, level.today)) throw errors.lotExpired(`The lot expired on ${lot.expiryDate}.`);
  if (lot.status !== 'released') throw errors.lotNotReleased('The lot is in quarantine.');
  const available = lot.onHand - lot.reserved;
  if (available < order.units) {
    throw short(order.units, available, { reserved: lot.reserved, quarantined: 0, expired: 0 });
  }
  return { lot, units: -order.units };
}

function drawAny(order: MovementOrder, level: Level): LotChange[] {
  const available = availableUnits(level);
  if (available < order.units) {
    throw short(order.units, available, {
      reserved: level.reserved - level.expiredReserved,
      quarantined: level.quarantined,
      expired: level.expired,
    });
  }
  const draws = drawFirstExpiryFirst(level.lots, order.units, level.today);
  // The level says that there is enough, so the lots must hold it: they were read to cover the batch.
  if (draws === undefined) {
    throw new Error(`The lots of level ${level.id} hold less than its row says is available.`);
  }
  return draws.map(({ lot, units }) => ({ lot, units: -units }));
}

function named(order: MovementOrder): string {
  if (order.lotNumber === undefined) throw errors.lotRequired(`A ${order.type} needs lot_number.`);
  return order.lotNumber;
}

function existingLot(order: MovementOrder, level: Level): Lot {
  const lot = findLot(level, named(order));
  if (lot === undefined) {
    throw errors.lotNotFound('This SKU has no lot with this lot_number at the location.');
  }
  return lot;
}

function findLot(level: Level, lotNumber: string): Lot | undefined {
  return level.lots.find((lot) => lot.lotNumber === lotNumber);
}

function refuseTooMuch(order: MovementOrder, level: Level): void {
  if (level.onHand > UNITS_MAX - order.units) {
    throw errors.invalidMovement(`A location can hold at most ${UNITS_MAX} units of a SKU.`);
  }
}

function short(
  requested: number,
  available: number,
  blocked: { reserved: number; quarantined: number; expired: number },
) {
  return errors.insufficientStock(
    `${requested} ${requested === 1 ? 'unit was' : 'units were'} asked for and ${available} ${available === 1 ? 'is' : 'are'} available.`,
    { requested, available, blocked },
  );
}
