// What there is at one moment, and what of it is computed once as long as nothing happens to it.
import { inDrawOrder, type Lot, reservedIn, type State, sum, usable } from '../../kit/model.ts';
import { type Base, levelName } from '../history.ts';

/** All that can be read. */
export interface Now extends Pick<Base, 'state' | 'entries' | 'ids'> {
  readonly units: (level: Level) => Units;
}

export type Units = ReturnType<typeof unitsOf>;

interface Level {
  readonly sku: string;
  readonly at: string;
}

/** While the steps are replayed: which of them were the last to touch a SKU, or anything. */
export class Changes {
  readonly #bySku = new Map<string, number>();
  readonly #units = new Map<string, { stateIndex: number; units: Units }>();
  #last = 0;
  #all = 0;

  /** @param skus that the step touches; absent where it may be any */
  add(index: number, skus?: Iterable<string>): void {
    this.#last = index;
    if (skus === undefined) this.#all = index;
    else for (const sku of skus) this.#bySku.set(sku, index);
  }

  /** The last state that differs for the SKU from that before it; without one, for any. */
  last(sku?: string): number {
    if (sku === undefined) return this.#last;
    return Math.max(this.#all, this.#bySku.get(sku) ?? 0);
  }

  units(state: State, level: Level): Units {
    const name = levelName(level);
    const known = this.#units.get(name);
    if (known !== undefined && known.stateIndex >= this.last(level.sku)) return known.units;
    const units = unitsOf(state, level);
    this.#units.set(name, { stateIndex: this.#last, units });
    return units;
  }
}

export function unitsOf(state: State, level: { sku: string; at: string }) {
  const lots = inDrawOrder(state, level);
  const units = (some: Lot[]) => sum(some.map(({ onHand }) => onHand));
  return {
    on_hand: units(lots),
    reserved: sum(lots.map((lot) => reservedIn(state, lot))),
    available: sum(
      lots.filter((lot) => usable(state, lot, state.today)).map((lot) => free(state, lot)),
    ),
    quarantined: units(lots.filter(({ status }) => status === 'quarantine')),
    expired: units(
      lots.filter((lot) => lot.status === 'released' && !usable(state, lot, state.today)),
    ),
  };
}

export function free(state: State, lot: Lot): number {
  return lot.onHand - reservedIn(state, lot);
}
