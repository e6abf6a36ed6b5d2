import { errors } from '../errors.ts';
import type { StoredOrder } from './rows/stored-order.ts';

/**
 * Whether the pharmacy fulfils the order; to every other organization it does not exist here.
 *
 * @throws ApiError 404
 */
export function requireRouted(order: StoredOrder, pharmacyId: string): void {
  const { environment, fulfillment_organization_id: routedTo } = order;
  if (environment === 'live' && routedTo === pharmacyId) return;
  throw errors.notFound('This pharmacy has no order of this id.');
}
