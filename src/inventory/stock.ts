// What a decision sees and changes: plain values, read under the level's lock and written back at once.

/** The largest number of units anywhere, and the largest integer that JSON clients read exactly. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export type LotStatus = 'released' | 'quarantine';

export interface Lot {
  readonly id: string;
  readonly lotNumber: string;
  /** ISO date, the last usable day. */
  readonly expiryDate: string;
  readonly status: LotStatus;
  onHand: number;
  readonly reserved: number;
  /** Timestamp text; see `timestampText`. */
  readonly firstReceivedAt: string;
  /** Hash of the lot's last entry, or zeros. */
  lastHash: Buffer;
  /** Time of the lot's last entry; an entry is never older than it. */
  lastEntryAt: string;
  readonly isNew: boolean;
}

/** Stock of one SKU at one location, as it is while the level's row is locked. */
export interface Level {
  readonly id: number;
  readonly organizationId: string;
  readonly skuId: string;
  readonly locationId: string;
  /** The date in the location's time zone. */
  readonly today: string;
  readonly reorderPoint: number | null;
  onHand: number;
  readonly reserved: number;
  /** Units in quarantined lots. Nothing is reserved there. */
  quarantined: number;
  /** Units in released lots that are past their expiry date, and how many of them are reserved. */
  expired: number;
  readonly expiredReserved: number;
  version: number;
  lowAnnounced: boolean;
  /** Usable lots from the first to expire on, as many as the batch can need, and those it names. */
  readonly lots: Lot[];
  /** Whether `lots` holds every lot that a draw may take. */
  readonly complete: boolean;
}

/** One row for each lot number of a SKU, shared by all levels of a batch. */
export interface LotNumber {
  readonly expiryDate: string;
  /** Quarantined everywhere: it starts in quarantine at any new location. */
  readonly quarantined: boolean;
}

/** Units that a new order could have. */
export function availableUnits(level: Level): number {
  return (
    level.onHand - level.reserved - level.quarantined - (level.expired - level.expiredReserved)
  );
}

/** A lot can be used through the whole of its expiry date. */
export function isExpired(lot: { expiryDate: string }, today: string): boolean {
  return lot.expiryDate < today;
}

export function isUsable(lot: Lot, today: string): boolean {
  return lot.status === 'released' && !isExpired(lot, today);
}

/** Draw order: first to expire, then first received, then id. */
export function compareDrawOrder(a: Lot, b: Lot): number {
  return (
    compareText(a.expiryDate, b.expiryDate) ||
    compareText(a.firstReceivedAt, b.firstReceivedAt) ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
