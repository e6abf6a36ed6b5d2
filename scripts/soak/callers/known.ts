/** Lots that somebody has seen, by `lot of SKU at place`. */
export type KnownLots = Map<string, { id: string; onHand: number }>;

/** What somebody has seen, and what is known of before: the ids of products, by the SKU that has named them. */
export interface Known {
  readonly lots: KnownLots;
  readonly products: Readonly<Record<string, string>>;
}
