// The outbox. A fact is written in the transaction of its cause, by this module alone.
//
// Each organization's events have gap-free positions in the order of their commits: the organization's
// counter row is locked as the last thing before commit, so a reader that has seen position n has every
// one up to n.
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { tracer } from '../telemetry/tracing.ts';
import type { NewEvent } from './event.ts';

/**
 * Leaves the events for the end. Must be the transaction's last statement: it holds the organizations' counters
 * until the commit.
 */
export function appendEvents(tx: Transaction, events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  tracer()?.wrote(events);
  const byOrganization = Map.groupBy(events, ({ organizationId }) => organizationId);
  const organizationIds = [...byOrganization.keys()].sort();
  tx.defer(APPEND_EVENTS, [
    JSON.stringify(
      organizationIds.map((organization_id) => ({
        organization_id,
        total: byOrganization.get(organization_id)?.length,
      })),
    ),
    JSON.stringify(
      organizationIds.flatMap((organizationId, organizationIndex) =>
        (byOrganization.get(organizationId) ?? []).map((event, index, { length }) => ({
          id: event.id,
          organization_id: organizationId,
          organization_ordinal: organizationIndex + 1,
          later: length - 1 - index,
          environment: event.environment ?? null,
          type: event.type,
          data: event.data,
          created_at: event.createdAt ?? null,
        })),
      ),
    ),
  ]);
}

/**
 * Counters are taken in the order of organization ids, so that two batches cannot wait for each other. In each
 * organization the last event gets the counter's new value, and those before it the values before. The time of an event
 * without one is read when all counters are locked.
 */
const APPEND_EVENTS = statement<never>(
  'append-events',
  `
    with counter as (
      insert into event_counter (organization_id, position)
      select organization_id, total
        from json_to_recordset($1::json) as appended (organization_id uuid, total bigint)
       order by organization_id
      on conflict (organization_id) do update
         set position = event_counter.position + excluded.position,
             pending_since = coalesce(event_counter.pending_since, excluded.pending_since)
      returning organization_id, position
    ), locked as materialized (
      select array_agg(position order by organization_id) as positions, clock_timestamp() as at from counter
    ), written as (
      insert into event (organization_id, position, id, environment, type, data, created_at)
      select organization_id, positions[organization_ordinal] - later, id, environment, type, data,
             coalesce(created_at, locked.at)
        from locked
       cross join json_to_recordset($2::json) as given (
               id uuid, organization_id uuid, organization_ordinal int, later bigint, environment text,
               type text, data jsonb, created_at timestamptz)
      returning 1)
    select from written`,
);
