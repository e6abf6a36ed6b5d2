/** Lots that somebody has seen, by `lot of SKU at place`. */
export type SeenLots = Map<string, { id: string; onHand: number }>;

/** What somebody has seen, and what is known of before: the ids of products, by the SKU that has named them. */
export interface Seen {
  readonly lots: SeenLots;
  readonly products: Readonly<Record<string, string>>;
}
