// The outbox. A fact is written in the transaction of its cause, by this module alone.
//
// Each organization's events have gap-free positions in the order of their commits: the organization's
// counter row is locked as the last thing before commit, so a reader that has seen position n has every
// one up to n.
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { NewEvent } from './event.ts';

/**
 * Leaves the events for the end. Must be the transaction's last statement: it holds the organizations' counters
 * until the commit.
 */
export function appendEvents(tx: Transaction, events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  tx.defer(APPEND_EVENTS, [
    JSON.stringify(
      events.map((event) => ({
        id: event.id,
        organization_id: event.organizationId,
        environment: event.environment ?? null,
        type: event.type,
        data: event.data,
        created_at: event.createdAt,
      })),
    ),
  ]);
}

/** Counters are taken in the order of organization ids, so that two batches cannot wait for each other. */
const APPEND_EVENTS = statement<never>(
  'append-events',
  `
    with fact as (
      select given.*,
             row_number() over (partition by given.organization_id order by given.place) as nth,
             count(*) over (partition by given.organization_id) as total
        from rows from (json_to_recordset($1::json) as (
               id uuid, organization_id uuid, environment text, type text, data jsonb, created_at timestamptz))
             with ordinality as given (id, organization_id, environment, type, data, created_at, place)
    ), counter as (
      insert into event_counter (organization_id, position)
      select organization_id, count(*) from fact group by organization_id order by organization_id
      on conflict (organization_id) do update
         set position = event_counter.position + excluded.position
      returning organization_id, position
    )
    insert into event (organization_id, position, id, environment, type, data, created_at)
    select fact.organization_id, counter.position - fact.total + fact.nth, fact.id, fact.environment,
           fact.type, fact.data, fact.created_at
      from fact join counter using (organization_id)`,
);
