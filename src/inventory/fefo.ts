import { compareDrawOrder, isUsable, type Lot } from './stock.ts';

export interface Draw<L> {
  readonly lot: L;
  /** Units taken, at least 1. */
  readonly units: number;
}

/**
 * First expiry, first out: takes `units` from the usable, unreserved stock of `lots`, the first to expire
 * first. Pure; changes nothing.
 *
 * @returns the draws in order, or undefined when the lots hold too little
 */
export function drawFirstExpiryFirst(
  lots: readonly Lot[],
  units: number,
  today: string,
): Draw<Lot>[] | undefined {
  const draws: Draw<Lot>[] = [];
  let missing = units;
  for (const lot of [...lots].sort(compareDrawOrder)) {
    if (!isUsable(lot, today)) continue;
    const taken = Math.min(missing, lot.onHand - lot.reserved);
    if (taken <= 0) continue;
    draws.push({ lot, units: taken });
    missing -= taken;
    if (missing === 0) return draws;
  }
  return undefined;
}
