// The plain values that a decision reads and changes, read under the level's lock and written back at once.
import type { Call } from '../../contract.ts';

/** The largest number of units anywhere, and the largest integer that JSON clients read exactly. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export interface Lot {
  readonly id: string;
  readonly lotNumber: string;
  /** ISO date, the last usable day. */
  expiryDate: string;
  status: LotStatus;
  onHand: number;
  reserved: number;
  /** How many orders hold units of it. */
  holders: number;
  /** Timestamp text; see `timestampText`. */
  readonly firstReceivedAt: string;
  /** Hash of the lot's last entry or record, or zeros. */
  lastHash: Buffer;
  /** Time of the lot's last entry or record; none is older than the one before. */
  lastEntryAt: string;
  /** The last mark that the sweep has passed; see `markReached`. */
  expiryAnnouncedDays: number | null;
  readonly isNew: boolean;
}

/** The order, or whatever else, that stock is for. Both parts together name it. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** Stock reserved for one order in one lot. */
export interface Allocation {
  readonly id: string;
  readonly reference: Reference;
  readonly lot: Lot;
  /** 0 once it is released or consumed. */
  units: number;
  readonly createdAt: string;
}

/** A reservation whose lot can no longer serve it, and where its units went. */
export interface MovedReservation {
  readonly reference: Reference;
  readonly lot_number: string;
  readonly moved: number;
  /** Units that no other lot could hold; the order is short of them. */
  readonly released: number;
}

/** Reservations are moved in this order: those made at one moment by their id. */
export interface AllocationPosition {
  /** Timestamp text. */
  readonly createdAt: string;
  readonly id: string;
}

export function isSameReference(a: Reference, b: Reference): boolean {
  return a.type === b.type && a.id === b.id;
}

/** Names a stock level: one SKU at one location of an organization. */
export interface LevelKey {
  readonly skuId: string;
  readonly locationId: string;
  readonly organizationId: string;
}

/** Names a level in maps and sets. Its ids are the database's, so each is written in one way alone. */
export function levelName({ skuId, locationId, organizationId }: LevelKey): string {
  return `${skuId} ${locationId} ${organizationId}`;
}

/** Stock of one SKU at one location, as it is while the level's row is locked. */
export interface Level extends LevelKey {
  /** The date in the location's time zone. */
  readonly today: string;
  readonly reorderPoint: number | null;
  onHand: number;
  reserved: number;
  /** Units in quarantined lots, and how many of them are reserved: those wait to be moved. */
  quarantined: number;
  quarantinedReserved: number;
  /** Units in released lots that are past their expiry date, and how many of them are reserved. */
  expired: number;
  expiredReserved: number;
  version: number;
  lowAnnounced: boolean;
  /** Usable lots from the first to expire on, as many as the batch can need, and those it names. */
  readonly lots: Lot[];
  /** Allocations of the orders that the batch names, and all of them where a change reads the whole level. */
  readonly allocations: Allocation[];
}

/** One row for each lot number of a SKU, shared by all levels of a batch. */
export interface LotNumber {
  readonly expiryDate: string;
  /** Quarantined everywhere: it starts in quarantine at any new location. */
  readonly quarantined: boolean;
}

/** @returns what is reserved for the order */
export function ownAllocations(level: Level, reference: Reference | undefined): Allocation[] {
  if (reference === undefined) return [];
  return level.allocations.filter(
    (allocation) => allocation.units > 0 && isSameReference(allocation.reference, reference),
  );
}

/** A level where nothing was ever received. */
export const EMPTY_LEVEL: Level = {
  organizationId: '',
  skuId: '',
  locationId: '',
  today: '',
  reorderPoint: null,
  onHand: 0,
  reserved: 0,
  quarantined: 0,
  quarantinedReserved: 0,
  expired: 0,
  expiredReserved: 0,
  version: 0,
  lowAnnounced: true,
  lots: [],
  allocations: [],
};

/** Units that a new order could have. */
export function availableUnits(level: Level): number {
  const quarantined = level.quarantined - level.quarantinedReserved;
  const expired = level.expired - level.expiredReserved;
  return level.onHand - level.reserved - quarantined - expired;
}

/** Units that other orders than this one hold in usable lots. */
export function reservedForOthers(level: Level, ownUsable: number): number {
  return level.reserved - level.quarantinedReserved - level.expiredReserved - ownUsable;
}

/** Units of a lot that no one holds. */
export function availableToTake(lot: Lot): number {
  return lot.onHand - lot.reserved;
}

/** A lot can be used through the whole of its expiry date. */
export function isExpired(lot: { expiryDate: string }, today: string): boolean {
  return lot.expiryDate < today;
}

export function isUsable(lot: Lot, today: string): boolean {
  return !isQuarantined(lot) && !isExpired(lot, today);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The message for a change that would take units which the lot does not have, or which are reserved. */
export function tooFew(lot: Pick<Lot, 'onHand' | 'reserved'>, units: number): string {
  const held = lot.reserved === 0 ? '' : `, ${lot.reserved} of them reserved`;
  return `Only ${lot.onHand} on hand${held}; cannot take ${units}.`;
}

/** The statuses that the contract names. */
export type LotStatus = NonNullable<Call<'postMovement'>['body']['status']>;

/** Whether units in a lot of this status are kept from every draw, reservation and preview. */
const IS_QUARANTINED: Readonly<Record<LotStatus, boolean>> = {
  released: false,
  quarantine: true,
};

export const LOT_STATUSES = Object.keys(IS_QUARANTINED) as readonly LotStatus[];

export function isQuarantined({ status }: { readonly status: LotStatus }): boolean {
  return IS_QUARANTINED[status];
}
