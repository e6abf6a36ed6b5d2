// Replays for the operator, who gives an id without an organization: the row of the id has the organization, and
// every later statement names it.

import { type OperatorAction, recordAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { replaySince } from './replay-deliveries.ts';
import { replayOne } from './replay-delivery.ts';

/** @throws ApiError when no delivery has this id, or its endpoint is disabled */
export function replayDeliveryById(
  database: Database,
  deliveryId: string,
  action: OperatorAction,
): Promise<void> {
  return database.transaction(async (tx) => {
    const [delivery] = await tx.query(FIND_DELIVERY, [deliveryId]);
    if (delivery === undefined) throw errors.notFound('`delivery` is not the id of a delivery.');
    refuseDisabled(delivery);
    const { organization_id: organizationId, endpoint_id: endpointId } = delivery;
    await replayOne(tx, { organizationId, endpointId, deliveryId });
    await recordAction(tx, { ...action, organizationId, target: `delivery ${deliveryId}` });
  });
}

interface FoundDelivery {
  organization_id: string;
  endpoint_id: string;
  is_disabled: boolean;
}

const FIND_DELIVERY = statement<FoundDelivery>(
  'webhook-whose-delivery',
  `
    select delivery.organization_id, delivery.endpoint_id,
           endpoint.disabled_at is not null as is_disabled
      from webhook_delivery delivery
      join webhook_endpoint endpoint
        on endpoint.id = delivery.endpoint_id and endpoint.organization_id = delivery.organization_id
     where delivery.id = $1::uuid and endpoint.deleted_at is null`,
);

/**
 * @param since ISO 8601
 * @returns how many deliveries that died then or later are delivered again
 * @throws ApiError when no endpoint has this id or it is disabled, ApiError when `since` is no time
 */
export async function replayEndpointById(
  database: Database,
  { endpointId, since: sinceText }: { readonly endpointId: string; readonly since: string },
  action: OperatorAction,
): Promise<number> {
  const [endpoint] = await database.query(FIND_ENDPOINT, [endpointId]);
  if (endpoint === undefined) throw errors.notFound('`endpoint` is not the id of an endpoint.');
  refuseDisabled(endpoint);
  const organizationId = endpoint.organization_id;
  const since = readTimestamp(sinceText, 'since');
  return replaySince(database, { organizationId, endpointId, since }, (tx) =>
    recordAction(tx, { ...action, organizationId, target: `endpoint ${endpointId}` }),
  );
}

const FIND_ENDPOINT = statement<{ organization_id: string; is_disabled: boolean }>(
  'webhook-whose-endpoint',
  `
    select organization_id, disabled_at is not null as is_disabled
      from webhook_endpoint where id = $1::uuid and deleted_at is null`,
);

function refuseDisabled({ is_disabled }: { is_disabled: boolean }): void {
  if (is_disabled)
    throw errors.validationFailed('The endpoint is disabled: nothing is sent to it.');
}
