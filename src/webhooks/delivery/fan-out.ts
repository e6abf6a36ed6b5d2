// Fan-out turns events into deliveries.
//
// It follows the positions of each organization's events: an endpoint stores the position up to which events were
// turned into deliveries, and nothing is marked on events. Several workers may do it at once.
//
// The counter row of an organization, which is written with every event anyway, says whether its events may lack
// deliveries: `pending_since` is set when events are appended, and when an endpoint is made or enabled, before the
// position is read or moved. So it is set wherever an endpoint is behind, and a poll reads those organizations and no
// other. `clearFanOutPending` clears it once all endpoints of the organization are caught up.
import type { Call } from '../../contract.ts';
import type { Queryable } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { envelopeText } from '../../events/event.ts';
import { endpointsBehind, isBehind, type Listener } from './fan-out-pending.ts';

const ENDPOINTS_MAX = 50;
/** Each endpoint gets deliveries of at most this many events in a round. */
const POSITIONS_MAX = 200;
/** A round is followed by another at once while there is one behind, at most this often. */
const ROUNDS_MAX = 20;

type Subscribed = NonNullable<Call<'createWebhook'>['body']['events']>[number];

/** An endpoint that names no kinds gets all but this one. */
const WHEN_NAMED: Subscribed = 'order.updated';

export async function fanOut(db: Queryable, signal?: AbortSignal): Promise<void> {
  const behind = await endpointsBehind(db, ENDPOINTS_MAX * ROUNDS_MAX);
  for (let round = 0; round < ROUNDS_MAX && behind.length > 0 && !signal?.aborted; round += 1) {
    const endpoints = behind.splice(0, ENDPOINTS_MAX);
    const ids = endpoints.map(({ id }) => id);
    const organizations = endpoints.map(({ organization_id }) => organization_id);
    const values = [ids, organizations, POSITIONS_MAX, WHEN_NAMED];
    const fannedOut = await db.query(FAN_OUT, values);
    behind.push(...fannedOut.filter(({ is_caught_up }) => !is_caught_up));
  }
}

/**
 * A live endpoint moves by a window of positions, whether or not their events are still kept, so what a round reads
 * is bounded however far an endpoint is behind. A test one gets what is of test alone, which is little next to the
 * stock's events: it is looked up by its own index. An endpoint that another worker has locked is skipped.
 */
const FAN_OUT = statement<Listener & { is_caught_up: boolean }>(
  'webhook-fan-out',
  `
    with due as (
      select endpoint.id, endpoint.organization_id, endpoint.environment, endpoint.events, endpoint.era,
             endpoint.fanned_position as after_position,
             case endpoint.environment
               when 'live' then least(counter.position, endpoint.fanned_position + $3::int)
               else coalesce((select event.position
                                from event
                               where event.organization_id = endpoint.organization_id
                                 and event.environment = 'test'
                                 and event.position > endpoint.fanned_position
                               order by event.position
                              offset $3::int - 1 limit 1), counter.position)
             end as to_position,
             counter.position as last_position
        from unnest($1::uuid[], $2::uuid[]) as behind (id, organization_id)
       cross join lateral (
             select position from event_counter where organization_id = behind.organization_id limit 1
             ) counter
       cross join lateral (
             select *
               from webhook_endpoint endpoint
              where id = behind.id and organization_id = behind.organization_id
                and ${isBehind('counter.position')}
                for update skip locked) endpoint
    ), made as (
      insert into webhook_delivery (
        id, organization_id, endpoint_id, era, event_id, type, payload, created_at, next_attempt_at,
        is_queued)
      select gen_random_uuid(), due.organization_id, due.id, due.era, event.id, event.type,
             ${envelopeText('event')}, now(), now(), true
        from due
       cross join lateral (
             (select position, id, type, data, created_at
                from event
               where due.environment = 'live' and organization_id = due.organization_id
                 and position > due.after_position and position <= due.to_position
                 and environment is distinct from 'test'
               order by position
               limit $3::int)
             union all
             (select position, id, type, data, created_at
                from event
               where due.environment = 'test' and organization_id = due.organization_id
                 and environment = 'test'
                 and position > due.after_position and position <= due.to_position
               order by position
               limit $3::int)) event
       where case when cardinality(due.events) = 0 then event.type <> $4::text
                  else event.type = any(due.events) end
       order by due.id, event.position
      on conflict (event_id, endpoint_id, organization_id) do nothing
    )
    update webhook_endpoint endpoint
       set fanned_position = due.to_position
      from due
     where endpoint.id = due.id and endpoint.organization_id = due.organization_id
    returning endpoint.id, endpoint.organization_id, due.to_position = due.last_position as is_caught_up`,
);
