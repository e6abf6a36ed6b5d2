// A batch of changes while its levels are locked: decides them one after another on plain values, and
// collects the rows that write them all at once.
import { v7 as uuidv7 } from 'uuid';
import type { NewEvent } from '../webhooks/events.ts';
import {
  decideMovement,
  type LotChange,
  type MovementOrder,
  type NewLot,
} from './decide-movement.ts';
import { type EntryRecord, entryHash, type MovementRecord } from './ledger.ts';
import { availableUnits, isExpired, type Level, type Lot, type LotNumber } from './stock.ts';

/** One movement to post. Its ids are chosen before the first try, so that a repeated try is recognised. */
export interface StockChange {
  readonly levelId: number;
  readonly order: MovementOrder;
  readonly movement: Omit<MovementRecord, 'createdAt'>;
  /** What the lot is to have where a receipt creates it; a fresh id and the present time by default. */
  readonly newLot?: Partial<NewLot>;
  /** How events name the SKU and the location. */
  readonly naming: {
    readonly skuCode: string;
    readonly productId: string;
    readonly location: string;
  };
}

export interface PostedEntry {
  readonly id: string;
  readonly lotNumber: string;
  readonly qty: number;
  readonly balanceAfter: number;
}

/** What was read under the locks. */
export interface BatchFacts {
  readonly levels: ReadonlyMap<number, Level>;
  /** By `lotNumberKey`. */
  readonly numbers: Map<string, LotNumber>;
  /** The database's clock, as timestamp text. */
  readonly now: string;
  /** First of a block of entry numbers that is this batch's own. */
  readonly firstSeq: bigint;
}

export interface NewNumber {
  readonly organizationId: string;
  readonly skuId: string;
  readonly lotNumber: string;
  readonly expiryDate: string;
}

export interface NewEntry extends EntryRecord {
  readonly organizationId: string;
  readonly movementId: string;
  readonly hash: Buffer;
}

export function lotNumberKey(skuId: string, lotNumber: string): string {
  return `${skuId} ${lotNumber}`;
}

export class Batch {
  readonly newNumbers: NewNumber[] = [];
  readonly movements: MovementRecord[] = [];
  readonly entries: NewEntry[] = [];
  readonly events: NewEvent[] = [];
  readonly changedLots = new Map<Lot, Level>();
  readonly changedLevels = new Set<Level>();
  readonly #facts: BatchFacts;

  constructor(facts: BatchFacts) {
    this.#facts = facts;
  }

  /**
   * Decides one change on the stock as the changes before it left it.
   *
   * @throws ApiError when a rule refuses it; the batch is as it was before
   */
  post(change: StockChange): PostedEntry[] {
    const level = this.#level(change.levelId);
    const { now, numbers } = this.#facts;
    const lotChanges = decideMovement(
      change.order,
      level,
      (lotNumber) => numbers.get(lotNumberKey(level.skuId, lotNumber)),
      () => ({ id: uuidv7(), receivedAt: now, ...change.newLot }),
    );
    const movement: MovementRecord = { ...change.movement, createdAt: now };
    this.movements.push(movement);
    const posted = lotChanges.map((lotChange) => this.#enter(lotChange, level, movement));
    level.version += 1;
    this.changedLevels.add(level);
    this.#announce(change, level, movement);
    return posted;
  }

  /** Announces stock that is low now, though no unit moved: its reorder point did. */
  reconsiderLow(levelId: number, naming: StockChange['naming']): void {
    const level = this.#level(levelId);
    const announced = level.lowAnnounced;
    this.#announceLow(level, naming);
    if (level.lowAnnounced !== announced) this.changedLevels.add(level);
  }

  #level(levelId: number): Level {
    const level = this.#facts.levels.get(levelId);
    if (level === undefined) throw new Error(`Level ${levelId} is not part of the batch.`);
    return level;
  }

  #enter({ lot, units }: LotChange, level: Level, movement: MovementRecord): PostedEntry {
    if (lot.isNew && !level.lots.includes(lot)) this.#addLot(lot, level);
    lot.onHand += units;
    level.onHand += units;
    if (lot.status === 'quarantine') level.quarantined += units;
    else if (isExpired(lot, level.today)) level.expired += units;
    const entry: EntryRecord = {
      id: uuidv7(),
      seq: this.#facts.firstSeq + BigInt(this.entries.length),
      type: movement.type,
      skuId: level.skuId,
      locationId: level.locationId,
      lotId: lot.id,
      qty: units,
      balanceAfter: lot.onHand,
      // The clock may have been set back since the lot's last entry; the order of entries may not.
      createdAt: later(lot.lastEntryAt, movement.createdAt),
    };
    lot.lastHash = entryHash(lot.lastHash, entry, movement);
    lot.lastEntryAt = entry.createdAt;
    this.changedLots.set(lot, level);
    this.entries.push({
      ...entry,
      organizationId: level.organizationId,
      movementId: movement.id,
      hash: lot.lastHash,
    });
    return { id: entry.id, lotNumber: lot.lotNumber, qty: units, balanceAfter: lot.onHand };
  }

  #addLot(lot: Lot, level: Level): void {
    level.lots.push(lot);
    const key = lotNumberKey(level.skuId, lot.lotNumber);
    if (this.#facts.numbers.has(key)) return;
    this.#facts.numbers.set(key, { expiryDate: lot.expiryDate, quarantined: false });
    this.newNumbers.push({
      organizationId: level.organizationId,
      skuId: level.skuId,
      lotNumber: lot.lotNumber,
      expiryDate: lot.expiryDate,
    });
  }

  #announce({ naming }: StockChange, level: Level, movement: MovementRecord): void {
    const { referenceType, referenceId } = movement;
    this.#event('stock.changed', level, {
      ...about(naming),
      cause: movement.type,
      on_hand: level.onHand,
      reserved: level.reserved,
      available: availableUnits(level),
      version: level.version,
      reference:
        referenceType === null && referenceId === null
          ? null
          : { type: referenceType, id: referenceId },
    });
    this.#announceLow(level, naming);
  }

  /** Once on the way down; again only after available was above the reorder point. */
  #announceLow(level: Level, naming: StockChange['naming']): void {
    const available = availableUnits(level);
    const low = level.reorderPoint !== null && available <= level.reorderPoint;
    if (low && !level.lowAnnounced) {
      this.#event('stock.low', level, {
        ...about(naming),
        available,
        reorder_point: level.reorderPoint,
      });
    }
    level.lowAnnounced = low;
  }

  #event(type: NewEvent['type'], level: Level, data: Record<string, unknown>): void {
    this.events.push({
      id: uuidv7(),
      organizationId: level.organizationId,
      type,
      data,
      createdAt: this.#facts.now,
    });
  }
}

function about({ skuCode, productId, location }: StockChange['naming']) {
  return { sku_code: skuCode, product_id: productId, location };
}

/** Timestamp texts compare as the times do. */
function later(a: string, b: string): string {
  return [a, b].sort()[1] as string;
}
