// biome-ignore-all lint/style/noExcessiveLinesPerFile: it lists every metric.
/**
 * The metrics that Prometheus reads. Every metric is declared here, and is written by a function from here: like
 * the log, and unlike a client, it is only written to, so there is one registry for the process.
 *
 * Label values come from the lists below, from the contract's operations and from its error codes: never an
 * organization, a key, an id, or anything that a caller sent. Series of the lists exist from the start, at 0, so
 * that an alert need not distinguish "nothing" from "never".
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Caller, ErrorCode } from '../errors.ts';

export const registry = new Registry();
const registers = [registry];

/** The queues of the process: of the batchers, of the stock writer, and of the semaphores. */
export const QUEUES = [
  'admission',
  'directory',
  'reads',
  'reports',
  'pin_hashes',
  'oidc_sign_ins',
  'batched_reads',
  'sku_lookup',
  'new_levels',
  'stock_writer',
  'releases',
  'waiting_releases',
  'patient_access',
  'refused_requests',
  'webhook_attempts',
] as const;
export type Queue = (typeof QUEUES)[number];
/** What may shed requests: a full queue, or the process as a whole. */
const SHEDDERS = [...QUEUES, 'in_flight', 'event_loop'] as const;
export type Shedder = (typeof SHEDDERS)[number];
const POOLS = ['writes', 'reads', 'health', 'standby'] as const;
export type PoolName = (typeof POOLS)[number];
const DATABASE_FAILURES = [
  'lost',
  'conflict',
  'lock_timeout',
  'statement_timeout',
  'exhausted',
] as const;
type DatabaseFailure = (typeof DATABASE_FAILURES)[number];
/** The kinds of changes of a stock level. */
const CHANGE_TYPES = [
  'receive',
  'fulfill',
  'dispense',
  'return',
  'reserve',
  'release',
  'adjust',
  'waste',
  'count',
  'transfer',
  'set_status',
  'set_expiry',
  'reallocate',
  'sweep',
  'reconsider_low',
] as const;
type ChangeType = (typeof CHANGE_TYPES)[number];
const CHANGE_OUTCOMES = ['posted', 'repeated', 'refused', 'unavailable', 'failed'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];
/** Why an attempt failed; `src/webhooks/delivery/send.ts` distinguishes these. */
const ATTEMPT_FAILURES = [
  'status',
  'redirect',
  'timeout',
  'connect',
  'dns',
  'address',
  'tls',
  'reset',
] as const;
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];
/** Why deliveries end without another attempt. */
export const ENDS = ['expired', 'disabled'] as const;
const JOBS = ['reallocate', 'sweep', 'forget'] as const;
export type Job = (typeof JOBS)[number];

/** Buckets from a read in memory to the longest time for which a movement is tried. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets up to the longest attempt of a delivery. */
const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** The last bucket ends at 36 hours, when a delivery dies. */
const DELAY_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 10_800, 43_200, 129_600];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 300, 1_800];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const POOL_WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** Adds the metrics of Node.js and of the process. The program calls it once. */
export function countProcess(): void {
  collectDefaultMetrics({ register: registry });
}

const answers = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Seconds from the head of a request to the end of its answer.',
  labelNames: ['operation', 'status', 'cell'],
  buckets: SECONDS,
  registers,
});

export function countAnswer(answered: {
  readonly operationId: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly caller: Pick<Caller, 'cell'> | undefined;
}): void {
  const { operationId: operation, status, milliseconds, caller } = answered;
  const cell = caller?.cell;
  answers.observe({ operation, status, ...(cell !== undefined && { cell }) }, milliseconds / 1000);
}

const refusals = new Counter({
  name: 'http_refusals_total',
  help: 'Requests that were refused, by error code; those that came in a batch are each one.',
  labelNames: ['operation', 'code'],
  registers,
});

/** Internal errors have a series from the start: an alert asks for the first of them. */
export function expectOperations(operationIds: readonly string[]): void {
  for (const operation of operationIds) refusals.inc({ operation, code: 'internal_error' }, 0);
}

export function countRefusal(operation: string, code: ErrorCode): void {
  refusals.inc({ operation, code });
}

/** Why a refused request is not kept: a bound of its organization or of the process, or the database failed. */
export const LEFT_OUT = ['organization', 'process', 'database'] as const;

const leftOut = new Counter({
  name: 'http_refusals_left_out_total',
  help: 'Requests that were refused or failed and that `GET /v1/requests` leaves out, by why.',
  labelNames: ['by'],
  registers,
});
for (const by of LEFT_OUT) leftOut.inc({ by }, 0);

export function countLeftOut(by: (typeof LEFT_OUT)[number]): void {
  leftOut.inc({ by });
}

export const operationsInFlight = new Gauge({
  name: 'http_operations_in_flight',
  help: 'Requests of operations that are being answered.',
  registers,
});

const shed = new Counter({
  name: 'shed_total',
  help: 'Requests and changes that were answered 503 since too much was to be done, by what said so.',
  labelNames: ['by'],
  registers,
});
for (const by of SHEDDERS) shed.inc({ by }, 0);

export function countShed(by: Shedder): void {
  shed.inc({ by });
}

/** A queue as Prometheus reads it on a scrape. */
export interface QueueProbe {
  readonly depth: number;
  /** When the oldest waiting item came, by performance.now(); undefined where none waits. */
  readonly waitingSince: number | undefined;
}

/** The probes are held weakly, so that an unused queue is collected with what it holds. */
const probes = new Map(QUEUES.map((queue) => [queue, new Set<WeakRef<QueueProbe>>()]));

export function watchQueue(queue: Queue, probe: QueueProbe): void {
  probes.get(queue)?.add(new WeakRef(probe));
}

function probesOf(queue: Queue): QueueProbe[] {
  const watched = probes.get(queue) ?? new Set();
  return [...watched].flatMap((reference) => {
    const probe = reference.deref();
    if (probe === undefined) watched.delete(reference);
    return probe ?? [];
  });
}

new Gauge({
  name: 'queue_depth',
  help: 'What waits in the process to be done.',
  labelNames: ['queue'],
  registers,
  collect() {
    for (const queue of QUEUES) {
      this.set(
        { queue },
        probesOf(queue).reduce((sum, { depth }) => sum + depth, 0),
      );
    }
  },
});

new Gauge({
  name: 'queue_oldest_seconds',
  help: 'How long the first of those that wait has waited.',
  labelNames: ['queue'],
  registers,
  aggregator: 'max',
  collect() {
    const now = performance.now();
    for (const queue of QUEUES) {
      const since = probesOf(queue).map(({ waitingSince }) => waitingSince ?? now);
      this.set({ queue }, (now - Math.min(now, ...since)) / 1000);
    }
  },
});

const batchSizes = new Histogram({
  name: 'batch_size',
  help: 'What was done together.',
  labelNames: ['queue'],
  buckets: SIZES,
  registers,
});
const batchSeconds = new Histogram({
  name: 'batch_duration_seconds',
  help: 'Seconds from the start of a batch to its end, with what it was tried again for.',
  labelNames: ['queue'],
  buckets: SECONDS,
  registers,
});
/** The semaphore of reads makes no batches. */
for (const queue of QUEUES.filter((one) => one !== 'reads')) {
  batchSizes.zero({ queue });
  batchSeconds.zero({ queue });
}

/** @param startedAt by performance.now() */
export function countBatch(queue: Queue, size: number, startedAt: number): void {
  batchSizes.observe({ queue }, size);
  batchSeconds.observe({ queue }, (performance.now() - startedAt) / 1000);
}

const changes = new Counter({
  name: 'stock_changes_total',
  help: 'Changes of stock that came to the door, by what was asked and what came of it.',
  labelNames: ['type', 'outcome'],
  registers,
});
for (const type of CHANGE_TYPES) {
  for (const outcome of CHANGE_OUTCOMES) changes.inc({ type, outcome }, 0);
}

export function countChange(type: ChangeType, outcome: ChangeOutcome): void {
  changes.inc({ type, outcome });
}

const lockWaits = new Histogram({
  name: 'stock_lock_wait_seconds',
  help: 'Seconds that batches waited for a level which another process had locked, with one trip to the server.',
  buckets: SECONDS,
  registers,
});

/** @param startedAt by performance.now() */
export function countLockWait(startedAt: number): void {
  lockWaits.observe((performance.now() - startedAt) / 1000);
}

const failures = new Counter({
  name: 'database_failures_total',
  help: 'Statements and transactions that failed, by what that means; those that were tried again too.',
  labelNames: ['kind'],
  registers,
});
for (const kind of DATABASE_FAILURES) failures.inc({ kind }, 0);

export function countDatabaseFailure(kind: DatabaseFailure): void {
  failures.inc({ kind });
}

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver, by what came of them; of dead deliveries the last attempt is `dead`.',
  labelNames: ['outcome', 'reason'],
  registers,
});
attempts.inc({ outcome: 'succeeded', reason: 'none' }, 0);
for (const reason of ATTEMPT_FAILURES) {
  for (const outcome of ['failed', 'dead']) attempts.inc({ outcome, reason }, 0);
}
const attemptSeconds = new Histogram({
  name: 'webhook_attempt_duration_seconds',
  help: 'Seconds that attempts to deliver took.',
  buckets: ATTEMPT_SECONDS,
  registers,
});

export function countAttempt(attempt: {
  readonly outcome: 'succeeded' | 'failed' | 'dead';
  readonly reason: AttemptFailure | null;
  readonly milliseconds: number;
}): void {
  attempts.inc({ outcome: attempt.outcome, reason: attempt.reason ?? 'none' });
  attemptSeconds.observe(attempt.milliseconds / 1000);
}

const deliveryDelays = new Histogram({
  name: 'webhook_delivery_delay_seconds',
  help: 'Seconds from the creation of an event to its first successful delivery to an endpoint.',
  buckets: DELAY_SECONDS,
  registers,
});

export function countDelivered(delaySeconds: number): void {
  deliveryDelays.observe(delaySeconds);
}

const ended = new Counter({
  name: 'webhook_deliveries_ended_total',
  help: 'Deliveries that ended as dead between two attempts, by why.',
  labelNames: ['reason'],
  registers,
});
for (const reason of ENDS) ended.inc({ reason }, 0);

export function countEnded(reason: (typeof ENDS)[number], deliveries: number): void {
  ended.inc({ reason }, deliveries);
}

export const attemptsInFlight = new Gauge({
  name: 'webhook_attempts_in_flight',
  help: 'Attempts to deliver that are under way.',
  registers,
});

const jobs = new Histogram({
  name: 'job_duration_seconds',
  help: 'Seconds that the periodic work took.',
  // Prometheus uses `job` itself.
  labelNames: ['task', 'outcome'],
  buckets: JOB_SECONDS,
  registers,
});
for (const task of JOBS) for (const outcome of ['done', 'failed']) jobs.zero({ task, outcome });

/** @param startedAt by performance.now() */
export function countJob(task: Job, outcome: 'done' | 'failed', startedAt: number): void {
  jobs.observe({ task, outcome }, (performance.now() - startedAt) / 1000);
}

/** The part of pg's pool that the metrics read. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number };
}

/** Which pool it is; the cell is named where there are several. */
export interface PoolLabels {
  readonly pool: PoolName;
  readonly cell?: string;
}

const pools = new Map<string, { labels: PoolLabels; currentPool: () => Pool }>();

/** Watches a pool. The program calls it once for each. @param currentPool a database may replace its pool */
export function watchPool(labels: PoolLabels, currentPool: () => Pool): void {
  pools.set(`${labels.cell} ${labels.pool}`, { labels, currentPool });
}

new Gauge({
  name: 'database_pool_connections',
  help: 'Connections to the database; those of state `free` may still be opened.',
  labelNames: ['pool', 'state', 'cell'],
  registers,
  collect() {
    for (const { labels, currentPool } of pools.values()) {
      const { totalCount, idleCount, options } = currentPool();
      this.set({ ...labels, state: 'busy' }, totalCount - idleCount);
      this.set({ ...labels, state: 'idle' }, idleCount);
      this.set({ ...labels, state: 'free' }, Math.max(0, (options.max ?? 0) - totalCount));
    }
  },
});

new Gauge({
  name: 'database_pool_waiting',
  help: 'What waits for a connection.',
  labelNames: ['pool', 'cell'],
  registers,
  collect() {
    for (const { labels, currentPool } of pools.values()) {
      this.set({ ...labels }, currentPool().waitingCount);
    }
  },
});

const poolWaits = new Histogram({
  name: 'database_pool_wait_seconds',
  help: 'Seconds until a connection was had, where none was idle; of those that were opened for it too.',
  labelNames: ['pool', 'cell'],
  buckets: POOL_WAIT_SECONDS,
  registers,
});
for (const pool of POOLS) poolWaits.zero({ pool });

/** @param startedAt by performance.now() */
export function countPoolWait(labels: PoolLabels, startedAt: number): void {
  poolWaits.observe({ ...labels }, (performance.now() - startedAt) / 1000);
}

/** The program calls it once. @param takeWorstSeconds returns the worst delay since it was last called */
export function watchEventLoop(takeWorstSeconds: () => number): void {
  new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'By how much the event loop was late, at the worst since this was last asked.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(takeWorstSeconds());
    },
  });
}

/** @param to the registry of this process, or the sum of several */
export function setProcesses(
  to: Registry,
  counts: { readonly answering: number; readonly silent: number },
): void {
  const gauge = new Gauge({
    name: 'service_processes',
    help: 'Processes of this start, by whether they said their figures in time.',
    labelNames: ['state'],
    registers: [to],
  });
  for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count);
}

/** The columns that one query reads of the database for Prometheus. */
export interface DatabaseMetricsRow {
  readonly lag_seconds: number;
  readonly pending: number;
  readonly due: number;
  readonly oldest_due_seconds: number;
  readonly waiting_sessions: number;
  readonly longest_wait_seconds: number;
  readonly jobs: readonly { readonly job: string; readonly age_seconds: number }[];
}

/** Gauges that are read from the database, in a registry of their own: they are not summed over processes. */
export function databaseGauges() {
  const own = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['cell'], registers: [own] });
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
  const ages = new Gauge({
    name: 'job_last_run_age_seconds',
    help: 'Since the periodic work was last begun, by any worker.',
    labelNames: ['task', 'cell'],
    registers: [own],
  });
  return {
    /** @param cell the name of the cell whose database it is, where there are several */
    of: (cell: string | undefined) => {
      const labels = cell === undefined ? {} : { cell };
      return {
        set(row: DatabaseMetricsRow): void {
          for (const [column, one] of Object.entries(single)) {
            one.set(labels, row[column as keyof typeof single]);
          }
          for (const { job, age_seconds } of row.jobs) {
            if (JOBS.some((name) => name === job)) ages.set({ ...labels, task: job }, age_seconds);
          }
        },
        /** Removes all but the age of the row. */
        clear(): void {
          for (const one of Object.values(single)) one.remove(labels);
          for (const task of JOBS) ages.remove({ ...labels, task });
        },
        setAge: (seconds: number) => age.set(labels, seconds),
      };
    },
    text: () => own.metrics(),
  };
}
