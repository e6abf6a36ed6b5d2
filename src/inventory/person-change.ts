// What a person does with stock and the API deliberately cannot (reference: rule 4).
import { ApiError } from '../errors.ts';
import { newMovement } from './rules/new-movement.ts';
import type { Naming, StockChange, StockRequest } from './rules/requests.ts';
import type { LevelKey } from './rules/stock.ts';

/** A lot number at one location. */
export interface LotAtLocation extends LevelKey {
  readonly lotNumber: string;
  readonly naming: Naming;
}

/** @param reason becomes the note of the movement */
export function personChange<Request extends StockRequest>(
  { skuId, locationId, organizationId, naming }: Omit<LotAtLocation, 'lotNumber'>,
  request: Request,
  reason: string | null = null,
): StockChange<Request> {
  return {
    level: { skuId, locationId, organizationId },
    naming,
    request,
    movement: newMovement({ actor: 'operator', note: reason }),
  };
}

/** Whether a level could not be had, so that the same may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}
