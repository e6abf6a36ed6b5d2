import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Claimed } from './claim-deliveries.ts';

/** Releases deliveries that were claimed and not tried to the end: they are due at once, for any worker. */
export async function releaseDeliveries(db: Queryable, claimed: readonly Claimed[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.query(RELEASE, [
    JSON.stringify(
      claimed.map(({ id, organization_id, attempt_number }) => ({
        id,
        organization_id,
        attempt_number,
      })),
    ),
  ]);
}

/** Leaves a delivery that another worker has claimed since. */
const RELEASE = statement<never>(
  'webhook-release',
  `
    with claimed as (
      select delivery.id, delivery.organization_id
        from json_to_recordset($1::json) as given (id uuid, organization_id uuid, attempt_number int)
        join webhook_delivery delivery
          on delivery.id = given.id and delivery.organization_id = given.organization_id
       where delivery.status = 'pending' and delivery.claims = given.attempt_number
       order by given.id
         for update of delivery
    )
    update webhook_delivery delivery
       set leased_until = null, next_attempt_at = now(), is_queued = true
      from claimed
     where delivery.id = claimed.id and delivery.organization_id = claimed.organization_id`,
);
