// First expiry, first out: what a draw takes, and in which order. Pure; changes nothing.
import {
  compareText,
  isUsable,
  type Level,
  type Lot,
  ownAllocations,
  type Reference,
} from './stock.ts';

export interface Draw<L> {
  readonly lot: L;
  /** Units taken, at least 1. */
  readonly units: number;
}

/**
 * First expiry, first out: takes `units` from the usable, unreserved stock of `lots`, the first to expire
 * first.
 *
 * @returns the draws in order, or undefined when the lots hold too little
 */
export function drawFirstExpiryFirst(
  lots: readonly Lot[],
  units: number,
  today: string,
): Draw<Lot>[] | undefined {
  const offers = [...lots]
    .filter((lot) => isUsable(lot, today))
    .sort(compareDrawOrder)
    .map((lot) => ({ lot, units: lot.onHand - lot.reserved }));
  const { draws, missing } = takeInOrder(offers, units);
  return missing === 0 ? draws : undefined;
}

export interface OrderDraw {
  /** Each lot once, in the order in which it is first taken. */
  readonly draws: Draw<Lot>[];
  /** Units that the lots do not hold. */
  readonly missing: number;
}

/**
 * What a movement draws of a level, and its preview foretells: first what is reserved for the order that
 * it is for, then what is reserved for nobody, never another order's.
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
): OrderDraw {
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
  const drawn = new Map<Lot, number>();
  for (const { lot, units } of [...fromOwn.draws, ...fromFree.draws]) {
    drawn.set(lot, (drawn.get(lot) ?? 0) + units);
  }
  return {
    draws: [...drawn].map(([lot, units]) => ({ lot, units })),
    missing: fromFree.missing,
  };
}

/** Takes `units` of `offers` in their order, as many as they hold. */
export function takeInOrder<L>(
  offers: Iterable<Draw<L>>,
  units: number,
): { draws: Draw<L>[]; missing: number } {
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
