// Figures that the database knows and no process: what waits to be delivered, what waits for a lock, when the
// periodic work was last done. They are asked for when somebody scrapes, by the one who is asked; where the database
// is slow or gone, there is what it said last, and then nothing.
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { JOBS } from '../telemetry/metrics.ts';
import { QUEUES } from '../webhooks/delivery/claim-deliveries.ts';
import { BEHIND, PENDING_FAN_OUT } from '../webhooks/delivery/fan-out-pending.ts';

/** Whoever scrapes more often is told what the last was told. */
const KEPT_MILLISECONDS = 5_000;
/** Then nothing is said any more, so that nobody takes it for the present. */
const STALE_MILLISECONDS = 120_000;
/** That a scrape waits for the database; what comes later is there for the next. */
const WAIT_MILLISECONDS_MAX = 1_000;
/** What waits beyond is not counted: a scrape must not cost what a backlog does. */
const COUNTED_MAX = 100_000;

/**
 * @param health a connection that nothing else keeps busy
 * @returns never rejects
 */
export function databaseMetrics(
  health: Database,
  { keptMilliseconds = KEPT_MILLISECONDS } = {},
): () => Promise<string> {
  const registry = new Registry();
  const gauges = makeGauges(registry);
  let askedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  async function ask(): Promise<void> {
    askedAt = performance.now();
    try {
      const [told] = await health.transaction((tx) => tx.query(FIGURES, [COUNTED_MAX]));
      if (told === undefined) return;
      gauges.set(told);
      toldAt = performance.now();
    } catch {
      // /readyz and the log say why; here it is the age that tells.
    }
  }
  return async () => {
    if (asking === undefined && performance.now() - askedAt > keptMilliseconds) {
      asking = ask().finally(() => {
        asking = undefined;
      });
    }
    if (asking !== undefined) await inTime(asking);
    const age = performance.now() - toldAt;
    if (age > STALE_MILLISECONDS) gauges.clear();
    gauges.age.set(Math.min(age, STALE_MILLISECONDS) / 1000);
    return registry.metrics();
  };
}

async function inTime(answer: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_MILLISECONDS_MAX);
  await Promise.race([answer, late]);
  clearTimeout(timer);
}

interface Told {
  readonly lag_seconds: number;
  readonly pending: number;
  readonly due: number;
  readonly oldest_due_seconds: number;
  readonly waiting_sessions: number;
  readonly longest_wait_seconds: number;
  readonly jobs: readonly { readonly job: string; readonly age_seconds: number }[];
}

function makeGauges(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const age = gauge(
    'database_figures_age_seconds',
    'How old the figures are that the database was asked for; at 120 they are left out.',
  );
  const single = {
    lag_seconds: gauge(
      'webhook_fan_out_lag_seconds',
      'Age of the oldest event that is not yet a delivery for an endpoint that it is for.',
    ),
    pending: gauge('webhook_deliveries_pending', 'Deliveries that have not ended, to 100,000.'),
    due: gauge('webhook_deliveries_due', 'Deliveries that could be tried now, to 100,000.'),
    oldest_due_seconds: gauge(
      'webhook_oldest_due_seconds',
      'Seconds for which the delivery that has been due the longest has waited.',
    ),
    waiting_sessions: gauge(
      'database_sessions_waiting_for_locks',
      'Sessions of the service that wait for a lock now.',
    ),
    longest_wait_seconds: gauge(
      'database_longest_lock_wait_seconds',
      'For how long the first of those has waited.',
    ),
  };
  const jobs = new Gauge({
    name: 'job_last_run_age_seconds',
    help: 'Since the periodic work was last begun, by any worker.',
    labelNames: ['task'],
    registers,
  });
  return {
    age,
    set: (told: Told) => {
      for (const [name, one] of Object.entries(single)) {
        one.set(told[name as keyof typeof single]);
      }
      for (const { job, age_seconds } of told.jobs) {
        if (JOBS.some((one) => one === job)) jobs.set({ task: job }, age_seconds);
      }
    },
    clear: () => {
      for (const one of Object.values(single)) one.remove();
      jobs.reset();
    },
  };
}

/**
 * Each endpoint that lacks something is one look at an index, as is each that has something due; of what is pending
 * so many are counted and no more. What waits for a lock is seen of the service's own roles alone.
 */
const FIGURES = statement<Told>(
  'figures',
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
        from news
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
    ), waiting as (
      select clock_timestamp() - state_change as waited from pg_stat_activity
       where datname = current_database() and usename = current_user and wait_event_type = 'Lock'
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
           (select count(*) from waiting) as waiting_sessions,
           coalesce((select extract(epoch from max(waited)) from waiting), 0)::float8
             as longest_wait_seconds,
           coalesce((select json_agg(json_build_object(
                              'job', name, 'age_seconds', extract(epoch from now() - last_run_at)))
                       from periodic_job), '[]'::json) as jobs`,
);
