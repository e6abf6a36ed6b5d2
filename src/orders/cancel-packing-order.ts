import { personAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { cancelOrder } from './cancel-order.ts';
import { requireRouted } from './require-routed.ts';

/**
 * Cancels an order that the pharmacy fulfils, and releases all that it holds.
 *
 * @throws ApiError 404 when the pharmacy has no such order; 400 when it cannot be cancelled any more
 */
export async function cancelPackingOrder(
  { path, header, body: { reason }, principal }: PersonCall<'cancelPackingOrder'>,
  { database }: { readonly database: Database },
): Promise<Answer<'cancelPackingOrder'>> {
  const { order, released, idempotent } = await cancelOrder(database, path.id, {
    action: personAction({ principal, command: 'cancelPackingOrder', reason }),
    key: header['Idempotency-Key'],
    require: (locked) => requireRouted(locked, principal.organizationId),
  });
  const { id, order_number, status } = order;
  return { status: 200, body: { id, order_number, status, released, idempotent } };
}
