import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call } from '../../contract.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { requireEnabledEndpoint } from '../endpoints/own-endpoint.ts';
import { type DeliveryKey, requireDelivery } from './own-delivery.ts';

export async function replayDelivery(
  { path, principal }: Call<'replayDelivery'>,
  { database }: { readonly database: Database },
): Promise<Answer<'replayDelivery'>> {
  const { organizationId } = principal;
  // The transaction keeps workers from trying it again before the answer is read.
  const body = await database.transaction(async (tx) => {
    const { id: endpointId } = await requireEnabledEndpoint(tx, principal, path.id);
    const key = { organizationId, endpointId, deliveryId: path.delivery_id };
    await replayOne(tx, key);
    const delivery = await requireDelivery(tx, key);
    const target = `delivery ${delivery.id}`;
    await recordPersons(tx, principal, { command: 'replayDelivery', target });
    return delivery;
  });
  return { status: 200, body };
}

/** Starts all tries over, with the same id and bytes. A delivery that is pending stays as it is. */
export async function replayOne(
  db: Queryable,
  { organizationId, endpointId, deliveryId }: DeliveryKey,
): Promise<void> {
  await db.query(REPLAY_ONE, [deliveryId, organizationId, endpointId]);
}

/** The columns that a replay resets, next to the generation (`era`) and the time of the next try. */
export const RESTARTED = `status = 'pending', attempts = 0, leased_until = null, finished_at = null,
           expires_at = default`;

/** Locks the endpoint: a request that disables it meanwhile waits, and ends this delivery too. */
const REPLAY_ONE = statement<never>(
  'webhook-replay-one',
  `
    with endpoint as (
      select id, organization_id, era from webhook_endpoint
       where id = $3::uuid and organization_id = $2::uuid
         and disabled_at is null and deleted_at is null
         for share
    )
    update webhook_delivery delivery
       set ${RESTARTED}, era = endpoint.era, next_attempt_at = now(), is_queued = true
      from endpoint
     where delivery.id = $1::uuid and delivery.organization_id = $2::uuid
       and delivery.endpoint_id = endpoint.id
       and (delivery.status <> 'pending' or delivery.era < endpoint.era)`,
);
