// Fan-out turns events into deliveries.
//
// It follows the positions of each organization's events: an endpoint remembers how far its events were
// turned into deliveries, and nothing is marked on events, so an organization without endpoints costs
// nothing. Several workers may do it at once.
import type { Call } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { envelopeText } from '../events/event.ts';

const ENDPOINTS_MAX = 50;
/** So many events at most become deliveries for each. */
const POSITIONS_MAX = 200;
/** A round that was full is followed by another at once, at most this often. */
const ROUNDS_MAX = 20;

type Subscribed = NonNullable<Call<'createWebhook'>['body']['events']>[number];

/** An endpoint that names no kinds gets all but this one. */
const WHEN_NAMED: Subscribed = 'order.updated';

export async function fanOut(db: Queryable, signal?: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX && !signal?.aborted; round += 1) {
    const endpoints = await db.query(FAN_OUT, [ENDPOINTS_MAX, POSITIONS_MAX, WHEN_NAMED]);
    if (endpoints.length < ENDPOINTS_MAX && endpoints.every(({ is_level }) => is_level)) return;
  }
}

/**
 * Endpoints come in any order, so that none waits behind others that always have something. A live one moves
 * by a window of positions, whether or not their events are still kept, so what a round reads is bounded
 * however far an endpoint is behind. A test one gets what is of test alone, which is little beside the stock's
 * events: it is looked up by its own index, and one that has nothing to come stays where it is.
 */
const FAN_OUT = statement<{ is_level: boolean }>(
  'webhook-fan-out',
  `
    with due as (
      select endpoint.id, endpoint.organization_id, endpoint.environment, endpoint.events, endpoint.era,
             endpoint.fanned_position as after_position,
             case endpoint.environment
               when 'live' then least(event_counter.position, endpoint.fanned_position + $2::int)
               else coalesce((select event.position
                                from event
                               where event.organization_id = endpoint.organization_id
                                 and event.environment = 'test'
                                 and event.position > endpoint.fanned_position
                               order by event.position
                              offset $2::int - 1 limit 1), event_counter.position)
             end as to_position,
             event_counter.position as last_position
        from webhook_endpoint endpoint
        join event_counter on event_counter.organization_id = endpoint.organization_id
       where endpoint.fanned_position < event_counter.position
         and endpoint.disabled_at is null and endpoint.deleted_at is null
         and (endpoint.environment = 'live'
              or exists (select from event
                          where event.organization_id = endpoint.organization_id
                            and event.environment = 'test'
                            and event.position > endpoint.fanned_position))
       order by random()
       limit $1::int
         for update of endpoint skip locked
    ), made as (
      insert into webhook_delivery (
        id, organization_id, endpoint_id, era, event_id, type, payload, created_at, next_attempt_at)
      select gen_random_uuid(), due.organization_id, due.id, due.era, event.id, event.type,
             ${envelopeText('event')}, now(), now()
        from due
       cross join lateral (
             (select position, id, type, data, created_at
                from event
               where due.environment = 'live' and organization_id = due.organization_id
                 and position > due.after_position and position <= due.to_position
                 and environment is distinct from 'test'
               order by position
               limit $2::int)
             union all
             (select position, id, type, data, created_at
                from event
               where due.environment = 'test' and organization_id = due.organization_id
                 and environment = 'test'
                 and position > due.after_position and position <= due.to_position
               order by position
               limit $2::int)) event
       where case when cardinality(due.events) = 0 then event.type <> $3::text
                  else event.type = any(due.events) end
       order by due.id, event.position
      on conflict (event_id, endpoint_id, organization_id) do nothing
    )
    update webhook_endpoint endpoint
       set fanned_position = due.to_position
      from due
     where endpoint.id = due.id and endpoint.organization_id = due.organization_id
    returning due.to_position = due.last_position as is_level`,
);
