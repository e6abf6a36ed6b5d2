// SKUs and locations that were looked up before, so that a change of stock goes straight to the door.
//
// The rule for what may change: SKUs, locations and levels are never deleted, and their codes and names stay.
// A SKU may come to belong to another product, and another location may become the default one; the door reads
// both under the level's lock anyway, and throws StaleTarget where what was remembered no longer holds. So no
// process needs to be told of anything.
import { StaleTarget } from '../writer/remembered.ts';
import type {
  SkuAtLocationFacts,
  SkuAtLocationFinder,
  SkuAtLocationQuery,
} from './find-sku-at-location.ts';

/** About 500 bytes each. */
const REMEMBERED_MAX = 20_000;

export class TargetCache {
  readonly #find: SkuAtLocationFinder;
  /** Oldest first. */
  readonly #remembered = new Map<string, SkuAtLocationFacts>();

  constructor(find: SkuAtLocationFinder) {
    this.#find = find;
  }

  /** Runs `work` with a finder that may remember, and again with one that looks where the door finds it wrong. */
  async with<Result>(work: (find: SkuAtLocationFinder) => Promise<Result>): Promise<Result> {
    try {
      return await work((query) => this.#recall(query));
    } catch (error) {
      if (!(error instanceof StaleTarget)) throw error;
      return work((query) => this.#look(query));
    }
  }

  async #recall(query: SkuAtLocationQuery): Promise<SkuAtLocationFacts> {
    const name = nameOf(query);
    const known = name === undefined ? undefined : this.#remembered.get(name);
    return known ?? this.#look(query);
  }

  async #look(query: SkuAtLocationQuery): Promise<SkuAtLocationFacts> {
    const facts = await this.#find(query);
    const name = nameOf(query);
    if (name === undefined || facts.skuByCode === null || !facts.hasLevel) return facts;
    this.#remembered.delete(name);
    this.#remembered.set(name, { ...facts, earlier: null, isCached: true });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_MAX && oldest !== undefined) {
      this.#remembered.delete(oldest);
    }
    return facts;
  }
}

/** Only what names its SKU by the code alone. No text of a request contains NUL. */
function nameOf(query: SkuAtLocationQuery): string | undefined {
  const { organizationId, skuCode, productId, location, scan } = query;
  if (skuCode === null || productId !== null || scan !== undefined) return undefined;
  return [organizationId, skuCode, ...(location === null ? [] : [location])].join('\0');
}
