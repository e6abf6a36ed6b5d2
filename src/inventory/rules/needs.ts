// Names what must be read of stock levels before a change can be decided on them. Pure.

import type { StockChange } from './requests.ts';
import type { AllocationPosition, LevelKey, Reference } from './stock.ts';

/** The facts that a change needs of one level. */
export interface Needs {
  readonly level: LevelKey;
  /** Units that are taken of the lots that expire first, or reserved there. */
  readonly units?: number;
  /** Lots at the most for these, and for reservations that move; as many as a draw takes where it is not named. */
  readonly drawnLotsMax?: number;
  /** The lot that is named, by its number or by its id. */
  readonly lotNumber?: string | undefined;
  readonly lotId?: string | undefined;
  /** A reservation that skips what expires sooner needs the first lots from this day on. */
  readonly minExpiryDate?: string | undefined;
  /** The order whose reservations are used or changed. */
  readonly reference?: Reference | undefined;
  /** The lot whose reservations may have to move to others. */
  readonly reallocated?: Reallocated;
  /** The lot number that a lot may come to carry here: its row is kept from changing. */
  readonly arriving?: string | undefined;
}

export interface Reallocated {
  readonly lotNumber: string;
  /** Reservations at the most, from the oldest on. */
  readonly movesMax: number;
  /** Takes them from the newest on instead. */
  readonly newestFirst?: boolean;
  /** Begins with the first reservation behind this one. */
  readonly after: AllocationPosition | null;
}

/** @returns the needs of each level that the change reads; all of them must be locked */
export function needsOf({ level, request }: Pick<StockChange, 'level' | 'request'>): Needs[] {
  switch (request.type) {
    case 'receive':
      return [{ level, lotNumber: request.lotNumber, arriving: request.lotNumber }];
    case 'return':
      return [{ level, lotNumber: request.lotNumber }];
    case 'fulfill':
    case 'dispense': {
      const { units, lotNumber, reference } = request;
      return [{ level, units, lotNumber, reference }];
    }
    case 'reserve': {
      const { units, lotId, minExpiryDate, reference } = request;
      return [{ level, units, lotId, minExpiryDate, reference }];
    }
    case 'release':
      return [{ level, reference: request.reference }];
    case 'adjust':
    case 'waste': {
      const { type, lotNumber, units } = request;
      return [{ level, lotNumber, units: type === 'waste' ? units : Math.max(0, -units) }];
    }
    case 'count': {
      const { lotNumber, movesMax } = request;
      const reallocated = { lotNumber, movesMax, newestFirst: true, after: null };
      return [{ level, lotNumber, reallocated }];
    }
    case 'transfer': {
      const { lotNumber, to } = request;
      return [
        { level, lotNumber },
        { level: to, lotNumber, arriving: lotNumber },
      ];
    }
    case 'set_status':
    case 'set_expiry': {
      const { lotNumber, movesMax } = request;
      return [{ level, lotNumber, reallocated: { lotNumber, movesMax, after: null } }];
    }
    case 'vacate': {
      const { lotNumber, movesMax, after, asOf } = request;
      // Reservations that move as of a day need lots that are usable on it, beyond all that expire until then.
      const minExpiryDate = asOf ?? undefined;
      return [{ level, lotNumber, minExpiryDate, reallocated: { lotNumber, movesMax, after } }];
    }
    case 'sweep':
      return request.lotNumbers.map((lotNumber) => ({ level, lotNumber }));
    case 'reconsider_low':
      return [{ level }];
    default: {
      const never: never = request;
      throw new Error(`No case names the needs of ${JSON.stringify(never)}.`);
    }
  }
}
