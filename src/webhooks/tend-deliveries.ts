// What was marked at once is done here in slices, each a transaction of its own, so that no request waits for
// a million rows and a crash loses nothing: whoever comes next goes on. Several workers may do it.
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { countEnded } from '../telemetry/metrics.ts';
import { HAS_OVER } from './own-delivery.ts';
import { replaySlice } from './replay-deliveries.ts';

/** Some 50 ms of the database's work. */
const SLICE_MAX = 1_000;

/** Answers whether there may be more to do. */
type Slice = (db: Queryable) => Promise<boolean>;

/** In turns, so that a million of one kind hold up nothing of another. */
const SLICES: readonly Slice[] = [
  async (db) => isFull(counted('disabled', await db.query(END_OVER, [SLICE_MAX]))),
  async (db) => isFull(counted('expired', await db.query(END_EXPIRED, [SLICE_MAX]))),
  (db) => replaySlice(db),
  async (db) => isFull(await db.query(PURGE_DELIVERIES, [SLICE_MAX])),
  async (db) => {
    await db.query(PURGE_ENDPOINTS, []);
    return false;
  },
];

/** Does what there is to do, or stops between two slices when the signal says so. */
export async function tendDeliveries(db: Queryable, signal?: AbortSignal): Promise<void> {
  let open = SLICES;
  // The bound: each slice makes the rest smaller.
  while (open.length > 0) {
    const full: Slice[] = [];
    for (const slice of open) {
      if (signal?.aborted) return;
      if (await slice(db)) full.push(slice);
    }
    open = full.length > 0 ? SLICES : [];
  }
}

function counted<Row>(reason: Parameters<typeof countEnded>[0], rows: readonly Row[]) {
  countEnded(reason, rows.length);
  return rows;
}

function isFull(rows: readonly unknown[]): boolean {
  return rows.length >= SLICE_MAX;
}

/** Nobody waits for a row here: what another has locked is there in the next slice. */
const END_OVER = statement<{ id: string }>(
  'webhook-end-over',
  `
    with over as (
      select delivery.id, delivery.organization_id, endpoint.era_began_at
        from (select id, organization_id, era, era_began_at from webhook_endpoint endpoint
               where era > 0 and deleted_at is null and ${HAS_OVER} order by random()) endpoint
       cross join lateral (
             select id, organization_id
               from webhook_delivery
              where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                and status = 'pending' and era < endpoint.era
              limit $1::int
                for update skip locked) delivery
       limit $1::int
    )
    update webhook_delivery delivery
       set status = 'dead', next_attempt_at = null, leased_until = null, finished_at = over.era_began_at
      from over
     where delivery.id = any(array(select id from over))
       and delivery.id = over.id and delivery.organization_id = over.organization_id
    returning delivery.id`,
);

/** Not while it is tried: the attempt may be the one that succeeds. */
const END_EXPIRED = statement<{ id: string }>(
  'webhook-end-expired',
  `
    with expired as (
      select id, organization_id
        from webhook_delivery
       where status = 'pending' and expires_at <= now()
         and (leased_until is null or leased_until <= now())
       order by expires_at
       limit $1::int
         for update skip locked
    )
    update webhook_delivery delivery
       set status = 'dead', next_attempt_at = null, leased_until = null, finished_at = now()
      from expired
     where delivery.id = any(array(select id from expired))
       and delivery.id = expired.id and delivery.organization_id = expired.organization_id
    returning delivery.id`,
);

/** Of deleted endpoints; attempts go with them. */
const PURGE_DELIVERIES = statement<{ id: string }>(
  'webhook-purge-deliveries',
  `
    with purged as (
      select delivery.id, delivery.organization_id
        from (select id, organization_id from webhook_endpoint where deleted_at is not null) endpoint
       cross join lateral (
             select id, organization_id
               from webhook_delivery
              where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
              limit $1::int
                for update skip locked) delivery
       limit $1::int
    )
    delete from webhook_delivery delivery
     using purged
     where delivery.id = any(array(select id from purged))
       and delivery.id = purged.id and delivery.organization_id = purged.organization_id
    returning delivery.id`,
);

/** The count of one at most keeps the planner from joining the whole table. */
const PURGE_ENDPOINTS = statement<never>(
  'webhook-purge-endpoints',
  `
    delete from webhook_endpoint endpoint
     where deleted_at is not null
       and (select count(*)
              from (select from webhook_delivery
                     where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                     limit 1) left_over) = 0`,
);
