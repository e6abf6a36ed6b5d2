// First expiry, first out: what a draw takes, and in which order. Pure; changes nothing.
import { errors } from '../../errors.ts';
import {
  compareText,
  isUsable,
  type Level,
  type Lot,
  ownAllocations,
  type Reference,
} from './stock.ts';

/**
 * A draw takes from no more lots than this, and an order holds no more of a SKU at a location: the cost of a request
 * and the length of its answer follow from it.
 */
export const DRAWN_LOTS_MAX = 1_000;

export interface Draw<L> {
  readonly lot: L;
  /** Units taken, at least 1. */
  readonly units: number;
}

/**
 * First expiry, first out: takes `units` from the usable, unreserved stock of `lots`, the first to expire
 * first.
 */
export function drawFirstExpiryFirst(
  lots: readonly Lot[],
  units: number,
  today: string,
): Drawn<Lot> {
  const offers = [...lots]
    .filter((lot) => isUsable(lot, today))
    .sort(compareDrawOrder)
    .map((lot) => ({ lot, units: lot.onHand - lot.reserved }));
  return takeInOrder(offers, units);
}

export interface Drawn<L> {
  /** Each lot once, in the order in which it is first taken. */
  readonly draws: Draw<L>[];
  /** Units that the lots do not hold. */
  readonly missing: number;
}

/**
 * Decides what a movement draws of a level, and what its preview shows: first what is reserved for the order that
 * it is for, then what is unreserved, never another order's.
 *
 * @param lotNumber the only lot to take, where one is named
 */
export function drawForOrder(
  {
    units,
    lotNumber,
    reference,
  }: { units: number; lotNumber: string | undefined; reference?: Reference | undefined },
  level: Level,
): Drawn<Lot> {
  const usable = level.lots
    .filter((lot) => lotNumber === undefined || lot.lotNumber === lotNumber)
    .filter((lot) => isUsable(lot, level.today))
    .sort(compareDrawOrder);
  const own = new Map(ownAllocations(level, reference).map(({ lot, units }) => [lot, units]));
  const fromOwn = takeInOrder(
    usable.map((lot) => ({ lot, units: own.get(lot) ?? 0 })),
    units,
  );
  const fromFree = takeInOrder(
    usable.map((lot) => ({ lot, units: lot.onHand - lot.reserved })),
    fromOwn.missing,
  );
  return {
    draws: mergeDraws([...fromOwn.draws, ...fromFree.draws]),
    missing: fromFree.missing,
  };
}

/** Merges draws of the same lot, in the order in which each lot comes first. */
export function mergeDraws(draws: readonly Draw<Lot>[]): Draw<Lot>[] {
  const merged = new Map<Lot, number>();
  for (const { lot, units } of draws) merged.set(lot, (merged.get(lot) ?? 0) + units);
  return [...merged].map(([lot, units]) => ({ lot, units }));
}

/**
 * @param draws each lot once, in the order in which they are taken
 * @throws ApiError `invalid_movement` when they are too many lots for one request
 */
export function refuseTooManyLots(draws: readonly Draw<Lot>[]): void {
  if (draws.length <= DRAWN_LOTS_MAX) return;
  const units = draws.slice(0, DRAWN_LOTS_MAX).reduce((sum, draw) => sum + draw.units, 0);
  throw errors.invalidMovement(
    `One request takes from at most ${DRAWN_LOTS_MAX} lots, and the first ${DRAWN_LOTS_MAX} hold ` +
      `${units} units: ask for at most ${units}.`,
  );
}

/** Takes `units` of `offers` in their order, as many as they hold. */
export function takeInOrder<L>(offers: Iterable<Draw<L>>, units: number): Drawn<L> {
  const draws: Draw<L>[] = [];
  let missing = units;
  for (const { lot, units: offered } of offers) {
    if (missing === 0) break;
    const taken = Math.min(missing, offered);
    if (taken <= 0) continue;
    draws.push({ lot, units: taken });
    missing -= taken;
  }
  return { draws, missing };
}

/** Draw order: first to expire, then first received, then id. */
export function compareDrawOrder(a: Lot, b: Lot): number {
  return (
    compareText(a.expiryDate, b.expiryDate) ||
    compareText(a.firstReceivedAt, b.firstReceivedAt) ||
    compareText(a.id, b.id)
  );
}
