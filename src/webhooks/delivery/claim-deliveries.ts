// The delivery table is the queue. A claim pushes the due time to the end of a lease, so what a killed
// worker had is due again after it; no transaction is open during a request.
//
// A delivery that waits for its next try or for the end of a lease is read once, when that time has come
// (queue-due-deliveries.ts), so a claim costs what is due and not what is pending.
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { SECRET_COLUMNS, type SealedSecrets } from '../endpoints/endpoint-secrets.ts';
import type { Shares } from './shares.ts';

/** A claimed delivery is invisible to other workers for this long. */
export const LEASE_SECONDS = 25;

/** A delivery that this worker has for the length of a lease, with the settings of its endpoint. */
export interface Claimed extends SealedSecrets {
  id: string;
  type: string;
  payload: string;
  /** Counts the attempts before this one, since the creation or the replay. */
  attempts: number;
  /** Numbers the attempt of this claim: one more than the claim before it. */
  attempt_number: number;
  url: string;
  /** Whether its endpoint's last attempts took long. */
  is_slow: boolean;
}

/** @param shares the most that are claimed, of endpoints that are not slow and of slow ones */
export async function claimDeliveries(db: Queryable, { normal, slow }: Shares): Promise<Claimed[]> {
  return db.query(CLAIM, [
    LEASE_SECONDS,
    normal.endpointMax,
    normal.claimMax,
    slow.endpointMax,
    slow.claimMax,
  ]);
}

/** A CTE of a `with recursive`: the endpoints that have something queued. */
export const QUEUES = `queue as (
      (select endpoint_id, organization_id
         from webhook_delivery
        where is_queued
        order by endpoint_id, era, next_attempt_at, id
        limit 1)
      union all
      select next.endpoint_id, next.organization_id
        from queue
       cross join lateral (
             select endpoint_id, organization_id
               from webhook_delivery
              where is_queued and endpoint_id > queue.endpoint_id
              order by endpoint_id, era, next_attempt_at, id
              limit 1) next
    )`;

/**
 * Endpoints with something queued are found one after another in the index of what is, whose order is asked for so
 * that no other serves; those with nothing due cost nothing. The endpoint with the fewest attempts under way
 * comes first, up to the free capacity. Each delivery that was chosen is looked up by its key, as is its
 * endpoint, and checked again under its lock. The planner takes the capacity for used and would let a join walk whole
 * tables: hence the laterals, and the array, which counts as few. A join with the endpoints took 36 s where an
 * organization had 731.
 */
const CLAIM = statement<Claimed>(
  'webhook-claim',
  `
    with recursive ${QUEUES}, due as (
      select due.id, due.organization_id, endpoint.id as endpoint_id, endpoint.is_slow,
             taken.count + due.turn as turn
        from queue
       cross join lateral (
             select id, organization_id, era, is_slow
               from webhook_endpoint
              where id = queue.endpoint_id and organization_id = queue.organization_id
                and disabled_at is null and deleted_at is null
              limit 1) endpoint
       cross join lateral (
             select count(*) as count
               from webhook_delivery
              where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                and leased_until > now()) taken
       cross join lateral (
             select id, organization_id, row_number() over (order by next_attempt_at, id) as turn
               from (select id, organization_id, next_attempt_at
                       from webhook_delivery
                      where endpoint_id = endpoint.id and organization_id = endpoint.organization_id
                        and era = endpoint.era and is_queued and next_attempt_at <= now()
                      order by next_attempt_at, id
                      limit greatest(
                        case when endpoint.is_slow then $4::int else $2::int end - taken.count, 0)) first
             ) due
    ), chosen as (
      (select id, organization_id, endpoint_id from due where not is_slow order by turn, id limit $3::int)
      union all
      (select id, organization_id, endpoint_id from due where is_slow order by turn, id limit $5::int)
    ), locked as (
      select delivery.id, endpoint.url, endpoint.is_slow, ${SECRET_COLUMNS}
        from (select id, organization_id, endpoint_id from chosen order by id) chosen
       cross join lateral (
             select id, organization_id
               from webhook_delivery
              where id = chosen.id and organization_id = chosen.organization_id
                and is_queued and next_attempt_at <= now() and expires_at > now()
                for update skip locked) delivery
       cross join lateral (
             select * from webhook_endpoint
              where id = chosen.endpoint_id and organization_id = chosen.organization_id
              limit 1) endpoint
    )
    update webhook_delivery delivery
       set leased_until = now() + make_interval(secs => $1::int),
           next_attempt_at = now() + make_interval(secs => $1::int),
           is_queued = false, claims = delivery.claims + 1
      from locked
     where delivery.id = any(array(select id from locked))
       and delivery.id = locked.id and delivery.organization_id = locked.organization_id
    returning delivery.id, delivery.type, delivery.payload, delivery.attempts,
              delivery.claims as attempt_number, locked.url, locked.is_slow, locked.organization_id,
              locked.endpoint_id, locked.secret, locked.next_secret, locked.overlap_is_over`,
);
