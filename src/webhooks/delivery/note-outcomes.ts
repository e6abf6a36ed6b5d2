import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { dropReplays, ENDS_PENDING } from '../endpoints/own-endpoint.ts';
import type { Attempt } from './record-attempts.ts';
import { isSlow } from './shares.ts';

export const FAILING_DAYS_MAX = 5;

/** The summary of an endpoint's attempts in a batch. */
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
 * Notes on the endpoints since when they fail, whether they are slow and, to the minute, their last success. One that
 * fails now and has had no success for five days is disabled, and all that is pending for it ends.
 *
 * @returns those that were disabled
 */
export async function noteOutcomes(
  database: Database,
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
  const values = [JSON.stringify([...outcomes.values()]), FAILING_DAYS_MAX];
  const noted = await database.query(NOTE, values);
  const givenUp: GivenUp[] = [];
  for (const { id, organization_id, has_failed_for_long } of noted) {
    if (has_failed_for_long) givenUp.push(...(await giveUp(database, { id, organization_id })));
  }
  return givenUp;
}

/** Replays are deleted once the endpoint is locked: one that was marked while this waited for the lock ends too. */
function giveUp(database: Database, { id, organization_id }: GivenUp): Promise<GivenUp[]> {
  return database.transaction(async (tx) => {
    const disabled = await tx.query(GIVE_UP, [id, organization_id, FAILING_DAYS_MAX]);
    if (disabled.length > 0) await dropReplays(tx, id, organization_id);
    return disabled;
  });
}

/** Writes only rows that change, and locks them in the order of ids. */
const NOTE = statement<GivenUp & { has_failed_for_long: boolean }>(
  'webhook-note-outcomes',
  `
    with noted as (
      select endpoint.id, endpoint.organization_id, outcome.has_succeeded, outcome.is_slow, now() as at,
             not outcome.has_succeeded and endpoint.disabled_at is null
               and coalesce(endpoint.failing_since <= now() - make_interval(days => $2::int), false)
               as has_failed_for_long
        from json_to_recordset($1::json) as outcome (
             id uuid, organization_id uuid, has_succeeded boolean, is_slow boolean)
        join webhook_endpoint endpoint
          on endpoint.id = outcome.id and endpoint.organization_id = outcome.organization_id
       where endpoint.deleted_at is null
         and (endpoint.is_slow <> outcome.is_slow
              or outcome.has_succeeded = (endpoint.failing_since is not null)
              or outcome.has_succeeded and (endpoint.last_success_at > now() - interval '1 minute') is not true
              or endpoint.disabled_at is null
                 and endpoint.failing_since <= now() - make_interval(days => $2::int))
       order by endpoint.id
         for no key update of endpoint
    ), changed as (
      update webhook_endpoint endpoint
         set is_slow = noted.is_slow,
             failing_since =
               case when not noted.has_succeeded then coalesce(endpoint.failing_since, noted.at) end,
             last_success_at = case when noted.has_succeeded then noted.at else endpoint.last_success_at end
        from noted
       where endpoint.id = noted.id and endpoint.organization_id = noted.organization_id
    )
    select id, organization_id, has_failed_for_long from noted`,
);

const GIVE_UP = statement<GivenUp>(
  'webhook-give-up',
  `
    update webhook_endpoint
       set disabled_at = now(), disabled_reason = 'failing', ${ENDS_PENDING}
     where id = $1::uuid and organization_id = $2::uuid and deleted_at is null and disabled_at is null
       and failing_since <= now() - make_interval(days => $3::int)
    returning id, organization_id`,
);
