import { type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';

/** Pending deliveries are counted up to this; the real number may be higher. */
export const PENDING_MAX = 100_000;
/** Attempts are searched for failures in this many pending, latest dead and latest created deliveries each. */
const SEARCHED_MAX = 1_000;
const FAILURES_MAX = 10;

interface ShownEndpoint {
  id: string;
  organization: string;
  environment: string;
  url: string;
  /** None means all but `order.updated`. */
  events: string[];
  status: 'enabled' | 'disabled';
  disabled_at: string | null;
  disabled_reason: string | null;
  created_at: string;
  /** The time of the first failure since the last success; null where the last attempt succeeded. */
  failing_since: string | null;
  /** Whether its last attempts took five seconds or more. */
  is_slow: boolean;
  /** The time of the first of its events that have no deliveries yet. */
  fan_out_pending_since: string | null;
  /** Counted up to `PENDING_MAX`. */
  pending: number;
  /** The creation of the oldest pending delivery. */
  pending_since: string | null;
  /** The number of pending deliveries that a worker has now. */
  in_flight: number;
  /** The time at which the next of the others is due. */
  next_attempt_at: string | null;
  /** The newest first. */
  failures: FailedAttempt[];
}

export interface FailedAttempt {
  at: string;
  delivery_id: string;
  type: string;
  attempt: number;
  status: number | null;
  milliseconds: number;
  error: string;
}

/**
 * Why deliveries of an endpoint may be late: its state, what waits for it and how its last attempts failed.
 *
 * @throws ApiError when no endpoint has this id
 */
export async function showEndpoint(db: Queryable, id: string): Promise<ShownEndpoint> {
  const [endpoint] = await db.query(SHOW, [id, PENDING_MAX, SEARCHED_MAX, FAILURES_MAX]);
  if (endpoint === undefined) throw errors.notFound('`endpoint` is not the id of an endpoint.');
  return endpoint;
}

/** The condition of a row that belongs to the row `endpoint`. */
export const OF_ENDPOINT =
  'endpoint_id = endpoint.id and organization_id = endpoint.organization_id';

/** A select of the last failed attempts of the row `endpoint`, the newest first, with the type of their event. */
export const lastFailures = ({
  searchedMax,
  failuresMax,
}: {
  /** The number of pending, of latest dead and of latest created deliveries that are searched. */
  readonly searchedMax: string;
  readonly failuresMax: string;
}) => `
                   select attempt.*, delivery.type
                     from ((select id, organization_id, type from webhook_delivery
                             where ${OF_ENDPOINT} and era = endpoint.era and status = 'pending'
                             order by created_at, id
                             limit ${searchedMax})
                           union
                           (select id, organization_id, type from webhook_delivery
                             where ${OF_ENDPOINT} and status = 'dead' and finished_at is not null
                             order by finished_at desc
                             limit ${searchedMax})
                           union
                           (select id, organization_id, type from webhook_delivery
                             where ${OF_ENDPOINT}
                             order by created_at desc, id desc
                             limit ${searchedMax})) delivery
                    cross join lateral (
                          select * from webhook_attempt
                           where delivery_id = delivery.id and organization_id = delivery.organization_id
                             and error is not null) attempt
                    order by attempt.at desc, attempt.delivery_id, attempt.number desc
                    limit ${failuresMax}`;

const SHOW = statement<ShownEndpoint>(
  'webhook-show-endpoint',
  `
    select endpoint.id, organization.slug as organization, endpoint.environment, endpoint.url, endpoint.events,
           case when endpoint.disabled_at is null then 'enabled' else 'disabled' end as status,
           ${timestampText('endpoint.disabled_at')} as disabled_at, endpoint.disabled_reason,
           ${timestampText('endpoint.created_at')} as created_at,
           ${timestampText('endpoint.failing_since')} as failing_since, endpoint.is_slow,
           ${timestampText('lacking.created_at')} as fan_out_pending_since,
           pending.count as pending, ${timestampText('pending.since')} as pending_since, pending.in_flight,
           ${timestampText('pending.next_attempt_at')} as next_attempt_at, failed.attempts as failures
      from webhook_endpoint endpoint
      join organization on organization.id = endpoint.organization_id
      left join lateral (
           select event.created_at
             from event
            where endpoint.disabled_at is null
              and event.organization_id = endpoint.organization_id
              and event.position > endpoint.fanned_position
              and case endpoint.environment
                    when 'live' then event.environment is distinct from 'test'
                    else event.environment = 'test' end
            order by event.position
            limit 1) lacking on true
     cross join lateral (
           select count(*) as count, min(created_at) as since,
                  count(*) filter (where leased_until > now()) as in_flight,
                  min(next_attempt_at) filter (where (leased_until > now()) is not true) as next_attempt_at
             from (select created_at, leased_until, next_attempt_at
                     from webhook_delivery
                    where ${OF_ENDPOINT} and era = endpoint.era and status = 'pending'
                    order by created_at, id
                    limit $2::int) one) pending
     cross join lateral (
           select coalesce(json_agg(json_build_object(
                    'at', ${timestampText('at')}, 'delivery_id', delivery_id, 'type', type, 'attempt', number,
                    'status', status, 'milliseconds', milliseconds, 'error', error)
                    order by at desc, delivery_id, number desc), '[]'::json) as attempts
             from (${lastFailures({ searchedMax: '$3::int', failuresMax: '$4::int' })}) failure) failed
     where endpoint.id = $1::uuid and endpoint.deleted_at is null`,
);
