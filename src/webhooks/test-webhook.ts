import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call, EventBody } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { envelopeText } from '../events/event.ts';
import { requireDelivery } from './own-delivery.ts';
import { disabledEndpoint, requireEnabledEndpoint } from './own-endpoint.ts';

type Test = Extract<EventBody, { type: 'webhook.test' }>;

/** A delivery of an event that stands in no feed. */
export async function testWebhook(
  { path, principal }: Call<'testWebhook'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'testWebhook'>> {
  const { organizationId } = principal;
  const { id: endpointId } = await requireEnabledEndpoint(database, principal, path.id);
  const deliveryId = crypto.randomUUID();
  const type: Test['type'] = 'webhook.test';
  const data: Test['data'] = { webhook_id: endpointId };
  const [added] = await database.query(ADD, [
    deliveryId,
    organizationId,
    endpointId,
    uuidv7(),
    type,
    JSON.stringify(data),
  ]);
  if (added === undefined) throw disabledEndpoint();
  const key = { organizationId, endpointId, deliveryId };
  return { status: 201, body: await requireDelivery(database, key) };
}

/** Nothing where the endpoint was disabled or deleted meanwhile. */
const ADD = statement<{ id: string }>(
  'webhook-add-test',
  `
    insert into webhook_delivery (
      id, organization_id, endpoint_id, era, event_id, type, payload, created_at, next_attempt_at)
    select $1::uuid, $2::uuid, $3::uuid, endpoint.era, event.id, event.type, ${envelopeText('event')},
           now(), now()
      from webhook_endpoint endpoint,
           (select $4::uuid as id, $5::text as type, clock_timestamp() as created_at,
                   $6::jsonb as data) event
     where endpoint.id = $3::uuid and endpoint.organization_id = $2::uuid
       and endpoint.disabled_at is null and endpoint.deleted_at is null
    returning id`,
);
