/** Random numbers, the same for the same seed. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to `end`, without it; mulberry32. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** One of those that have a weight, the more the likelier. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let left = this.below(items.reduce((total, { weight }) => total + weight, 0));
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    throw new Error('No weight is left.');
  }

  /** A source of its own for somebody. */
  split(): Draw {
    return new Draw(this.below(2 ** 32));
  }
}
