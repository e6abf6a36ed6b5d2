// What each kind of change does to a batch.
import { v7 as uuidv7 } from 'uuid';
import {
  type Batch,
  type NewMovement,
  namesOf,
  type PostedEntry,
  type StockChange,
} from './batch.ts';
import {
  decideCorrection,
  type ExpiryOrder,
  requireLot,
  type StatusOrder,
  type SweepOrder,
} from './decide-correction.ts';
import { decideMovement, type MovementOrder } from './decide-movement.ts';
import {
  decideReserve,
  ownAllocations,
  type ReleaseOrder,
  type ReserveOrder,
} from './decide-reservation.ts';
import {
  compareAge,
  compareDrawOrder,
  isExpired,
  isUsable,
  type Level,
  type Lot,
  type Reference,
} from './stock.ts';

export interface Outcome {
  readonly entries: PostedEntry[];
  /** What is answered where the entries do not tell it; stored with the movement. */
  readonly answer: unknown;
}

/** What became of reservations whose lot can no longer serve them. */
export interface Moved {
  readonly reference: Reference;
  readonly lot_number: string;
  readonly moved: number;
  /** Units that no other lot could hold; the order is short of them. */
  readonly released: number;
}

const EXPIRING_DAYS = [7, 30, 90];
const DAY_MILLISECONDS = 86_400_000;

/**
 * Decides one change on the stock as the changes before it left it.
 *
 * @throws ApiError when a rule refuses it; the batch is as it was before
 */
export function postChange(batch: Batch, change: StockChange): Outcome {
  const { order } = change;
  const level = batch.level(change.levelId);
  switch (order.type) {
    case 'receive':
    case 'return':
    case 'fulfill':
    case 'dispense':
      return move(batch, change, { order, level });
    case 'reserve':
      return reserve(batch, change, { order, level });
    case 'release':
      return release(batch, change, { order, level });
    case 'adjust':
    case 'waste':
    case 'count': {
      const lotChange = decideCorrection(order, level);
      const movement = record(batch, change, null);
      const entries = lotChange.units === 0 ? [] : [batch.enter(lotChange, level, movement)];
      if (entries.length > 0) batch.announce(change, level, order.type);
      if (order.type === 'count') {
        batch.happened(level, {
          type: 'count.approved',
          data: {
            ...namesOf(change.naming),
            lot_id: lotChange.lot.id,
            lot_number: lotChange.lot.lotNumber,
            counted: order.units,
            difference: lotChange.units,
          },
        });
      }
      return { entries, answer: null };
    }
    case 'set_status':
      return setStatus(batch, change, { order, level });
    case 'set_expiry':
      return setExpiry(batch, change, { order, level });
    case 'sweep':
      return sweep(batch, change, { order, level });
  }
}

function move(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: MovementOrder; level: Level },
): Outcome {
  const lotChanges = decideMovement(
    order,
    level,
    (lotNumber) => batch.numberOf(level, lotNumber),
    () => ({ id: uuidv7(), receivedAt: batch.facts.now, ...change.newLot }),
  );
  const movement = record(batch, change, null);
  const entries = lotChanges.map((lotChange) => batch.enter(lotChange, level, movement));
  batch.announce(change, level, order.type);
  return { entries, answer: null };
}

function reserve(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: ReserveOrder; level: Level },
): Outcome {
  const draws = decideReserve(order, level);
  if (draws.length > 0) endUnusable(batch, level, order.reference);
  for (const { lot, units } of draws) batch.reserve(lot, units, order.reference, level);
  const reservedNow = draws.reduce((units, draw) => units + draw.units, 0);
  const { skuCode, productId, location } = change.naming;
  const answer = {
    reference: order.reference,
    sku_code: skuCode,
    product_id: productId,
    location,
    qty: order.units,
    reserved_now: reservedNow,
    already_reserved: reservedNow === 0,
    allocations: ownAllocations(level, order.reference)
      .sort((a, b) => compareDrawOrder(a.lot, b.lot))
      .map(({ lot, units }) => ({
        lot_id: lot.id,
        lot_number: lot.lotNumber,
        expiry_date: lot.expiryDate,
        location,
        qty: units,
      })),
  };
  // A repeat without a key changes nothing, so it leaves nothing.
  if (draws.length > 0 || change.movement.idempotencyKey !== null) record(batch, change, answer);
  if (draws.length > 0) batch.announce(change, level, 'reserve');
  return { entries: [], answer };
}

/** What the order holds in lots that can no longer serve it is replaced by what it holds now. */
function endUnusable(batch: Batch, level: Level, reference: Reference): void {
  for (const allocation of ownAllocations(level, reference)) {
    if (!isUsable(allocation.lot, level.today)) {
      batch.unreserve(allocation, allocation.units, level);
    }
  }
}

function release(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: ReleaseOrder; level: Level },
): Outcome {
  let released = 0;
  for (const allocation of ownAllocations(level, order.reference)) {
    released += allocation.units;
    batch.unreserve(allocation, allocation.units, level);
  }
  const answer = { released };
  if (released > 0) {
    record(batch, change, answer);
    batch.announce(change, level, 'release');
  }
  return { entries: [], answer };
}

function setStatus(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: StatusOrder; level: Level },
): Outcome {
  const lot = requireLot(level, order.lotNumber);
  if (lot.status === order.status) return { entries: [], answer: { changed: false, moved: [] } };
  const from = lot.status;
  const moved = order.status === 'quarantine' ? vacate(batch, level, lot, level.today) : [];
  batch.setStatus(lot, order.status, level);
  const answer = { changed: true, moved };
  record(batch, change, answer);
  batch.happened(level, {
    type: 'lot.status_changed',
    data: {
      ...namesOf(change.naming),
      lot_id: lot.id,
      lot_number: lot.lotNumber,
      from,
      to: order.status,
    },
  });
  batch.announce(change, level, 'lot_status');
  return { entries: [], answer };
}

function setExpiry(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: ExpiryOrder; level: Level },
): Outcome {
  const lot = requireLot(level, order.lotNumber);
  batch.setExpiry(lot, order.expiryDate, level);
  const moved = isExpired(lot, level.today) ? vacate(batch, level, lot, level.today) : [];
  const answer = { expiry_date: order.expiryDate, moved };
  record(batch, change, answer);
  batch.announce(change, level, 'lot_status');
  return { entries: [], answer };
}

/** As if `asOf` were the day here: for reservations in expired lots, and for what expires soon. */
function sweep(
  batch: Batch,
  change: StockChange,
  { order, level }: { order: SweepOrder; level: Level },
): Outcome {
  const today = order.asOf ?? level.today;
  const moved: Moved[] = [];
  const expired = level.lots
    .filter((lot) => isExpired(lot, today) && lot.reserved > 0)
    .sort(compareDrawOrder);
  for (const lot of expired) moved.push(...vacate(batch, level, lot, today));
  let expiring = 0;
  for (const lot of level.lots) {
    const days = daysBetween(today, lot.expiryDate);
    const passed = EXPIRING_DAYS.find((mark) => days >= 0 && days <= mark);
    if (lot.onHand === 0 || passed === undefined) continue;
    if (lot.expiryAnnouncedDays !== null && lot.expiryAnnouncedDays <= passed) continue;
    lot.expiryAnnouncedDays = passed;
    batch.changedLots.set(lot, level);
    expiring += 1;
    batch.happened(level, {
      type: 'lot.expiring',
      data: {
        ...namesOf(change.naming),
        lot_id: lot.id,
        lot_number: lot.lotNumber,
        expiry_date: lot.expiryDate,
        days,
        on_hand: lot.onHand,
      },
    });
  }
  const answer = { expiring, moved };
  if (moved.length > 0) {
    record(batch, change, answer);
    batch.announce(change, level, 'release');
  } else {
    batch.reconsiderLow(level.id, change.naming);
  }
  return { entries: [], answer };
}

/** Moves what is reserved in a lot to others, first to expire first, and releases what finds no place. */
function vacate(batch: Batch, level: Level, lot: Lot, today: string): Moved[] {
  const held = level.allocations
    .filter((allocation) => allocation.lot === lot && allocation.units > 0)
    .sort(compareAge);
  const others = level.lots
    .filter((other) => other !== lot && isUsable(other, today) && other.onHand > other.reserved)
    .sort(compareDrawOrder);
  return held.map((allocation) => {
    const { reference, units } = allocation;
    batch.unreserve(allocation, units, level);
    let missing = units;
    while (missing > 0) {
      const [next] = others;
      if (next === undefined) break;
      const taken = Math.min(missing, next.onHand - next.reserved);
      if (taken > 0) batch.reserve(next, taken, reference, level);
      missing -= taken;
      // Full now, or it has room for the next order.
      if (next.onHand === next.reserved) others.shift();
    }
    return { reference, lot_number: lot.lotNumber, moved: units - missing, released: missing };
  });
}

function record(batch: Batch, { movement }: StockChange, answer: unknown): NewMovement {
  const recorded = { ...movement, createdAt: batch.facts.now, answer };
  batch.movements.push(recorded);
  return recorded;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
}
