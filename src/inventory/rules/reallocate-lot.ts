// Moves reservations from a lot which can no longer serve them to others.
import type { Batch } from './batch.ts';
import { compareDrawOrder, DRAWN_LOTS_MAX, type Draw, takeInOrder } from './fefo.ts';
import {
  type Allocation,
  type AllocationPosition,
  compareText,
  isQuarantined,
  isSameReference,
  isUsable,
  type Level,
  type Lot,
  type MovedReservation,
  ownAllocations,
  type Reference,
} from './stock.ts';

/** A plan for the units of a reservation. */
export interface Move {
  readonly allocation: Allocation;
  readonly into: readonly Draw<Lot>[];
  /** Units that no lot has room for. */
  readonly missing: number;
}

/** Units of a reservation that have to leave its lot. */
interface LeavingUnits {
  readonly allocation: Allocation;
  readonly units: number;
}

/** A lot that reservations may have to leave, and the day for which that is decided. */
interface Leaving {
  readonly lot: Lot;
  readonly today: string;
  /** Reservations that move at most; the others wait. */
  readonly movesMax: number;
}

/**
 * Moves what has been reserved for longest in a lot that cannot serve it on the day to others, first to
 * expire first, and releases what no lot has room for.
 *
 * @returns also the last of them, after which the next step continues
 */
export function reallocateLot(
  batch: Batch,
  level: Level,
  leaving: Leaving,
): { moved: MovedReservation[]; last: AllocationPosition | null } {
  const moves = ofOneStep(planLeaving(level, leaving));
  return { moved: performAll(batch, level, moves), last: lastOf(moves) };
}

/**
 * Moves what is reserved in a lot beyond the units that it keeps, first to expire first, and releases what no lot has
 * room for. What was reserved last leaves; of that, in each step, what was reserved for longest is moved first.
 *
 * @param movesMax reservations that move at most; the others stay
 */
export function reallocateBeyond(
  batch: Batch,
  level: Level,
  { lot, keep, movesMax }: { lot: Lot; keep: number; movesMax: number },
): MovedReservation[] {
  const newest = level.allocations
    .filter((allocation) => allocation.lot === lot && allocation.units > 0)
    .sort((a, b) => compareAge(b, a))
    .slice(0, movesMax);
  const leaving: LeavingUnits[] = [];
  let beyond = lot.reserved - keep;
  for (const allocation of newest) {
    if (beyond <= 0) break;
    const units = Math.min(allocation.units, beyond);
    leaving.unshift({ allocation, units });
    beyond -= units;
  }
  return performAll(batch, level, ofOneStep(planMoves(level, leaving, level.today)));
}

/**
 * @returns the first moves that together go to no more lots than one draw takes. One lot more was read: a move that
 *   found too little room, because the other lots were not read, is not among them
 */
function ofOneStep(moves: readonly Move[]): Move[] {
  let lots = 0;
  const end = moves.findIndex(({ into }) => {
    lots += into.length;
    return lots > DRAWN_LOTS_MAX;
  });
  return end === -1 ? [...moves] : moves.slice(0, end);
}

/** Plans what `reallocateLot` would do, in as many steps as it takes. Nothing leaves a lot that serves its orders. */
export function planLeaving(level: Level, { lot, today, movesMax }: Leaving): Move[] {
  if (isUsable(lot, today)) return [];
  const held = level.allocations
    .filter((allocation) => allocation.lot === lot && allocation.units > 0)
    .sort(compareAge)
    .slice(0, movesMax);
  // A day in the past does not count for where units go: nothing moves to a lot that has expired since.
  return planMoves(level, held.map(wholly), today > level.today ? today : level.today);
}

export function lastOf(moves: readonly Move[]): AllocationPosition | null {
  const last = moves.at(-1)?.allocation;
  return last === undefined ? null : { createdAt: last.createdAt, id: last.id };
}

/**
 * Plans where the units can go that an order holds in lots that cannot serve it. A draw for the order moves these
 * first, so that it does not matter to the order whether the steps have reached it.
 */
export function movesOf(level: Level, reference: Reference | undefined): Move[] {
  const waiting = ownAllocations(level, reference)
    .filter(({ lot }) => !isUsable(lot, level.today))
    .sort(compareAge);
  return planMoves(level, waiting.map(wholly), level.today).filter(({ into }) => into.length > 0);
}

function wholly(allocation: Allocation): LeavingUnits {
  return { allocation, units: allocation.units };
}

function performAll(batch: Batch, level: Level, moves: readonly Move[]): MovedReservation[] {
  return moves.map((move) => {
    if (move.missing > 0) batch.unreserve(move.allocation, move.missing, level);
    return { ...perform(batch, level, move), released: move.missing };
  });
}

/** Moves the units that other lots have room for; the rest stays, and waits. */
export function perform(batch: Batch, level: Level, { allocation, into }: Move) {
  const { reference, lot } = allocation;
  const moved = into.reduce((units, draw) => units + draw.units, 0);
  if (moved > 0) batch.unreserve(allocation, moved, level);
  for (const { lot, units } of into) batch.reserve(lot, units, reference, level);
  return { reference, lot_number: lot.lotNumber, moved, released: 0 };
}

/** @returns a copy of the level as it is after the moves */
export function withMoves(level: Level, moves: readonly Move[]): Level {
  const lots = new Map(level.lots.map((lot) => [lot, { ...lot }]));
  const copyOf = (lot: Lot) => lots.get(lot) ?? lot;
  const after: Level = {
    ...level,
    lots: [...lots.values()],
    allocations: level.allocations.map((one) => ({ ...one, lot: copyOf(one.lot) })),
  };
  for (const { allocation, into } of moves) {
    const left = after.allocations.find(({ id }) => id === allocation.id);
    if (left === undefined) throw new Error('A reservation that moves is not on its level.');
    for (const { lot, units } of into) {
      left.units -= units;
      left.lot.reserved -= units;
      copyOf(lot).reserved += units;
      if (isQuarantined(left.lot)) after.quarantinedReserved -= units;
      else after.expiredReserved -= units;
      const there = after.allocations.find(
        (one) => one.lot === copyOf(lot) && isSameReference(one.reference, left.reference),
      );
      if (there !== undefined) there.units += units;
      else after.allocations.push({ ...left, id: '', lot: copyOf(lot), units });
    }
  }
  return after;
}

/** An order comes to hold no more lots than it may: what does not fit is missing, as where no lot has room. */
function planMoves(level: Level, leaving: readonly LeavingUnits[], usableOn: string): Move[] {
  if (leaving.length === 0) return [];
  const left = new Set(leaving.map(({ allocation }) => allocation.lot));
  const lotsHeld = new Map<string, number>();
  let offers = level.lots
    .filter((lot) => !left.has(lot) && isUsable(lot, usableOn) && lot.onHand > lot.reserved)
    .sort(compareDrawOrder)
    .map((lot) => ({ lot, units: lot.onHand - lot.reserved }));
  return leaving.map(({ allocation, units }) => {
    const { reference } = allocation;
    const order = JSON.stringify([reference.type, reference.id]);
    // The lot that it leaves does not count, unless a part of it stays there.
    const leaves = Number(units === allocation.units);
    const others = (lotsHeld.get(order) ?? ownAllocations(level, reference).length) - leaves;
    const { draws: into, missing } = takeInOrder(
      offers.slice(0, Math.max(0, DRAWN_LOTS_MAX - others)),
      units,
    );
    lotsHeld.set(order, others + into.length + leaves * Number(missing > 0));
    const taken = new Map(into.map(({ lot, units }) => [lot, units]));
    offers = offers
      .map(({ lot, units }) => ({ lot, units: units - (taken.get(lot) ?? 0) }))
      .filter(({ units }) => units > 0);
    return { allocation, into, missing };
  });
}

function compareAge(a: Allocation, b: Allocation): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}
