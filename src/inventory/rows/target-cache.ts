// Caches SKUs and locations that were looked up before, so that a change of stock goes straight to the stock writer.
//
// The rule for what may change: SKUs, locations and levels are never deleted, and nothing in the service renames a SKU
// or a location: an import finds its rows by their names, so another name is another row. An owner's SQL may rename
// one, since the foreign keys cascade; until they restart, processes then take the old name too. A SKU may come to
// belong to another product, and another location may become the default one; the stock writer reads both under the level's lock
// anyway, and throws StaleTarget where a cached entry is stale. So no process has to notify another.
import type { StockChange } from '../rules/requests.ts';
import type {
  SkuAtLocationFacts,
  SkuAtLocationFinder,
  SkuAtLocationQuery,
} from './find-sku-at-location.ts';

/** Each entry takes about 500 bytes. */
const CACHED_MAX = 20_000;

export class TargetCache {
  readonly #find: SkuAtLocationFinder;
  /** The oldest entry is first. */
  readonly #cached = new Map<string, SkuAtLocationFacts>();

  constructor(find: SkuAtLocationFinder) {
    this.#find = find;
  }

  /** Runs `work` with a finder that reads the cache, and again with one that does not, where an entry was stale. */
  async with<Result>(work: (find: SkuAtLocationFinder) => Promise<Result>): Promise<Result> {
    try {
      return await work((query) => this.#fromCache(query));
    } catch (error) {
      if (!(error instanceof StaleTarget)) throw error;
      return work((query) => this.#lookUp(query));
    }
  }

  async #fromCache(query: SkuAtLocationQuery): Promise<SkuAtLocationFacts> {
    const name = nameOf(query);
    const known = name === undefined ? undefined : this.#cached.get(name);
    return known ?? this.#lookUp(query);
  }

  async #lookUp(query: SkuAtLocationQuery): Promise<SkuAtLocationFacts> {
    const facts = await this.#find(query);
    const name = nameOf(query);
    if (name === undefined || facts.skuByCode === null || !facts.hasLevel) return facts;
    this.#cached.delete(name);
    this.#cached.set(name, { ...facts, earlier: null, isCached: true });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > CACHED_MAX && oldest !== undefined) {
      this.#cached.delete(oldest);
    }
    return facts;
  }
}

/** @returns undefined for a query that is not cached, since it names more than a code. No text contains NUL. */
function nameOf(query: SkuAtLocationQuery): string | undefined {
  const { organizationId, skuCode, productId, location, scan } = query;
  if (skuCode === null || productId !== null || scan !== undefined) return undefined;
  return [organizationId, skuCode, ...(location === null ? [] : [location])].join('\0');
}

/** The cached SKU or location of a change is stale; nothing was written. */
export class StaleTarget extends Error {
  override readonly name = 'StaleTarget';
}

/** The SKU's product and the location's role, as a level reads them. */
export interface Target {
  readonly productId: string;
  readonly isDefaultLocation: boolean;
}

/** @throws StaleTarget where the change relies on a cached entry that no longer holds */
export function refuseStaleTarget({ cached, naming }: StockChange, target: Target): void {
  if (cached === undefined) return;
  const isSame =
    target.productId === naming.productId && (!cached.byDefault || target.isDefaultLocation);
  if (!isSame) throw new StaleTarget('The product of the SKU or the default location changed.');
}
