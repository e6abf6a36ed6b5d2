import { EVENT_EXAMPLES } from '../../../generated/contract.ts';
import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call, EventBody } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { envelopeColumns } from '../../events/event.ts';
import { newId } from '../../lib/random.ts';
import { disabledEndpoint, requireEnabledEndpoint } from '../endpoints/own-endpoint.ts';
import { requireDelivery } from './own-delivery.ts';

type Test = Extract<EventBody, { type: 'webhook.test' }>;

/** A delivery of an event that is in no feed. */
export async function testWebhook(
  { path, body: asked, principal }: Call<'testWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'testWebhook'>> {
  const { organizationId } = principal;
  const type = asked?.type ?? 'webhook.test';
  // The transaction keeps workers from trying it before the answer is read.
  const body = await database.transaction(async (tx) => {
    const { id: endpointId } = await requireEnabledEndpoint(tx, principal, path.id);
    const deliveryId = crypto.randomUUID();
    const own: Test['data'] = { webhook_id: endpointId };
    const data = type === 'webhook.test' ? own : EVENT_EXAMPLES[type];
    const values = [deliveryId, organizationId, endpointId, newId(), type, JSON.stringify(data)];
    const [added] = await tx.query(ADD, values);
    if (added === undefined) throw disabledEndpoint();
    const target = `endpoint ${endpointId}`;
    await recordPersons(tx, principal, { command: 'testWebhook', target, typed: { type } });
    return requireDelivery(tx, { organizationId, endpointId, deliveryId });
  });
  return { status: 201, body };
}

/** Adds nothing where the endpoint was disabled or deleted meanwhile. A later disabling waits, and ends this one too. */
const ADD = statement<{ id: string }>(
  'webhook-add-test',
  `
    insert into webhook_delivery (
      id, organization_id, endpoint_id, era, event_id, type, payload, created_at, next_attempt_at,
      is_queued)
    select $1::uuid, $2::uuid, $3::uuid, endpoint.era, event.id, event.type,
           (select row_to_json(envelope)::text
              from (select ${envelopeColumns('event')}, true as is_test) envelope),
           now(), now(), true
      from webhook_endpoint endpoint,
           (select $4::uuid as id, $5::text as type, clock_timestamp() as created_at,
                   $6::json as data) event
     where endpoint.id = $3::uuid and endpoint.organization_id = $2::uuid
       and endpoint.disabled_at is null and endpoint.deleted_at is null
       for share of endpoint
    returning id`,
);
