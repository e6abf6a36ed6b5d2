import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';

/** Some 50 ms of the database's work. */
const QUEUED_AT_ONCE = 1_000;
/** Statements in a row before deliveries are claimed. */
const ROUNDS_MAX = 5;

/** Moves deliveries that are due for another try, or whose lease has ended, into the queues of their endpoints. */
export async function queueDueDeliveries(db: Queryable, signal?: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX && !signal?.aborted; round += 1) {
    const queued = await db.query(QUEUE_DUE, [QUEUED_AT_ONCE]);
    if (queued.length < QUEUED_AT_ONCE) return;
  }
}

/** Skips locked rows: another worker queues them, or they are being written and are not due. */
const QUEUE_DUE = statement<{ id: string }>(
  'webhook-queue-due',
  `
    with due as (
      select id, organization_id
        from webhook_delivery
       where not is_queued and next_attempt_at <= now()
       order by next_attempt_at
       limit $1::int
         for update skip locked
    )
    update webhook_delivery delivery
       set is_queued = true
      from due
     where delivery.id = any(array(select id from due))
       and delivery.id = due.id and delivery.organization_id = due.organization_id
    returning delivery.id`,
);
