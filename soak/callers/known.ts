/** Lots that a response has shown, by `lot of SKU at location`. */
export type KnownLots = Map<string, { id: string; onHand: number }>;

/** What callers know: the lots that responses have shown, and the ids of products by their SKU. */
export interface Known {
  readonly lots: KnownLots;
  readonly products: Readonly<Record<string, string>>;
}
