// A batch of changes while its levels are locked: the stock as the changes before left it, on plain
// values, and the rows that write them all at once. What each kind of change does is in apply-change.ts.
import type { Fact, NewEvent } from '../../events/event.ts';
import type { KeyedOperation } from '../../idempotency/idempotency.ts';
import { newId } from '../../lib/random.ts';
import type { Book } from './decide-count.ts';
import type { LotChange } from './decide-movement.ts';
import {
  type EntryRecord,
  entryHash,
  type LotRecord,
  type LotRecordType,
  type MovementRecord,
  recordHash,
} from './ledger-hash.ts';
import type { EntryType, MovementRecordType } from './movement-types.ts';
import type { Naming, StockChange } from './requests.ts';
import {
  type Allocation,
  availableUnits,
  isExpired,
  isQuarantined,
  isSameReference,
  type Level,
  type LevelKey,
  type Lot,
  type LotNumber,
  type LotStatus,
  levelName,
  type Reference,
} from './stock.ts';

/** The result of a change, from now or from before. */
export interface Posted {
  /** Whether this repeats the result of an earlier change with the same key. */
  readonly idempotent: boolean;
  readonly movementId: string;
  readonly entries: readonly PostedEntry[];
  readonly answer: unknown;
}

export interface PostedEntry {
  readonly id: string;
  readonly lotNumber: string;
  readonly qty: number;
  readonly balanceAfter: number;
}

/** The facts that were read under the locks. */
export interface BatchFacts {
  /** Keyed by `levelName`. */
  readonly levels: ReadonlyMap<string, Level>;
  /** Keyed by `lotNumberKey`. */
  readonly lotNumbers: Map<string, LotNumber>;
  /** The database's clock, as timestamp text. */
  readonly now: string;
  /** The ledger's balance at the time of a count that was made earlier, by the id of the count's movement. */
  readonly books: ReadonlyMap<string, Book>;
  /** First of a block of entry numbers that is this batch's own. */
  readonly firstSeq: bigint;
}

interface LotNumberRecord {
  readonly organizationId: string;
  readonly skuId: string;
  readonly lotNumber: string;
  readonly expiryDate: string;
}

interface NewEntry extends EntryRecord {
  readonly type: EntryType;
  readonly organizationId: string;
  readonly movementId: string;
}

interface NewLotRecord extends LotRecord {
  readonly movementId: string;
}

/** Both lists are in the order of their numbers. */
export interface Sealed {
  readonly entries: readonly (NewEntry & { readonly hash: Buffer })[];
  readonly records: readonly (NewLotRecord & { readonly hash: Buffer })[];
}

type ChainLink = { readonly lot: Lot } & (
  | { readonly entry: NewEntry }
  | { readonly record: NewLotRecord }
);

/** A movement of the batch, with its key and with the part of the answer that its entries do not hold. */
export interface NewMovement extends MovementRecord {
  readonly type: MovementRecordType;
  readonly operation: KeyedOperation | null;
  readonly requestSalt: Buffer | null;
  /** The lot whose status, expiry date or reservations it changed; entries name their own. */
  readonly lotId: string | null;
  readonly answer: unknown;
}

/** The SKU and the location in an event's data. */
export function namesOf({ skuCode, productId, location }: Naming) {
  return { sku_code: skuCode, product_id: productId, location };
}

/** Names a lot number in maps. */
export function lotNumberKey(
  { organizationId, skuId }: Pick<LevelKey, 'organizationId' | 'skuId'>,
  lotNumber: string,
): string {
  return `${organizationId} ${skuId} ${lotNumber}`;
}

export class Batch {
  readonly facts: BatchFacts;
  readonly newLotNumbers: LotNumberRecord[] = [];
  readonly movements: NewMovement[] = [];
  readonly events: NewEvent[] = [];
  readonly changedLots = new Map<Lot, Level>();
  readonly changedLevels = new Set<Level>();
  readonly changedAllocations = new Map<Allocation, Level>();
  /** Lot numbers that have another expiry date now, by `lotNumberKey`. */
  readonly changedExpiries = new Map<string, LotNumberRecord>();
  /** Entries and lot records in the order in which they came. */
  readonly #links: ChainLink[] = [];
  /** The change whose movement is the cause of what happens to lots now. */
  #change: StockChange | undefined;

  /** The time of the latest entry that the clock is behind. */
  clockBehind: string | undefined;

  constructor(facts: BatchFacts) {
    this.facts = facts;
  }

  /** Chains what happens to lots from here on under the movement of this change, which `record` stores. */
  begin(change: StockChange): void {
    this.#change = change;
  }

  /**
   * Chains all that happened to lots, each lot's in order. Called once, before the lots are written: movements
   * are part of the hashes, and are complete only now.
   */
  seal(): Sealed {
    const movements = new Map(this.movements.map((movement) => [movement.id, movement]));
    const sealed = {
      entries: [] as Sealed['entries'][number][],
      records: [] as Sealed['records'][number][],
    };
    for (const link of this.#links.splice(0)) {
      const { lot } = link;
      const { movementId } = 'entry' in link ? link.entry : link.record;
      const movement = movements.get(movementId);
      if (movement === undefined)
        throw new Error('A lot changed without a movement that explains it.');
      if ('entry' in link) {
        lot.lastHash = entryHash(lot.lastHash, link.entry, movement);
        sealed.entries.push({ ...link.entry, hash: lot.lastHash });
      } else {
        lot.lastHash = recordHash(lot.lastHash, link.record, movement);
        sealed.records.push({ ...link.record, hash: lot.lastHash });
      }
    }
    return sealed;
  }

  /** How many entries and lot records there are. */
  get chained(): number {
    return this.#links.length;
  }

  /** The level of a change. */
  level(key: LevelKey): Level {
    const level = this.facts.levels.get(levelName(key));
    if (level === undefined) throw new Error(`Level ${levelName(key)} is not part of the batch.`);
    return level;
  }

  findLotNumber(level: Level, lotNumber: string): LotNumber | undefined {
    return this.facts.lotNumbers.get(lotNumberKey(level, lotNumber));
  }

  /** The movement of a change, as it will be stored. */
  record(
    change: StockChange,
    type: MovementRecordType,
    answer: unknown,
    lot: Lot | null = null,
  ): NewMovement {
    const { skuId, locationId, organizationId } = change.level;
    const movement = {
      ...change.movement,
      organizationId,
      type,
      skuId,
      locationId,
      idempotencyKey: change.keyed?.key ?? null,
      operation: change.keyed?.operation ?? null,
      requestSalt: change.keyed?.salt ?? null,
      requestDigest: change.keyed?.digest ?? null,
      createdAt: this.facts.now,
      lotId: lot?.id ?? null,
      answer,
    };
    this.movements.push(movement);
    return movement;
  }

  /** Adds units to a lot, or takes them, with the ledger entry for it. */
  enter(
    { lot, units, consumed }: LotChange,
    level: Level,
    movement: NewMovement,
    type: EntryType,
  ): PostedEntry {
    for (const { allocation, units: ended } of consumed ?? []) {
      this.unreserve(allocation, ended, level);
    }
    if (lot.isNew && !level.lots.includes(lot)) this.#addLot(lot, level);
    this.#count(lot, level, -1);
    lot.onHand += units;
    this.#count(lot, level, 1);
    const entry = {
      id: newId(),
      seq: this.#nextSeq(),
      type,
      skuId: level.skuId,
      locationId: level.locationId,
      lotId: lot.id,
      qty: units,
      balanceAfter: lot.onHand,
      createdAt: this.#timeOf(lot),
    };
    lot.lastEntryAt = entry.createdAt;
    this.changedLots.set(lot, level);
    const { organizationId } = level;
    this.#links.push({ lot, entry: { ...entry, organizationId, movementId: movement.id } });
    return { id: entry.id, lotNumber: lot.lotNumber, qty: units, balanceAfter: lot.onHand };
  }

  reserve(lot: Lot, units: number, reference: Reference, level: Level): void {
    const index = level.allocations.findIndex(
      (one) => one.lot === lot && isSameReference(one.reference, reference),
    );
    let allocation = level.allocations[index];
    if (allocation === undefined || allocation.units === 0) {
      // A reservation that this batch has ended stays ended: a new one has waited only from now on.
      if (allocation !== undefined) level.allocations.splice(index, 1);
      allocation = { id: newId(), reference, lot, units: 0, createdAt: this.facts.now };
      level.allocations.push(allocation);
    }
    this.#setReserved(allocation, units, level);
  }

  unreserve(allocation: Allocation, units: number, level: Level): void {
    this.#setReserved(allocation, -units, level);
  }

  setStatus(lot: Lot, status: LotStatus, level: Level): void {
    this.#count(lot, level, -1);
    lot.status = status;
    this.#count(lot, level, 1);
    this.changedLots.set(lot, level);
    this.#chain(lot, level, { type: 'set_status' });
  }

  /** Sets the date of the lot here, and of its lot number. */
  setExpiry(lot: Lot, expiryDate: string, level: Level): void {
    const { organizationId, skuId } = level;
    const { lotNumber } = lot;
    const key = lotNumberKey(level, lotNumber);
    this.changedExpiries.set(key, { organizationId, skuId, lotNumber, expiryDate });
    this.#count(lot, level, -1);
    lot.expiryDate = expiryDate;
    lot.expiryAnnouncedDays = null;
    this.#count(lot, level, 1);
    this.changedLots.set(lot, level);
    this.#chain(lot, level, { type: 'set_expiry' });
  }

  /** Counts one more version of the level, and adds the events that describe it. */
  announce(change: StockChange, level: Level, cause: string): void {
    const { referenceType, referenceId } = change.movement;
    level.version += 1;
    this.changedLevels.add(level);
    this.happened(level, {
      type: 'stock.changed',
      data: {
        ...namesOf(change.naming),
        cause,
        on_hand: level.onHand,
        reserved: level.reserved,
        available: availableUnits(level),
        version: level.version,
        reference:
          referenceType === null && referenceId === null
            ? null
            : { type: referenceType, id: referenceId },
      },
    });
    this.#announceLow(level, change.naming);
  }

  /** Announces stock that is low now, though no unit moved: its reorder point or the date did. */
  reconsiderLow(key: LevelKey, naming: Naming): void {
    const level = this.level(key);
    const announced = level.lowAnnounced;
    this.#announceLow(level, naming);
    if (level.lowAnnounced !== announced) this.changedLevels.add(level);
  }

  happened(level: Level, fact: Fact, id = newId()): void {
    this.events.push({
      ...fact,
      id,
      organizationId: level.organizationId,
      createdAt: this.facts.now,
    });
  }

  /**
   * The time is now, unless the clock has been set back since the lot's last entry, for entries keep their order.
   * Until the clock catches up each is a microsecond after the one before. Timestamp texts compare as the
   * times do.
   */
  #timeOf({ lastEntryAt }: Lot): string {
    const { now } = this.facts;
    if (lastEntryAt <= now) return now;
    if (lastEntryAt > (this.clockBehind ?? '')) this.clockBehind = lastEntryAt;
    return justAfter(lastEntryAt);
  }

  /** Adds a lot's units to the level's sums, or (sign -1) takes them out before the lot changes. */
  #count(lot: Lot, level: Level, sign: 1 | -1): void {
    level.onHand += sign * lot.onHand;
    level.reserved += sign * lot.reserved;
    if (isQuarantined(lot)) {
      level.quarantined += sign * lot.onHand;
      level.quarantinedReserved += sign * lot.reserved;
    } else if (isExpired(lot, level.today)) {
      level.expired += sign * lot.onHand;
      level.expiredReserved += sign * lot.reserved;
    }
  }

  #setReserved(allocation: Allocation, units: number, level: Level): void {
    const { lot } = allocation;
    if (units === 0) return;
    this.#count(lot, level, -1);
    lot.reserved += units;
    this.#count(lot, level, 1);
    const wasHeld = allocation.units > 0;
    allocation.units += units;
    lot.holders += Number(allocation.units > 0) - Number(wasHeld);
    this.changedLots.set(lot, level);
    this.changedAllocations.set(allocation, level);
    this.#chain(lot, level, {
      type: units > 0 ? 'reserve' : 'release',
      reference: allocation.reference,
      units: Math.abs(units),
    });
  }

  /** Chains a record of the lot's present state. */
  #chain(
    lot: Lot,
    { organizationId }: Level,
    {
      type,
      reference,
      units,
    }: { type: LotRecordType; reference?: Reference | undefined; units?: number },
  ): void {
    if (this.#change === undefined) throw new Error('A lot changed before a change began.');
    lot.lastEntryAt = this.#timeOf(lot);
    const record = {
      organizationId,
      movementId: this.#change.movement.id,
      lotId: lot.id,
      seq: this.#nextSeq(),
      type,
      referenceType: reference?.type ?? null,
      referenceId: reference?.id ?? null,
      qty: units ?? null,
      reservedAfter: lot.reserved,
      status: lot.status,
      expiryDate: lot.expiryDate,
      createdAt: lot.lastEntryAt,
    };
    this.#links.push({ lot, record });
  }

  #nextSeq(): bigint {
    return this.facts.firstSeq + BigInt(this.#links.length);
  }

  #addLot(lot: Lot, level: Level): void {
    level.lots.push(lot);
    // The first record holds the status and the expiry date that the lot begins with.
    this.#chain(lot, level, { type: 'set_status' });
    const key = lotNumberKey(level, lot.lotNumber);
    if (this.facts.lotNumbers.has(key)) return;
    this.facts.lotNumbers.set(key, { expiryDate: lot.expiryDate, quarantined: false });
    this.newLotNumbers.push({
      organizationId: level.organizationId,
      skuId: level.skuId,
      lotNumber: lot.lotNumber,
      expiryDate: lot.expiryDate,
    });
  }

  /** Announces low stock once on the way down; again only after available was above the reorder point. */
  #announceLow(level: Level, naming: Naming): void {
    const available = availableUnits(level);
    const { reorderPoint } = level;
    const low = reorderPoint !== null && available <= reorderPoint;
    if (low && !level.lowAnnounced) {
      this.happened(level, {
        type: 'stock.low',
        data: { ...namesOf(naming), available, reorder_point: reorderPoint },
      });
    }
    level.lowAnnounced = low;
  }
}

const MICROSECONDS = 1_000_000n;

/** The next microsecond after a timestamp text. */
function justAfter(time: string): string {
  const seconds = BigInt(Date.parse(`${time.slice(0, 19)}Z`)) / 1_000n;
  const after = seconds * MICROSECONDS + BigInt(time.slice(20, 26)) + 1n;
  const whole = new Date(Number(after / MICROSECONDS) * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(after % MICROSECONDS).padStart(6, '0')}Z`;
}
