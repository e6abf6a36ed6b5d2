// Replays for the operator, who says which and not whose: the row of the id tells the organization, and
// from there on it is named.
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { readTimestamp } from '../paging.ts';
import { replaySince } from './replay-deliveries.ts';
import { replayOne } from './replay-delivery.ts';

/** @throws OperatorError when no delivery has this id */
export async function replayDeliveryById(db: Queryable, deliveryId: string): Promise<void> {
  const [delivery] = await db.query(FIND_DELIVERY, [deliveryId]);
  if (delivery === undefined) throw new OperatorError('--delivery names no delivery.');
  await replayOne(db, {
    organizationId: delivery.organization_id,
    endpointId: delivery.endpoint_id,
    deliveryId,
  });
}

const FIND_DELIVERY = statement<{ organization_id: string; endpoint_id: string }>(
  'webhook-whose-delivery',
  'select organization_id, endpoint_id from webhook_delivery where id = $1::uuid',
);

/**
 * @param since ISO 8601
 * @returns how many deliveries that died then or later are pending again
 * @throws OperatorError when no endpoint has this id, ApiError when `since` is no time
 */
export async function replayEndpointById(
  db: Queryable,
  { endpointId, since }: { readonly endpointId: string; readonly since: string },
): Promise<number> {
  const [endpoint] = await db.query(FIND_ENDPOINT, [endpointId]);
  if (endpoint === undefined) throw new OperatorError('--endpoint names no endpoint.');
  return replaySince(db, {
    organizationId: endpoint.organization_id,
    endpointId,
    since: readTimestamp(since, '--since'),
  });
}

const FIND_ENDPOINT = statement<{ organization_id: string }>(
  'webhook-whose-endpoint',
  'select organization_id from webhook_endpoint where id = $1::uuid',
);
