import type { StockChange } from '../rules/requests.ts';

/** The SKU or the location of a change is not what was remembered of it; nothing was written. */
export class TargetMoved extends Error {
  override readonly name = 'TargetMoved';
}

/** What a level's row says of its SKU and its location. */
export interface Target {
  readonly productId: string;
  readonly isDefaultLocation: boolean;
}

/** @throws TargetMoved */
export function refuseMovedTarget({ remembered, naming }: StockChange, target: Target): void {
  if (remembered === undefined) return;
  const isSame =
    target.productId === naming.productId && (!remembered.byDefault || target.isDefaultLocation);
  if (!isSame) throw new TargetMoved('The product of the SKU or the default location changed.');
}
