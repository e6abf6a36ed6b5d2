import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { ENDS_PENDING } from './own-endpoint.ts';
import type { Attempt } from './record-attempts.ts';
import { isSlow } from './shares.ts';

export const FAILING_DAYS_MAX = 5;

/** What some attempts say of their endpoint. */
interface Outcome {
  readonly id: string;
  readonly organization_id: string;
  /** One of them was a success. */
  has_succeeded: boolean;
  /** All of them took long. */
  is_slow: boolean;
}

interface GivenUp {
  id: string;
  organization_id: string;
}

/**
 * Notes on the endpoints since when they fail and whether they are slow. One that fails now and has had no
 * success for five days is disabled, and all that is pending for it ends.
 *
 * @returns those that were disabled
 */
export async function noteOutcomes(
  db: Queryable,
  attempts: readonly Attempt[],
): Promise<GivenUp[]> {
  const outcomes = new Map<string, Outcome>();
  for (const { delivery, sent } of attempts) {
    const { endpoint_id: id, organization_id } = delivery;
    const outcome = outcomes.get(id) ?? {
      id,
      organization_id,
      has_succeeded: false,
      is_slow: true,
    };
    outcome.has_succeeded ||= sent.error === null;
    outcome.is_slow &&= isSlow(sent);
    outcomes.set(id, outcome);
  }
  const noted = await db.query(NOTE, [JSON.stringify([...outcomes.values()]), FAILING_DAYS_MAX]);
  return noted.filter(({ is_given_up }) => is_given_up);
}

/** Only rows that change are written, locked in the order of ids. */
const NOTE = statement<GivenUp & { is_given_up: boolean }>(
  'webhook-note-outcomes',
  `
    with noted as (
      select endpoint.id, endpoint.organization_id, outcome.has_succeeded, outcome.is_slow,
             not outcome.has_succeeded and endpoint.disabled_at is null
               and coalesce(endpoint.failing_since <= now() - make_interval(days => $2::int), false)
               as is_given_up
        from json_to_recordset($1::json) as outcome (
             id uuid, organization_id uuid, has_succeeded boolean, is_slow boolean)
        join webhook_endpoint endpoint
          on endpoint.id = outcome.id and endpoint.organization_id = outcome.organization_id
       where endpoint.deleted_at is null
         and (endpoint.is_slow <> outcome.is_slow
              or outcome.has_succeeded = (endpoint.failing_since is not null)
              or endpoint.disabled_at is null
                 and endpoint.failing_since <= now() - make_interval(days => $2::int))
       order by endpoint.id
         for no key update of endpoint
    ), given_up as (
      update webhook_endpoint endpoint
         set disabled_at = now(), disabled_reason = 'failing', is_slow = noted.is_slow, ${ENDS_PENDING}
        from noted
       where endpoint.id = noted.id and endpoint.organization_id = noted.organization_id
         and noted.is_given_up
    ), dropped as (
      delete from webhook_replay
       using noted
       where webhook_replay.endpoint_id = noted.id
         and webhook_replay.organization_id = noted.organization_id and noted.is_given_up
    ), changed as (
      update webhook_endpoint endpoint
         set is_slow = noted.is_slow,
             failing_since =
               case when not noted.has_succeeded then coalesce(endpoint.failing_since, now()) end
        from noted
       where endpoint.id = noted.id and endpoint.organization_id = noted.organization_id
         and not noted.is_given_up
    )
    select id, organization_id, is_given_up from noted`,
);
