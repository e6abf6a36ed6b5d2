// Finds the organizations whose events may lack deliveries, and their endpoints (fan-out.ts explains the mark).
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';

/** One statement clears at most this many organizations: a transaction that appends to one of them waits for it. */
const SETTLED_AT_ONCE = 1_000;

/** An endpoint that may be behind. */
export interface Listener {
  id: string;
  organization_id: string;
}

/** Each environment of an organization has no more than half as many; were there more, the next poll would find them. */
const LISTENERS_MAX = 200;

/**
 * A CTE of a `with recursive`: the organizations with events that may not be fanned out yet. They are found one after
 * another, each by one descent of an index whose order is asked for, so that no other serves.
 */
export const PENDING_FAN_OUT = `pending as (
      (select pending_since, organization_id, position, xmin::text as version
         from event_counter
        where pending_since is not null
        order by pending_since, organization_id
        limit 1)
      union all
      select next.*
        from pending
       cross join lateral (
             select pending_since, organization_id, position, xmin::text as version
               from event_counter
              where pending_since is not null
                and (pending_since, organization_id) > (pending.pending_since, pending.organization_id)
              order by pending_since, organization_id
              limit 1) next
    )`;

/** The condition of an `endpoint` that lacks some of the events up to a position. */
export const isBehind = (position: string) => `
                fanned_position < ${position} and disabled_at is null and deleted_at is null
                and (environment = 'live'
                     or exists (select from event
                                 where event.organization_id = endpoint.organization_id
                                   and event.environment = 'test'
                                   and event.position > endpoint.fanned_position))`;

/** A lateral of `pending`: its endpoints that are behind. A test endpoint is behind only where events of test are missing. */
export const BEHIND = `
             select id, organization_id, environment, fanned_position
               from webhook_endpoint endpoint
              where organization_id = pending.organization_id
                and ${isBehind('pending.position')}
              order by environment, id
              limit ${LISTENERS_MAX}`;

/** Returns them in random order, so that none waits behind others that always have something. */
export function endpointsBehind(db: Queryable, max: number): Promise<Listener[]> {
  return db.query(ENDPOINTS_BEHIND, [max]);
}

const ENDPOINTS_BEHIND = statement<Listener>(
  'webhook-endpoints-behind',
  `
    with recursive ${PENDING_FAN_OUT}
    select behind.id, behind.organization_id
      from pending
     cross join lateral (${BEHIND}) behind
     order by random()
     limit $1::int`,
);

/**
 * Clears the mark of organizations whose endpoints are all caught up.
 *
 * @returns whether there may be more of them
 */
export async function clearFanOutPending(db: Queryable): Promise<boolean> {
  const settled = await db.query(SETTLE, [SETTLED_AT_ONCE]);
  return settled.length >= SETTLED_AT_ONCE;
}

/**
 * Clears only where the counter's row is still the version that was read: a transaction that appends, or makes or
 * enables an endpoint, writes the row, though its other changes may not be visible here. A locked row is skipped.
 */
const SETTLE = statement<{ organization_id: string }>(
  'webhook-settle-pending',
  `
    with recursive ${PENDING_FAN_OUT}, caught_up as materialized (
      select pending.organization_id, pending.version
        from pending
       cross join lateral (select count(*) as count from (${BEHIND}) endpoint) behind
       where behind.count = 0
       limit $1::int
    ), locked as (
      select counter.organization_id
        from caught_up
       cross join lateral (
             select organization_id
               from event_counter
              where organization_id = caught_up.organization_id and xmin::text = caught_up.version
                for no key update skip locked) counter
    )
    update event_counter counter
       set pending_since = null
      from locked
     where counter.organization_id = any(array(select organization_id from locked))
       and counter.organization_id = locked.organization_id
    returning counter.organization_id`,
);
