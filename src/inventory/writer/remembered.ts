import type { StockChange } from '../rules/requests.ts';

/** The SKU or the location of a change is not what was remembered of it; nothing was written. */
export class StaleTarget extends Error {
  override readonly name = 'StaleTarget';
}

/** What a level's row says of its SKU and its location. */
export interface Target {
  readonly productId: string;
  readonly isDefaultLocation: boolean;
}

/** @throws StaleTarget */
export function refuseMovedTarget({ remembered, naming }: StockChange, target: Target): void {
  if (remembered === undefined) return;
  const isSame =
    target.productId === naming.productId && (!remembered.byDefault || target.isDefaultLocation);
  if (!isSame) throw new StaleTarget('The product of the SKU or the default location changed.');
}
