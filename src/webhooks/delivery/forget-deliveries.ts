import { forget } from '../../audit/forget.ts';
import { RETENTION } from '../../audit/retention.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';

/** Deletes finished deliveries, by the time at which they finished. */
export async function forgetDeliveries(database: Database, signal: AbortSignal): Promise<void> {
  await forget(database, FORGET_DELIVERIES, { days: RETENTION.webhook_delivery.days, signal });
}

/** Leaves a delivery that was replayed while the statement waited for its row. */
const FORGET_DELIVERIES = statement<{ id: string }>(
  'forget-deliveries',
  `
    delete from webhook_delivery
     using (select id, organization_id from webhook_delivery
             where finished_at < now() - make_interval(days => $1::int)
             order by finished_at limit $2) old
     where webhook_delivery.id = old.id and webhook_delivery.organization_id = old.organization_id
       and webhook_delivery.status <> 'pending'
    returning webhook_delivery.id`,
);
