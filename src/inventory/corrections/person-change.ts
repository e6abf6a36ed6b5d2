// The changes of stock that a person makes and the API deliberately cannot (reference: rule 4).

import { type ActionRecord, actorOf } from '../../audit/operator-actions.ts';
import { ApiError } from '../../errors.ts';
import type { KeyedRequest } from '../../idempotency/idempotency.ts';
import { newMovement } from '../rules/new-movement.ts';
import type { LotAtLocation, StockChange, StockRequest } from '../rules/requests.ts';

/**
 * @param by the operator's action, or the worker, which runs the sweep by itself
 * @param reason becomes the note of the movement
 * @param poNumber the purchase order of a receipt
 * @param keyed the key of the command, if it came with one
 */
export function personChange<Request extends StockRequest>(
  { skuId, locationId, organizationId, naming }: Omit<LotAtLocation, 'lotNumber'>,
  request: Request,
  {
    by,
    reason,
    poNumber,
    keyed,
  }: {
    by: ActionRecord | 'worker';
    reason?: string | undefined;
    poNumber?: string | undefined;
    keyed?: KeyedRequest | undefined;
  },
): StockChange<Request> {
  return {
    level: { skuId, locationId, organizationId },
    naming,
    request,
    movement: newMovement({ actor: by === 'worker' ? by : actorOf(by), poNumber, note: reason }),
    ...(by !== 'worker' && { action: by }),
    ...(keyed !== undefined && { keyed }),
  };
}

/** The name of a lot in an operator's action. */
export function targetOf(
  { lotNumber, naming }: LotAtLocation,
  { everywhere = false } = {},
): string {
  return `lot ${lotNumber} of ${naming.skuCode} ${everywhere ? 'everywhere' : `at ${naming.location}`}`;
}

/** Whether a level could not be locked in time, so that the same may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}
