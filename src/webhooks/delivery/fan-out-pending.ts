// Which organizations' events may lack deliveries, and which of their endpoints (fan-out.ts says how that is kept).
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';

/** Organizations that are settled at once: who appends to them waits for it. */
const SETTLED_AT_ONCE = 1_000;

/** An endpoint. */
export interface Listener {
  id: string;
  organization_id: string;
}

/** Each environment of an organization has no more than half as many; were there more, the next poll would find them. */
const LISTENERS_MAX = 200;

/**
 * A CTE of a `with recursive`: the organizations that have news, found one after another, each by one look at an
 * index whose order is asked for, so that no other serves.
 */
export const PENDING_FAN_OUT = `news as (
      (select news_since, organization_id, position, xmin::text as version
         from event_counter
        where news_since is not null
        order by news_since, organization_id
        limit 1)
      union all
      select next.*
        from news
       cross join lateral (
             select news_since, organization_id, position, xmin::text as version
               from event_counter
              where news_since is not null
                and (news_since, organization_id) > (news.news_since, news.organization_id)
              order by news_since, organization_id
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

/** A lateral of `news`: its endpoints that are behind, a test one behind what is of test alone. */
export const BEHIND = `
             select id, organization_id, environment, fanned_position
               from webhook_endpoint endpoint
              where organization_id = news.organization_id
                and ${isBehind('news.position')}
              order by environment, id
              limit ${LISTENERS_MAX}`;

/** They come in any order, so that none waits behind others that always have something. */
export function endpointsBehind(db: Queryable, max: number): Promise<Listener[]> {
  return db.query(ENDPOINTS_BEHIND, [max]);
}

const ENDPOINTS_BEHIND = statement<Listener>(
  'webhook-endpoints-behind',
  `
    with recursive ${PENDING_FAN_OUT}
    select behind.id, behind.organization_id
      from news
     cross join lateral (${BEHIND}) behind
     order by random()
     limit $1::int`,
);

/**
 * Takes the mark away from organizations whose endpoints are all level.
 *
 * @returns whether there may be more of them
 */
export async function clearFanOutPending(db: Queryable): Promise<boolean> {
  const settled = await db.query(SETTLE, [SETTLED_AT_ONCE]);
  return settled.length >= SETTLED_AT_ONCE;
}

/**
 * Only where the counter's row is still the one that was seen: whoever appends, or makes or enables an endpoint, has
 * written it since, though what they did may not have been seen. One that is being written is left for the next time.
 */
const SETTLE = statement<{ organization_id: string }>(
  'webhook-settle-news',
  `
    with recursive ${PENDING_FAN_OUT}, level as materialized (
      select news.organization_id, news.version
        from news
       cross join lateral (select count(*) as count from (${BEHIND}) endpoint) behind
       where behind.count = 0
       limit $1::int
    ), locked as (
      select counter.organization_id
        from level
       cross join lateral (
             select organization_id
               from event_counter
              where organization_id = level.organization_id and xmin::text = level.version
                for no key update skip locked) counter
    )
    update event_counter counter
       set news_since = null
      from locked
     where counter.organization_id = any(array(select organization_id from locked))
       and counter.organization_id = locked.organization_id
    returning counter.organization_id`,
);
