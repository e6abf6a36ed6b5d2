// Finds which SKU and location a request means, and what was posted before with its key. This is read before the
// stock writer, in batches, since these facts hold while a movement waits: SKUs and locations are never deleted.
import type { Database } from '../../database/database.ts';
import { CONFIRM_FOUND } from '../../database/standby.ts';
import { statement } from '../../database/statement.ts';
import { type ApiError, errors } from '../../errors.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import { isPlainName } from '../../lib/names.ts';
import { batched } from '../../queues/batcher.ts';
import { resolveCode, type Said, type ScanResult } from '../../scan/resolve-scan.ts';
import type { StockChange } from '../rules/requests.ts';
import {
  type EarlierMovement,
  type EarlierRow,
  selectEarlier,
  toEarlier,
} from './earlier-movements.ts';
import { withStoredNames } from './stored-names.ts';

export interface SkuAtLocationQuery {
  readonly organizationId: string;
  readonly keyed?: KeyedRequest | undefined;
  readonly skuCode: string | null;
  readonly productId: string | null;
  /** Null means the default location. */
  readonly location: string | null;
  /** The result of a scanned code, if one was sent. */
  readonly scan?: ScanResult | undefined;
  /** Whether the operation knows scanned codes. */
  readonly mayScan: boolean;
}

interface SkuAtLocationFacts {
  /** A movement that was posted before with the key of the query. */
  readonly earlier: EarlierMovement | null;
  readonly skuByCode: { id: string; skuCode: string; productId: string } | null;
  readonly productKnown: boolean;
  /** SKUs of the product, two at most: the second only shows that there are several. */
  readonly skusByProduct: readonly { id: string; skuCode: string }[];
  readonly location: { id: string; name: string } | null;
  /** Whether there ever was stock of that SKU there. */
  readonly hasLevel: boolean;
  /** Set where the facts come from the cache: nothing was looked up, the key neither. */
  readonly isCached?: true;
}

export interface SkuAtLocation {
  readonly sku: { id: string; skuCode: string; productId: string };
  readonly location: { id: string; name: string };
  readonly hasLevel: boolean;
}

const QUERIES_MAX = 128;
const IN_FLIGHT_MAX = 2;
const WAITING_MAX = 10_000;

export type SkuAtLocationFinder = (query: SkuAtLocationQuery) => Promise<SkuAtLocationFacts>;

export function skuAtLocationFinder(database: Database): SkuAtLocationFinder {
  const find = exactFinder(database);
  return async (query) => {
    const facts = await find(query);
    const isFound = facts.skuByCode !== null && facts.location !== null;
    if (facts.earlier !== null || isFound) return facts;
    const { organizationId, skuCode, location } = query;
    if (isPlainName(skuCode ?? undefined) && isPlainName(location ?? undefined)) return facts;
    // The names are written otherwise than they are stored, or unknown.
    const stored = await withStoredNames(database, organizationId, {
      sku_code: skuCode ?? undefined,
      location: location ?? undefined,
    });
    return find({ ...query, skuCode: stored.sku_code ?? null, location: stored.location ?? null });
  };
}

function exactFinder(database: Database): SkuAtLocationFinder {
  return batched<SkuAtLocationQuery, SkuAtLocationFacts>(
    async (queries) => {
      const asked = queries.map((query, index) => ({
        ordinal: index,
        organization_id: query.organizationId,
        idempotency_key: query.keyed?.key ?? null,
        operation: query.keyed?.operation ?? null,
        sku_code: query.skuCode ?? query.scan?.sku_code ?? null,
        product_id: query.productId,
        location: query.location,
      }));
      const rows = await database.query(FIND_SKUS_AT_LOCATIONS, [JSON.stringify(asked)]);
      // The stock writer finds an earlier movement under its locks; its commit confirms that at the standby.
      if (rows.some(({ earlier }) => earlier !== null)) await database.query(CONFIRM_FOUND, []);
      return rows.map(toFacts);
    },
    {
      queue: 'sku_lookup',
      itemsMax: QUERIES_MAX,
      inFlightMax: IN_FLIGHT_MAX,
      waitingMax: WAITING_MAX,
    },
  );
}

function toFacts(row: FactsRow): SkuAtLocationFacts {
  const { sku_id, sku_code, sku_product_id, location_id, location_name } = row;
  return {
    earlier: row.earlier && toEarlier(row.earlier),
    skuByCode:
      sku_id === null || sku_code === null || sku_product_id === null
        ? null
        : { id: sku_id, skuCode: sku_code, productId: sku_product_id },
    productKnown: row.product_known,
    skusByProduct: row.product_skus ?? [],
    location:
      location_id === null || location_name === null
        ? null
        : { id: location_id, name: location_name },
    hasLevel: row.has_level,
  };
}

interface FactsRow {
  earlier: EarlierRow | null;
  sku_id: string | null;
  sku_code: string | null;
  sku_product_id: string | null;
  product_known: boolean;
  product_skus: { id: string; skuCode: string }[] | null;
  location_id: string | null;
  location_name: string | null;
  has_level: boolean;
}

const FIND_SKUS_AT_LOCATIONS = statement<FactsRow>(
  'find-skus-at-locations',
  `select earlier.found as earlier,
          by_code.id as sku_id, by_code.sku_code, by_code.product_id as sku_product_id,
          (select true from product
            where product.id = asked.product_id and product.organization_id = asked.organization_id
            limit 1) is not null as product_known,
          by_product.skus as product_skus,
          there.id as location_id, there.name as location_name,
          level.found is not null as has_level
     from json_to_recordset($1::json) as asked (
            ordinal int, organization_id uuid, idempotency_key text, operation text, sku_code text,
            product_id uuid, location text)
     left join lateral (${selectEarlier('asked')}) earlier on true
     left join lateral (
            select id, sku_code, product_id from sku
             where sku.organization_id = asked.organization_id and sku.sku_code = asked.sku_code
             limit 1
          ) by_code on true
     left join lateral (
            select json_agg(json_build_object('id', two.id, 'skuCode', two.sku_code)) as skus,
                   (array_agg(two.id))[1] as first_id
              from (select id, sku_code from sku
                     where sku.product_id = asked.product_id
                       and sku.organization_id = asked.organization_id
                     limit 2) two
          ) by_product on asked.product_id is not null
     left join lateral (
            (select id, name from location
              where asked.location is not null
                and location.organization_id = asked.organization_id and location.name = asked.location
              limit 1)
            union all
            (select id, name from location
              where asked.location is null
                and location.organization_id = asked.organization_id and location.is_default
              limit 1)
          ) there on true
     left join lateral (
            select true as found from stock_level
             where stock_level.sku_id = coalesce(by_code.id, by_product.first_id)
               and stock_level.location_id = there.id
               and stock_level.organization_id = asked.organization_id
             limit 1
          ) level on true
    order by asked.ordinal`,
);

/** Makes a refusal of a field and what is wrong with it, which make a sentence together. */
export type Violation = (field: 'sku_code' | 'scanned_code', problem: string) => ApiError;

const invalidMovement: Violation = (field, problem) =>
  errors.invalidMovement(`${field} ${problem}.`);

/**
 * @param refusal makes the refusal of a product that is not named, or not clearly
 * @throws ApiError when the product or the location is unknown, or the two names of the product differ
 */
export function requireSkuAtLocation(
  query: SkuAtLocationQuery,
  facts: SkuAtLocationFacts,
  refusal: Violation = invalidMovement,
): SkuAtLocation {
  const sku = requireSku(query, facts, refusal);
  if (facts.location === null) {
    throw errors.locationNotFound(
      query.location === null
        ? 'The organization has no default location: name one.'
        : 'No location of this organization has this name.',
    );
  }
  return { sku, location: facts.location, hasLevel: facts.hasLevel };
}

function requireSku(
  query: SkuAtLocationQuery,
  facts: SkuAtLocationFacts,
  refusal: Violation,
): SkuAtLocation['sku'] {
  const { skuCode, productId, scan } = query;
  if (skuCode === null && productId === null && scan === undefined) {
    throw refusal('sku_code', `or product_id${orScannedCode(query)} is required`);
  }
  if (skuCode !== null && facts.skuByCode === null) {
    throw errors.productNotFound('No SKU of this organization has this sku_code.');
  }
  if (productId !== null && !facts.productKnown) {
    throw errors.productNotFound('No product of this organization has this product_id.');
  }
  if (scan !== undefined && scan.product_id === undefined) {
    throw errors.productNotFound('scanned_code does not match a product of this organization.');
  }
  if (scan !== undefined) refuseOtherProduct(query, scan, refusal);
  if (facts.skuByCode !== null) {
    if (productId !== null && facts.skuByCode.productId !== productId.toLowerCase()) {
      throw refusal('sku_code', 'names another product than product_id');
    }
    return facts.skuByCode;
  }
  const [only, another] = facts.skusByProduct;
  if (only === undefined)
    throw errors.productNotFound('No SKU of this organization stocks this product.');
  if (another !== undefined) {
    throw refusal('sku_code', 'is required: several SKUs stock this product');
  }
  return { ...only, productId: (productId as string).toLowerCase() };
}

function orScannedCode({ mayScan }: SkuAtLocationQuery): string {
  return mayScan ? ' or scanned_code' : '';
}

function refuseOtherProduct(
  { skuCode, productId }: SkuAtLocationQuery,
  scan: ScanResult,
  refusal: Violation,
): void {
  if (skuCode !== null && scan.sku_code !== skuCode) {
    throw refusal('scanned_code', 'names another product than sku_code');
  }
  if (productId !== null && scan.product_id !== productId.toLowerCase()) {
    throw refusal('scanned_code', 'names another product than product_id');
  }
  if (scan.sku_code === undefined) {
    throw refusal('sku_code', 'is required: several SKUs share the scanned code');
  }
}

type ScanningBody = Said & { readonly scanned_code?: string };

/** @returns the result of a body's scanned code; undefined where there is none */
export async function scanOf(
  database: Database,
  organizationId: string,
  said: ScanningBody,
): Promise<ScanResult | undefined> {
  const code = said.scanned_code;
  return code === undefined ? undefined : resolveCode(database, { organizationId, code, said });
}

/** @throws ApiError when the body names another lot or expiry date than the code */
export function refuseOtherThanScanned(body: ScanningBody, scan: ScanResult | undefined): void {
  for (const field of ['lot_number', 'expiry_date'] as const) {
    const own = body[field];
    const scanned = scan?.[field];
    if (own !== undefined && scanned !== undefined && own !== scanned) {
      throw errors.invalidMovement(`scanned_code carries another ${field} than the body.`);
    }
  }
}

/** @throws ApiError where a draw relies on a label whose expiry date, or without a lot any part, could not be read */
export function refuseUnreadLabel(body: ScanningBody, scan: ScanResult | undefined): void {
  if (body.lot_number !== undefined) return;
  const unread = scan?.unresolved?.find(
    ({ field }) => scan.lot_number === undefined || field === 'expiry_date',
  );
  if (unread === undefined) return;
  const part = unread.field === 'code' ? 'A part' : `The ${unread.field}`;
  throw errors.lotRequired(
    `${part} of scanned_code could not be read (${unread.reason}): send lot_number, as the package shows it.`,
  );
}

// Caches SKUs and locations that were looked up before, so that a change of stock goes straight to the stock writer.
//
// The rule for what may change: SKUs, locations and levels are never deleted, and nothing in the service renames a SKU
// or a location: an import finds its rows by their names, so another name is another row. An owner's SQL may rename
// one, since the foreign keys cascade; until they restart, processes then take the old name too. A SKU may come to
// belong to another product, and another location may become the default one; the stock writer reads both under the level's lock
// anyway, and throws StaleTarget where a cached entry is stale. So no process has to notify another.

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
