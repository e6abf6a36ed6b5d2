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
  // In a transaction, so that no worker has tried it again yet when it is told.
  const body = await database.transaction(async (tx) => {
    const { id: endpointId } = await requireEnabledEndpoint(tx, principal, path.id);
    const key = { organizationId, endpointId, deliveryId: path.delivery_id };
    await replayOne(tx, key);
    return requireDelivery(tx, key);
  });
  return { status: 200, body };
}

/** Through all tries anew, with the same id and bytes. One that is pending stays as it is. */
export async function replayOne(
  db: Queryable,
  { organizationId, endpointId, deliveryId }: DeliveryKey,
): Promise<void> {
  await db.query(REPLAY_ONE, [deliveryId, organizationId, endpointId]);
}

/** What a replay sets, beside the era and when it is tried next. */
export const ANEW = `status = 'pending', attempts = 0, leased_until = null, finished_at = null,
           expires_at = default`;

/** Who disables the endpoint meanwhile waits, and ends this one too. */
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
       set ${ANEW}, era = endpoint.era, next_attempt_at = now(), is_queued = true
      from endpoint
     where delivery.id = $1::uuid and delivery.organization_id = $2::uuid
       and delivery.endpoint_id = endpoint.id
       and (delivery.status <> 'pending' or delivery.era < endpoint.era)`,
);
