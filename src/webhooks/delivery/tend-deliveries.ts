// Requests only mark; the work is done here in slices, each a transaction of its own, so that no request waits for
// a million rows and a crash loses nothing: the next worker continues. Several workers may do it.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { countEnded } from '../../telemetry/metrics.ts';
import { clearFanOutPending } from './fan-out-pending.ts';
import { HAS_OVER } from './own-delivery.ts';
import { replaySlice } from './replay-deliveries.ts';

/** Some 50 ms of the database's work. */
const SLICE_MAX = 1_000;
/** A slice reads at most this many endpoints. */
const ENDPOINTS_MAX = 10;

/** Returns whether there may be more to do. */
type Slice = (db: Queryable) => Promise<boolean>;

/** Each kind gets one slice in a round, so that a million of one kind hold up nothing of another. */
const SLICES: readonly Slice[] = [
  async (db) => {
    const [slice] = await db.query(END_OVER, [SLICE_MAX, ENDPOINTS_MAX]);
    countEnded('disabled', slice?.ended ?? 0);
    return slice?.is_full ?? false;
  },
  async (db) => {
    const expired = await db.query(END_EXPIRED, [SLICE_MAX]);
    countEnded('expired', expired.length);
    return expired.length >= SLICE_MAX;
  },
  (db) => replaySlice(db),
  async (db) => (await db.query(PURGE_DELIVERIES, [SLICE_MAX, ENDPOINTS_MAX])).length >= SLICE_MAX,
  async (db) => (await db.query(PURGE_ENDPOINTS, [ENDPOINTS_MAX])).length >= ENDPOINTS_MAX,
  clearFanOutPending,
];

/** Runs slices until nothing is left to do; the signal stops it between two slices. */
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

/**
 * Locked rows are skipped and come in a later slice. An endpoint of whose earlier generations (`era`)
 * nothing is left loses its mark; one whose generation rises at that moment keeps it.
 */
const END_OVER = statement<{ ended: number; is_full: boolean }>(
  'webhook-end-over',
  `
    with marked as materialized (
      select id, organization_id, era, era_began_at, ${HAS_OVER} as has_rows
        from (select id, organization_id, era, era_began_at from webhook_endpoint
               where has_over and deleted_at is null
               order by era_began_at, id
               limit $2::int) endpoint
    ), over as (
      select delivery.id, delivery.organization_id, marked.era_began_at
        from marked
       cross join lateral (
             select id, organization_id
               from webhook_delivery
              where endpoint_id = marked.id and organization_id = marked.organization_id
                and status = 'pending' and era < marked.era
              limit $1::int
                for update skip locked) delivery
       where marked.has_rows
       limit $1::int
    ), ended as (
      update webhook_delivery delivery
         set status = 'dead', next_attempt_at = null, is_queued = false, leased_until = null,
             finished_at = over.era_began_at
        from over
       where delivery.id = any(array(select id from over))
         and delivery.id = over.id and delivery.organization_id = over.organization_id
      returning delivery.id
    ), done as (
      select endpoint.id, endpoint.organization_id
        from marked
       cross join lateral (
             select id, organization_id
               from webhook_endpoint
              where id = marked.id and organization_id = marked.organization_id and era = marked.era
                for no key update skip locked) endpoint
       where not marked.has_rows
    ), cleared as (
      update webhook_endpoint endpoint
         set has_over = false
        from done
       where endpoint.id = any(array(select id from done))
         and endpoint.id = done.id and endpoint.organization_id = done.organization_id
      returning endpoint.id
    )
    select ended.count::int as ended,
           ended.count >= $1::int or ended.count + cleared.count > 0 as is_full
      from (select count(*) as count from ended) ended, (select count(*) as count from cleared) cleared`,
);

/** Leaves a delivery that is being tried: the attempt may be the one that succeeds. */
const END_EXPIRED = statement<{ id: string }>(
  'webhook-end-expired',
  `
    with expired as (
      select id, organization_id
        from webhook_delivery
       where finished_at is null and expires_at <= now()
         and (leased_until is null or leased_until <= now())
       order by expires_at
       limit $1::int
         for update skip locked
    )
    update webhook_delivery delivery
       set status = 'dead', next_attempt_at = null, is_queued = false, leased_until = null, finished_at = now()
      from expired
     where delivery.id = any(array(select id from expired))
       and delivery.id = expired.id and delivery.organization_id = expired.organization_id
    returning delivery.id`,
);

/** Deletes deliveries of deleted endpoints; their attempts go with them. */
const PURGE_DELIVERIES = statement<{ id: string }>(
  'webhook-purge-deliveries',
  `
    with purged as (
      select delivery.id, delivery.organization_id
        from (select id, organization_id from webhook_endpoint
               where deleted_at is not null
               order by deleted_at, id
               limit $2::int) endpoint
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
const PURGE_ENDPOINTS = statement<{ id: string }>(
  'webhook-purge-endpoints',
  `
    with empty as materialized (
      select id, organization_id
        from (select id, organization_id from webhook_endpoint
               where deleted_at is not null
               order by deleted_at, id
               limit $1::int) endpoint
       where (select count(*)
                from (select from webhook_delivery
                       where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                       limit 1) left_over) = 0
    )
    delete from webhook_endpoint endpoint
     using empty
     where endpoint.id = any(array(select id from empty))
       and endpoint.id = empty.id and endpoint.organization_id = empty.organization_id
    returning endpoint.id`,
);
