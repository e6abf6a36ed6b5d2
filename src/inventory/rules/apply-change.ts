// Applies each kind of change to a batch.
import { newId } from '../../lib/random.ts';
import { type Batch, namesOf, type PostedEntry } from './batch.ts';
import { decideCorrection, requireLot } from './decide-correction.ts';
import { decideCount } from './decide-count.ts';
import { decideMovement } from './decide-movement.ts';
import { decideReserve } from './decide-reservation.ts';
import { decideTransfer } from './decide-transfer.ts';
import { daysBetween, isAnnounced, markReached } from './expiry-marks.ts';
import { compareDrawOrder } from './fefo.ts';
import { NOTHING_REDACTABLE } from './ledger-hash.ts';
import { movesOf, perform, reallocateBeyond, reallocateLot, withMoves } from './reallocate-lot.ts';
import type {
  CountRequest,
  ExpiryRequest,
  MovementRequest,
  ReallocateRequest,
  ReleaseRequest,
  ReserveRequest,
  StatusRequest,
  StockChange,
  SweepRequest,
  TransferRequest,
} from './requests.ts';
import {
  isUsable,
  type Level,
  type MovedReservation,
  ownAllocations,
  type Reference,
} from './stock.ts';

export interface Outcome {
  readonly entries: PostedEntry[];
  /** The part of the answer that the entries do not hold; stored with the movement. */
  readonly answer: unknown;
}

/**
 * Decides one change on the stock as the changes before it left it.
 *
 * @throws ApiError when a rule refuses it; the batch is as it was before
 */
export function applyChange(batch: Batch, change: StockChange): Outcome {
  const { request } = change;
  const level = batch.level(change.level);
  batch.begin(change);
  switch (request.type) {
    case 'receive':
    case 'return':
    case 'fulfill':
    case 'dispense':
      return move(batch, change, { request, level });
    case 'reserve':
      return reserve(batch, change, { request, level });
    case 'release':
      return release(batch, change, { request, level });
    case 'adjust':
    case 'waste': {
      const lotChange = decideCorrection(request, level);
      const { type } = request;
      const movement = batch.record(change, type, null);
      const entries = [batch.enter(lotChange, level, movement, type)];
      batch.announce(change, level, type);
      return { entries, answer: null };
    }
    case 'count':
      return count(batch, change, { request, level });
    case 'transfer':
      return transfer(batch, change, { request, level });
    case 'set_status':
      return setStatus(batch, change, { request, level });
    case 'set_expiry':
      return setExpiry(batch, change, { request, level });
    case 'reallocate':
      return reallocate(batch, change, { request, level });
    case 'sweep':
      return sweep(batch, change, { request, level });
    case 'reconsider_low':
      batch.reconsiderLow(level, change.naming);
      return { entries: [], answer: null };
    default: {
      const never: never = request;
      throw new Error(`No case applies ${JSON.stringify(never)}.`);
    }
  }
}

function move(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: MovementRequest; level: Level },
): Outcome {
  const decideOn = (stock: Level) =>
    decideMovement(
      request,
      stock,
      (lotNumber) => batch.findLotNumber(stock, lotNumber),
      () => ({ id: newId(), receivedAt: batch.facts.now, ...change.newLot }),
    );
  const moves = isDraw(request) ? movesOf(level, request.reference) : [];
  if (moves.length > 0) {
    // Decided on a copy first: where the draw is refused, nothing has moved.
    decideOn(withMoves(level, moves));
    for (const waiting of moves) {
      const answer = { moved: [perform(batch, level, waiting)] };
      batch.record(movingFor(change), 'reallocate', answer, waiting.allocation.lot);
    }
  }
  const lotChanges = decideOn(level);
  if (lotChanges.length === 0) return { entries: [], answer: null };
  const { type } = request;
  const movement = batch.record(change, type, null);
  const entries = lotChanges.map((lotChange) => batch.enter(lotChange, level, movement, type));
  batch.announce(change, level, type);
  return { entries, answer: null };
}

function isDraw({ type }: MovementRequest): boolean {
  return type === 'fulfill' || type === 'dispense';
}

/** A reservation that moves as its order draws has a movement of its own, since it belongs to the story of a lot. */
function movingFor({ level, naming, request, movement }: StockChange): StockChange {
  return { level, naming, request, movement: { ...movement, ...NO_TEXTS, id: newId() } };
}

const NO_TEXTS = { rxNumber: NOTHING_REDACTABLE, poNumber: null, note: NOTHING_REDACTABLE };

function reserve(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: ReserveRequest; level: Level },
): Outcome {
  const draws = decideReserve(request, level);
  if (draws.length > 0) endUnusable(batch, level, request.reference);
  for (const { lot, units } of draws) batch.reserve(lot, units, request.reference, level);
  const reservedNow = draws.reduce((units, draw) => units + draw.units, 0);
  const { skuCode, productId, location } = change.naming;
  const answer = {
    reference: request.reference,
    sku_code: skuCode,
    product_id: productId,
    location,
    qty: request.units,
    reserved_now: reservedNow,
    already_reserved: reservedNow === 0,
    allocations: ownAllocations(level, request.reference)
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
  if (draws.length > 0 || change.keyed !== undefined) batch.record(change, 'reserve', answer);
  if (draws.length > 0) batch.announce(change, level, 'reserve');
  return { entries: [], answer };
}

/** Ends the order's reservations in lots that can no longer serve it: what it holds now replaces them. */
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
  { request, level }: { request: ReleaseRequest; level: Level },
): Outcome {
  let released = 0;
  for (const allocation of ownAllocations(level, request.reference)) {
    released += allocation.units;
    batch.unreserve(allocation, allocation.units, level);
  }
  const answer = { released };
  if (released > 0) {
    batch.record(change, 'release', answer);
    batch.announce(change, level, 'release');
  }
  return { entries: [], answer };
}

/** Writes two entries of one movement, and an event at each end. */
function transfer(
  batch: Batch,
  change: StockChange,
  { request, level: source }: { request: TransferRequest; level: Level },
): Outcome {
  const target = batch.level(request.to);
  const lotNumber = batch.findLotNumber(source, request.lotNumber);
  const { out, into } = decideTransfer(request, { source, target, lotNumber });
  const movement = batch.record(change, 'transfer', null);
  const entries = [
    batch.enter(out, source, movement, 'transfer_out'),
    batch.enter(into, target, movement, 'transfer_in'),
  ];
  batch.announce(change, source, 'transfer_out');
  batch.announce({ ...change, naming: request.toNaming }, target, 'transfer_in');
  return { entries, answer: null };
}

/** The answer of a count, kept with its movement. */
export interface CountAnswer {
  /** False for a step that only moved reservations: the next one continues. */
  readonly posted: boolean;
  /** Timestamp text; the time of the first step, where none was said. Counts of earlier versions do not have it. */
  readonly counted_at?: string;
  readonly moved: readonly MovedReservation[];
  readonly moved_before: readonly MovedReservation[];
}

/** Posts the count; or only moves reservations, where more have to leave the lot than one transaction moves. */
function count(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: CountRequest; level: Level },
): Outcome {
  const { now, books } = batch.facts;
  const book = books.get(change.movement.id);
  const { lot, units } = decideCount(request, level, { book, now });
  const after = lot.onHand + units;
  const moved = reallocateBeyond(batch, level, { lot, keep: after, movesMax: request.movesMax });
  const posted = lot.reserved <= after;
  const countedAt = request.countedAt ?? now;
  const answer: CountAnswer = {
    posted,
    counted_at: countedAt,
    moved,
    moved_before: request.movedBefore,
  };
  if (!posted) {
    const { keyed: _, ...step } = change;
    batch.record(step, 'reallocate', answer, lot);
    batch.announce(change, level, 'release');
    return { entries: [], answer };
  }
  const movement = batch.record(change, 'count', answer, lot);
  const entries = units === 0 ? [] : [batch.enter({ lot, units }, level, movement, 'count')];
  if (units !== 0) batch.announce(change, level, 'count');
  batch.happened(level, {
    type: 'count.approved',
    data: {
      ...namesOf(change.naming),
      lot_id: lot.id,
      lot_number: lot.lotNumber,
      counted: request.units,
      counted_at: countedAt,
      difference: units,
    },
  });
  return { entries, answer };
}

function setStatus(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: StatusRequest; level: Level },
): Outcome {
  const lot = requireLot(level, request.lotNumber);
  if (lot.status === request.status) return { entries: [], answer: { changed: false, moved: [] } };
  const from = lot.status;
  batch.setStatus(lot, request.status, level);
  const { moved } = reallocateLot(batch, level, {
    lot,
    today: level.today,
    movesMax: request.movesMax,
  });
  const answer = { changed: true, moved };
  batch.record(change, 'set_status', answer, lot);
  batch.happened(level, {
    type: 'lot.status_changed',
    data: {
      ...namesOf(change.naming),
      lot_id: lot.id,
      lot_number: lot.lotNumber,
      from,
      to: request.status,
    },
  });
  batch.announce(change, level, 'lot_status');
  return { entries: [], answer };
}

function setExpiry(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: ExpiryRequest; level: Level },
): Outcome {
  const lot = requireLot(level, request.lotNumber);
  if (lot.expiryDate === request.expiryDate) {
    return { entries: [], answer: { expiry_date: request.expiryDate, moved: [] } };
  }
  batch.setExpiry(lot, request.expiryDate, level);
  const { moved } = reallocateLot(batch, level, {
    lot,
    today: level.today,
    movesMax: request.movesMax,
  });
  const answer = { expiry_date: request.expiryDate, moved };
  batch.record(change, 'set_expiry', answer, lot);
  batch.announce(change, level, 'lot_status');
  return { entries: [], answer };
}

/** Takes one step; nothing moves where the lot serves its orders again. */
function reallocate(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: ReallocateRequest; level: Level },
): Outcome {
  const lot = requireLot(level, request.lotNumber);
  const today = request.asOf ?? level.today;
  const { moved, last } = reallocateLot(batch, level, { lot, today, movesMax: request.movesMax });
  const answer = { moved, last, waiting: isUsable(lot, today) ? 0 : lot.reserved };
  if (moved.length > 0) {
    batch.record(change, 'reallocate', answer, lot);
    batch.announce(change, level, 'release');
  }
  return { entries: [], answer };
}

/**
 * Passes the marks that its lots have reached, and checks whether the level is low since one expired. It posts no
 * movement: its first event has the movement's id, by which an attempt whose end was lost is found.
 */
function sweep(
  batch: Batch,
  change: StockChange,
  { request, level }: { request: SweepRequest; level: Level },
): Outcome {
  const { today } = level;
  const day = request.asOf ?? today;
  let expiring = 0;
  for (const lot of level.lots) {
    const mark = markReached(lot, { day, today });
    if (lot.onHand === 0 || mark === undefined) continue;
    lot.expiryAnnouncedDays = mark;
    batch.changedLots.set(lot, level);
    if (!isAnnounced(mark)) continue;
    const data = {
      ...namesOf(change.naming),
      lot_id: lot.id,
      lot_number: lot.lotNumber,
      expiry_date: lot.expiryDate,
      days: daysBetween(day, lot.expiryDate),
      on_hand: lot.onHand,
    };
    const id = expiring === 0 ? change.movement.id : newId();
    batch.happened(level, { type: 'lot.expiring', data }, id);
    expiring += 1;
  }
  batch.reconsiderLow(level, change.naming);
  return { entries: [], answer: { expiring } };
}
