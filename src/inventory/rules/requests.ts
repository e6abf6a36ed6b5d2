// The requests that stock levels take, in plain values.

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
  /** Reservations that leave at the most. Where more have to, nothing is posted, and the caller asks again. */
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
  readonly type: 'vacate';
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
export interface ReconsiderRequest {
  readonly type: 'reconsider_low';
}
