// The requests that stock levels take, in plain values.
import type { ActionRecord } from '../../audit/operator-actions.ts';
import type { Actor } from '../../contract.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import { newId } from '../../lib/random.ts';
import { type Redactable, redactable } from './ledger-hash.ts';
import type { MovementType } from './movement-types.ts';
import type {
  AllocationPosition,
  LevelKey,
  LotStatus,
  MovedReservation,
  Reference,
} from './stock.ts';

/** One change to post. */
export interface StockChange<Request extends StockRequest = StockRequest> {
  readonly level: LevelKey;
  readonly naming: Naming;
  readonly request: Request;
  readonly movement: MovementDetails;
  /** The command that it belongs to, which is written with it. */
  readonly action?: ActionRecord;
  /** The idempotency key that it came with. */
  readonly keyed?: KeyedRequest;
  /** Set where its SKU and location come from the cache; `byDefault` where the default location is meant. */
  readonly cached?: { readonly byDefault: boolean };
  /** The id and the time of a lot that a receipt creates; a fresh id and the present time by default. */
  readonly newLot?: Partial<NewLot>;
}

/** All requests. A new one does not compile until every switch has its case. */
export type StockRequest =
  | MovementRequest
  | ReserveRequest
  | ReleaseRequest
  | CorrectionRequest
  | CountRequest
  | TransferRequest
  | StatusRequest
  | ExpiryRequest
  | ReallocateRequest
  | SweepRequest
  | ReconsiderRequest;

/** The names of the SKU and the location in events. */
export interface Naming {
  readonly skuCode: string;
  readonly productId: string;
  readonly location: string;
}

/** A lot number at one location. */
export interface LotAtLocation extends LevelKey {
  readonly lotNumber: string;
  readonly naming: Naming;
}

export interface MovementRequest {
  readonly type: MovementType;
  /** At least 1. */
  readonly units: number;
  readonly lotNumber: string | undefined;
  readonly expiryDate: string | undefined;
  /** The date on the label of what is drawn or returned; a lot of another date is not what was scanned. */
  readonly scannedExpiryDate?: string | undefined;
  readonly status: LotStatus | undefined;
  /** The order that the movement is for; what is reserved for it is drawn first. */
  readonly reference?: Reference | undefined;
  /** The operator's import takes over what lies on the shelf, expired or not, where nothing has it yet. */
  readonly takesOver?: boolean;
}

/** The id and the time of a lot that a receipt creates. */
export interface NewLot {
  readonly id: string;
  readonly receivedAt: string;
}

export interface ReserveRequest {
  readonly type: 'reserve';
  /** Units that the order shall hold in all, at least 1. */
  readonly units: number;
  readonly reference: Reference;
  /** Reserves only from this lot, and compares with what the order holds of it. */
  readonly lotId: string | undefined;
  /** Skips lots that expire sooner. */
  readonly minExpiryDate: string | undefined;
}

export interface ReleaseRequest {
  readonly type: 'release';
  readonly reference: Reference;
}

/** `adjust` by signed units, or `waste` units. */
export interface CorrectionRequest {
  readonly type: 'adjust' | 'waste';
  readonly lotNumber: string;
  readonly units: number;
}

/** Posts the difference to what was counted; reservations beyond that leave the lot. */
export interface CountRequest {
  readonly type: 'count';
  readonly lotNumber: string;
  /** Units that lay there. */
  readonly units: number;
  /** Timestamp text; null means now. */
  readonly countedAt: string | null;
  /** Reservations that leave at most. Where more have to, nothing is posted, and the caller asks again. */
  readonly movesMax: number;
  /** Reservations that have left the lot in the steps before. */
  readonly movedBefore: readonly MovedReservation[];
}

export interface StatusRequest {
  readonly type: 'set_status';
  readonly lotNumber: string;
  readonly status: LotStatus;
  /** Reservations that move at once where the lot is quarantined; the others wait for their step. */
  readonly movesMax: number;
}

/** Corrects the expiry date of a lot number. */
export interface ExpiryRequest {
  readonly type: 'set_expiry';
  readonly lotNumber: string;
  readonly expiryDate: string;
  /** Reservations that move at once where the date is past; the others wait for their step. */
  readonly movesMax: number;
}

/** Takes one step of moving what is reserved in a lot that is quarantined, or expired on the day. */
export interface ReallocateRequest {
  readonly type: 'reallocate';
  readonly lotNumber: string;
  /** Null means today at the location. */
  readonly asOf: string | null;
  readonly movesMax: number;
  /** The last reservation that the step before has moved; this step begins behind it. */
  readonly after: AllocationPosition | null;
}

/** Announces lots that expire soon, and checks the level where some have expired. */
export interface SweepRequest {
  readonly type: 'sweep';
  /** At least one. */
  readonly lotNumbers: readonly string[];
  /** Null means today at the location. */
  readonly asOf: string | null;
}

export interface TransferRequest {
  readonly type: 'transfer';
  readonly lotNumber: string;
  /** At least 1. */
  readonly units: number;
  readonly to: LevelKey;
  /** The names in the events of the destination. */
  readonly toNaming: Naming;
}

/** Checks a level again whose reorder point has changed. */
interface ReconsiderRequest {
  readonly type: 'reconsider_low';
}

/** A movement's own details, next to its level, its type and its key. */
interface MovementDetails {
  readonly id: string;
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  readonly rxNumber: Redactable;
  readonly poNumber: string | null;
  readonly note: Redactable;
  readonly actor: Actor;
}

/** The id is chosen here, before the first attempt to post it, so that a repeated attempt is recognised. */
export function newMovement({
  actor,
  reference,
  poNumber,
  note,
}: {
  actor: Actor;
  reference?:
    | { readonly type?: string; readonly id?: string; readonly rx_number?: string }
    | undefined;
  poNumber?: string | undefined;
  note?: string | null | undefined;
}): MovementDetails {
  return {
    id: newId(),
    referenceType: reference?.type ?? null,
    referenceId: reference?.id ?? null,
    rxNumber: redactable(reference?.rx_number),
    poNumber: poNumber ?? null,
    note: redactable(note),
    actor,
  };
}

// Names what must be read of stock levels before a change can be decided on them. Pure.

/** The facts that a change needs of one level. */
export interface Needs {
  readonly level: LevelKey;
  /** Units that are taken of the lots that expire first, or reserved there. */
  readonly units?: number;
  /** Lots at most for these, and for reservations that move; as many as a draw takes where it is not named. */
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
  /** Reservations at most, from the oldest on. */
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
    case 'reallocate': {
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
