// What may be asked of stock levels, in plain values.

import type { ActionRecord } from '../../audit/operator-actions.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import type { LotStatus } from './lot-statuses.ts';
import type { MovementType } from './movement-types.ts';
import type { MovementDetails } from './new-movement.ts';
import type { AllocationPosition, LevelKey, MovedReservation, Reference } from './stock.ts';

/** One change to post. */
export interface StockChange<Request extends StockRequest = StockRequest> {
  readonly level: LevelKey;
  readonly naming: Naming;
  readonly request: Request;
  readonly movement: MovementDetails;
  /** Where it is a command's: written with it. */
  readonly action?: ActionRecord;
  /** Where it came with a key. */
  readonly keyed?: KeyedRequest;
  /** Its SKU and location were not looked up for it; whether the location is meant because it is the default one. */
  readonly remembered?: { readonly byDefault: boolean };
  /** What the lot is to have where a receipt creates it; a fresh id and the present time by default. */
  readonly newLot?: Partial<NewLot>;
}

/** What may be asked of a stock level. A new one does not compile until every switch has its case. */
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

/** How events name the SKU and the location. */
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
  /** From the label of what is drawn or returned; a lot of another date is not what was scanned. */
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
  /** Only from this lot, and compared with what the order holds of it. */
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
  /** Where more reservations have to leave, so many of them do, and nothing is posted: it is asked again. */
  readonly movesMax: number;
  /** What has left the lot in the steps before. */
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
  /** As of a quarantined lot, where the date is past. */
  readonly movesMax: number;
}

/** One step of moving what is reserved in a lot that is quarantined, or expired on the day. */
export interface ReallocateRequest {
  readonly type: 'vacate';
  readonly lotNumber: string;
  /** Null means today at the location. */
  readonly asOf: string | null;
  readonly movesMax: number;
  /** The last that the step before has moved: what is behind need not be walked over again. */
  readonly after: AllocationPosition | null;
}

/** Announces lots that expire soon, and sees those that have expired. */
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
  /** How events name the SKU where it goes. */
  readonly toNaming: Naming;
}

/** Looks at a level again whose reorder point is another now. */
export interface ReconsiderRequest {
  readonly type: 'reconsider_low';
}
