// First expiry, first out: what a draw takes, and in which order. Pure; changes nothing.
import { compareText, isUsable, type Lot } from './stock.ts';

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
