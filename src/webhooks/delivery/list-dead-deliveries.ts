import { type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';

const DEAD_MAX = 1_000;

interface DeadDelivery {
  id: string;
  endpoint_id: string;
  url: string;
  event_id: string;
  type: string;
  attempts: number;
  finished_at: string;
}

/** Dead letters of an organization, the first to die first. */
export async function listDeadDeliveries(
  db: Queryable,
  organizationId: string,
): Promise<DeadDelivery[]> {
  return db.query(LIST_DEAD, [organizationId, DEAD_MAX]);
}

const LIST_DEAD = statement<DeadDelivery>(
  'webhook-list-dead',
  `
    select delivery.id, endpoint.id as endpoint_id, endpoint.url, delivery.event_id, delivery.type,
           delivery.attempts, ${timestampText('delivery.finished_at')} as finished_at
      from webhook_endpoint endpoint
     cross join lateral (
           select id, event_id, type, attempts, finished_at
             from webhook_delivery
            where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
              and status = 'dead' and finished_at is not null
            order by finished_at
            limit $2::int) delivery
     where endpoint.organization_id = $1::uuid and endpoint.deleted_at is null
     order by delivery.finished_at, delivery.id
     limit $2::int`,
);
