import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call, EventBody } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { envelopeText } from '../events/event.ts';
import { requireDelivery } from './own-delivery.ts';
import { requireEndpoint } from './own-endpoint.ts';

type Test = Extract<EventBody, { type: 'webhook.test' }>;

/** A delivery of an event that stands in no feed. */
export async function testWebhook(
  { path, principal }: Call<'testWebhook'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'testWebhook'>> {
  const { organizationId } = principal;
  const { id: endpointId } = await requireEndpoint(database, principal, path.id);
  const deliveryId = crypto.randomUUID();
  const type: Test['type'] = 'webhook.test';
  const data: Test['data'] = { webhook_id: endpointId };
  await database.query(ADD, [
    deliveryId,
    organizationId,
    endpointId,
    uuidv7(),
    type,
    JSON.stringify(data),
  ]);
  const key = { organizationId, endpointId, deliveryId };
  return { status: 201, body: await requireDelivery(database, key) };
}

const ADD = statement<never>(
  'webhook-add-test',
  `
    insert into webhook_delivery (
      id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
    select $1::uuid, $2::uuid, $3::uuid, event.id, event.type, ${envelopeText('event')}, now(), now()
      from (select $4::uuid as id, $5::text as type, clock_timestamp() as created_at,
                   $6::jsonb as data) event`,
);
