// What is read in pages, of the past and of the catalog, and how movements name their product.

/** How a movement names its product and its lot, where not as the model has them. */
export type Naming =
  /** By the product's id, which is enough where the product has one SKU. */
  | { readonly by: 'product' }
  /** By a GS1 code with the GTIN, with the lot and the date that the command has, or a date to compare. */
  | { readonly by: 'code'; readonly expiry?: string };

/** One page of a list: the rows behind a position, `limit` of them at most. */
interface Paged<Position> {
  readonly after?: Position;
  readonly limit: number;
  /** The cursor by which the service names the position. */
  readonly cursor?: string;
}

/** The position of an entry: its time, and its number among all entries. */
export type EntryPosition = readonly [createdAt: string, seq: string];

/** When an entry came to a SKU. */
export interface EntryTime {
  readonly sku: string;
  /** Timestamp text. */
  readonly at: string;
}

export type ListAsk =
  | {
      readonly kind: 'as_of';
      readonly sku: string;
      /** Timestamp text. */
      readonly asOf: string;
      /** It was so long ago that no movement of the API changes it any more. */
      readonly isFinal?: boolean;
    }
  | (Paged<readonly [sku: string, at: string]> & {
      readonly kind: 'levels';
      readonly sku?: string;
      readonly at?: string;
      readonly product?: string;
      readonly low?: boolean;
    })
  | (Paged<readonly [expiry: string, id: string]> & {
      readonly kind: 'lot_list';
      readonly sku?: string;
      readonly at?: string;
      readonly lot?: string;
      readonly status?: 'released' | 'quarantine';
      readonly expiringBefore?: string;
      readonly inStock?: boolean;
    })
  | (Paged<EntryPosition> & {
      readonly kind: 'transactions';
      readonly sku: string;
      readonly at?: string;
      /** Limits the entries to this lot; stands together with `at`. */
      readonly lot?: string;
      readonly type?: string;
      readonly order?: string;
      /** Timestamp text; of what is older the checker has forgotten most. */
      readonly from: string;
      readonly to?: string;
    })
  | (Paged<EntryPosition> & {
      readonly kind: 'trace';
      readonly sku: string;
      readonly at: string;
      readonly lot: string;
      readonly everywhere?: boolean;
    })
  | (Paged<string> & { readonly kind: 'skus'; readonly product?: string })
  | (Paged<string> & { readonly kind: 'locations' })
  | {
      readonly kind: 'scan';
      /** Which it names. */
      readonly sku: string;
      readonly code: string;
      /** What else it carries. */
      readonly lot?: string;
      readonly expiry?: string;
    };
