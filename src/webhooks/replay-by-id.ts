// Replays for the operator, who says which and not whose: the row of the id tells the organization, and
// from there on it is named.
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { type OperatorAction, recordAction } from '../operator-actions.ts';
import { readTimestamp } from '../paging.ts';
import { replaySince } from './replay-deliveries.ts';
import { replayOne } from './replay-delivery.ts';

/** @throws OperatorError when no delivery has this id */
export function replayDeliveryById(
  database: Database,
  deliveryId: string,
  action: OperatorAction,
): Promise<void> {
  return database.transaction(async (tx) => {
    const [delivery] = await tx.query(FIND_DELIVERY, [deliveryId]);
    if (delivery === undefined) throw new OperatorError('--delivery names no delivery.');
    const { organization_id: organizationId, endpoint_id: endpointId } = delivery;
    await replayOne(tx, { organizationId, endpointId, deliveryId });
    await recordAction(tx, { ...action, organizationId, target: `delivery ${deliveryId}` });
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
export function replayEndpointById(
  database: Database,
  { endpointId, since: sinceText }: { readonly endpointId: string; readonly since: string },
  action: OperatorAction,
): Promise<number> {
  return database.transaction(async (tx) => {
    const [endpoint] = await tx.query(FIND_ENDPOINT, [endpointId]);
    if (endpoint === undefined) throw new OperatorError('--endpoint names no endpoint.');
    const organizationId = endpoint.organization_id;
    const since = readTimestamp(sinceText, '--since');
    const replayed = await replaySince(tx, { organizationId, endpointId, since });
    await recordAction(tx, { ...action, organizationId, target: `endpoint ${endpointId}` });
    return replayed;
  });
}

const FIND_ENDPOINT = statement<{ organization_id: string }>(
  'webhook-whose-endpoint',
  'select organization_id from webhook_endpoint where id = $1::uuid',
);
