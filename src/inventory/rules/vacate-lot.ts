import type { Batch } from './batch.ts';
import { compareDrawOrder } from './fefo.ts';
import {
  type Allocation,
  compareText,
  isUsable,
  type Level,
  type Lot,
  type Reference,
} from './stock.ts';

/** What became of reservations whose lot can no longer serve them. */
export interface MovedReservation {
  readonly reference: Reference;
  readonly lot_number: string;
  readonly moved: number;
  /** Units that no other lot could hold; the order is short of them. */
  readonly released: number;
}

/** Moves what is reserved in a lot to others, first to expire first, and releases what finds no place. */
export function vacateLot(batch: Batch, level: Level, lot: Lot, today: string): MovedReservation[] {
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

/** The longest held first; what came at one moment in the order in which it came. */
function compareAge(a: Allocation, b: Allocation): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}
