// Metrics that only the database has: pending deliveries, sessions that wait for a lock, when the periodic jobs last
// ran. The process that Prometheus scrapes queries them. While the database is slow or gone, it reports the last row
// that was read, and after a while nothing.
import type { Database, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type DatabaseMetricsRow, databaseGauges } from '../telemetry/metrics.ts';
import { QUEUES } from '../webhooks/delivery/claim-deliveries.ts';
import { BEHIND, PENDING_FAN_OUT } from '../webhooks/delivery/fan-out-pending.ts';

/** The database is queried once in this time, however often Prometheus scrapes. */
const KEPT_MILLISECONDS = 5_000;
/** A row of this age is not reported any more, because it no longer describes the present. */
const STALE_MILLISECONDS = 120_000;
/** A scrape waits for the database for this long; a row that comes later is reported to the next scrape. */
const WAIT_MILLISECONDS_MAX = 1_000;
/** Further deliveries are not counted: a scrape must stay cheap during a backlog. */
const COUNTED_MAX = 100_000;

/**
 * @param healths the database of no name, or that of each cell by its name: a connection that nothing else keeps busy
 * @returns never rejects
 */
export function databaseMetrics(
  healths: ReadonlyMap<string | undefined, Database>,
  { keptMilliseconds = KEPT_MILLISECONDS } = {},
): () => Promise<string> {
  const gauges = databaseGauges();
  const refreshes = [...healths].map(([cell, health]) =>
    refresher(health, gauges.of(cell), keptMilliseconds),
  );
  return async () => {
    await Promise.all(refreshes.map((refresh) => refresh()));
    return gauges.text();
  };
}

function refresher(
  health: Database,
  gauges: ReturnType<ReturnType<typeof databaseGauges>['of']>,
  keptMilliseconds: number,
): () => Promise<void> {
  let queriedAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let querying: Promise<void> | undefined;
  async function query(): Promise<void> {
    queriedAt = performance.now();
    try {
      const row = await health.transaction(readRow);
      if (row === undefined) return;
      gauges.set(row);
      readAt = performance.now();
    } catch {
      // /readyz and the log report the failure; the scrape reports the age of the last row.
    }
  }
  return async () => {
    if (querying === undefined && performance.now() - queriedAt > keptMilliseconds) {
      querying = query().finally(() => {
        querying = undefined;
      });
    }
    if (querying !== undefined) await withinTimeout(querying);
    const age = performance.now() - readAt;
    if (age > STALE_MILLISECONDS) gauges.clear();
    gauges.setAge(Math.min(age, STALE_MILLISECONDS) / 1000);
  };
}

async function readRow(tx: Transaction): Promise<DatabaseMetricsRow | undefined> {
  const [[row], [waiting]] = await Promise.all([
    tx.query(READ_METRICS, [COUNTED_MAX]),
    tx.query(READ_WAITING, []),
  ]);
  return row && waiting && { ...row, ...waiting };
}

async function withinTimeout(answer: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_MILLISECONDS_MAX);
  await Promise.race([answer, late]);
  clearTimeout(timer);
}

/**
 * The cost is one descent of an index for each endpoint with pending deliveries, and one for each with due ones.
 * Pending deliveries are counted up to the parameter.
 */
const READ_METRICS = statement<Omit<DatabaseMetricsRow, keyof WaitingRow>>(
  'metrics',
  `
    with recursive ${PENDING_FAN_OUT}, behind as (
      select case environment
               when 'live' then (
                 select event.created_at
                   from event
                  where event.organization_id = listener.organization_id
                    and event.position > listener.fanned_position
                    and event.environment is distinct from 'test'
                  order by event.position
                  limit 1)
               else (
                 select event.created_at
                   from event
                  where event.organization_id = listener.organization_id
                    and event.environment = 'test'
                    and event.position > listener.fanned_position
                  order by event.position
                  limit 1)
             end as since
        from pending
       cross join lateral (${BEHIND}) listener
    ), ${QUEUES}, open as (
      select endpoint.id, endpoint.organization_id, endpoint.era
        from queue
       cross join lateral (
             select id, organization_id, era
               from webhook_endpoint
              where id = queue.endpoint_id and organization_id = queue.organization_id
                and disabled_at is null and deleted_at is null
              limit 1) endpoint
    ), first_due as (
      select (select next_attempt_at from webhook_delivery
               where endpoint_id = open.id and organization_id = open.organization_id
                 and era = open.era and is_queued
               order by next_attempt_at, id
               limit 1) as at
        from open
    ), to_be_queued as (
      select next_attempt_at as at
        from (select endpoint_id, organization_id, era, next_attempt_at
                from webhook_delivery
               where not is_queued and next_attempt_at <= now()
               order by next_attempt_at
               limit $1::int) delivery
       cross join lateral (
             select from webhook_endpoint
              where id = delivery.endpoint_id and organization_id = delivery.organization_id
                and era = delivery.era and disabled_at is null and deleted_at is null
              limit 1) endpoint
    )
    select coalesce((select extract(epoch from clock_timestamp() - min(since)) from behind), 0)::float8
             as lag_seconds,
           (select count(*) from (select from webhook_delivery where status = 'pending' limit $1::int) one)
             as pending,
           (select count(*)
              from (select from open
                     cross join lateral (
                           select from webhook_delivery
                            where endpoint_id = open.id and organization_id = open.organization_id
                              and era = open.era and is_queued and next_attempt_at <= now()
                            limit $1::int) delivery
                    union all
                    select from to_be_queued
                     limit $1::int) one) as due,
           greatest(0, coalesce((select extract(epoch from clock_timestamp() - least(
               (select min(at) from first_due), (select min(at) from to_be_queued)))), 0))
             ::float8 as oldest_due_seconds,
           coalesce((select json_agg(json_build_object(
                              'job', name, 'age_seconds', extract(epoch from now() - last_run_at)))
                       from periodic_job), '[]'::json) as jobs`,
);

type WaitingRow = Pick<DatabaseMetricsRow, 'waiting_sessions' | 'longest_wait_seconds'>;

/** Only sessions of the service's own roles count as waiting. */
const READ_WAITING = statement<WaitingRow>(
  'waiting-sessions',
  `
    select count(*) as waiting_sessions,
           coalesce(extract(epoch from max(clock_timestamp() - state_change)), 0)::float8
             as longest_wait_seconds
      from pg_stat_activity
     where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
);
