// Which organizations' events may lack deliveries, and which of their endpoints (fan-out.ts says how that is kept).
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** Organizations that are settled at once: who appends to them waits for it. */
const SETTLED_AT_ONCE = 1_000;

/** An endpoint. */
export interface Listener {
  id: string;
  organization_id: string;
}

/**
 * CTEs of a `with recursive`: `listener` has a row for each endpoint of each organization that has news, and one
 * without an endpoint for the organization itself; a test endpoint is behind what is of test alone. They are found
 * one after another, each by one look at an index whose order is asked for, so that no other serves.
 */
const LISTENERS = `news as (
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
    ), known as (
      select organization_id, position, version, ''::text as environment, null::uuid as id,
             null::bigint as fanned_position, false as is_open
        from news
      union all
      select known.organization_id, known.position, known.version, next.environment, next.id,
             next.fanned_position, next.is_open
        from known
       cross join lateral (
             select environment, id, fanned_position, disabled_at is null and deleted_at is null as is_open
               from webhook_endpoint
              where organization_id = known.organization_id
                and (environment, id) > (known.environment,
                                         coalesce(known.id, '00000000-0000-0000-0000-000000000000'))
              order by environment, id
              limit 1) next
    ), listener as (
      select id, organization_id, version,
             is_open and fanned_position < position
               and (environment = 'live'
                    or exists (select from event
                                where event.organization_id = known.organization_id
                                  and event.environment = 'test'
                                  and event.position > known.fanned_position)) as is_behind
        from known
    )`;

/** They come in any order, so that none waits behind others that always have something. */
export function endpointsBehind(db: Queryable, max: number): Promise<Listener[]> {
  return db.query(BEHIND, [max]);
}

const BEHIND = statement<Listener>(
  'webhook-behind',
  `
    with recursive ${LISTENERS}
    select id, organization_id from listener where is_behind order by random() limit $1::int`,
);

/**
 * Takes the mark away from organizations whose endpoints are all level.
 *
 * @returns whether there may be more of them
 */
export async function settleNews(db: Queryable): Promise<boolean> {
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
    with recursive ${LISTENERS}, level as materialized (
      select organization_id, min(version) as version
        from listener
       group by organization_id
      having not bool_or(is_behind)
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
