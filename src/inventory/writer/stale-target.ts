import type { StockChange } from '../rules/requests.ts';

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
