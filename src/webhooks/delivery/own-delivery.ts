// A delivery of an endpoint that the caller may see, with every attempt.
import type { Answer } from '../../contract.ts';
import { type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';

/** A delivery as its organization sees it. */
export type Delivery = Answer<'listDeliveries'>['body']['data'][number];

export interface DeliveryKey {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

/** The condition of a delivery that ended with an earlier generation of its endpoint, while its row is still pending. */
const IS_OVER = `delivery.status = 'pending' and delivery.era < endpoint.era`;

/**
 * The condition of an `endpoint` that has such deliveries. The least generation (`era`) is one
 * descent of an index, whatever the planner knows.
 */
export const HAS_OVER = `endpoint.era > coalesce((
         select min(era) from webhook_delivery
          where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
            and status = 'pending'), endpoint.era)`;

/** The columns of a `Delivery`, where `delivery` and `endpoint` are the rows. */
export const DELIVERY_COLUMNS = `
  delivery.id, delivery.event_id, delivery.type,
  case when ${IS_OVER} then 'dead' else delivery.status end as status,
  ${timestampText('delivery.created_at')} as created_at,
  case when not (${IS_OVER}) then ${timestampText('delivery.next_attempt_at')}
   end as next_attempt_at,
  coalesce((
    select json_agg(json_build_object(
             'at', ${timestampText('attempt.at')}, 'status', attempt.status,
             'milliseconds', attempt.milliseconds, 'error', attempt.error) order by attempt.number)
      from webhook_attempt attempt
     where attempt.delivery_id = delivery.id and attempt.organization_id = delivery.organization_id
    ), '[]'::json) as attempts`;

/** @throws ApiError 404 when the endpoint has no such delivery */
export async function requireDelivery(
  db: Queryable,
  { organizationId, endpointId, deliveryId }: DeliveryKey,
): Promise<Delivery> {
  const [delivery] = await db.query(FIND, [deliveryId, organizationId, endpointId]);
  if (delivery === undefined) throw errors.notFound('No delivery of this endpoint has this id.');
  return delivery;
}

const FIND = statement<Delivery>(
  'webhook-get-delivery',
  `
    select ${DELIVERY_COLUMNS}
      from webhook_delivery delivery
      join webhook_endpoint endpoint
        on endpoint.id = delivery.endpoint_id and endpoint.organization_id = delivery.organization_id
     where delivery.id = $1::uuid and delivery.organization_id = $2::uuid
       and delivery.endpoint_id = $3::uuid`,
);
