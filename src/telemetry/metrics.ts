/**
 * What Prometheus reads of this process. All that is counted has its name here, and is counted by a function
 * from here: like the log, and unlike a client, it is only written to, so there is one for the process.
 *
 * Label values come from the lists below, from the contract's operations and from its error codes: never an
 * organization, a key, an id, or anything that a caller sent. What a list names is there from the start, at 0, so
 * that an alert need not tell nothing from never.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors.ts';

export const registry = new Registry();
const registers = [registry];

/** What waits to be done together, or for its turn. */
export const QUEUES = [
  ...(['admission', 'reads', 'sku_lookup', 'new_levels', 'stock_door'] as const),
  ...(['patient_access', 'webhook_attempts'] as const),
];
export type Queue = (typeof QUEUES)[number];
/** What may turn requests away: a queue, or the process as a whole. */
export const SHEDDERS = [...QUEUES, 'in_flight', 'event_loop'] as const;
export type Shedder = (typeof SHEDDERS)[number];
export const POOLS = ['writes', 'reads', 'health'] as const;
export type PoolName = (typeof POOLS)[number];
export const DATABASE_FAILURES = [
  ...(['lost', 'conflict', 'lock_timeout', 'statement_timeout', 'exhausted'] as const),
];
export type DatabaseFailure = (typeof DATABASE_FAILURES)[number];
/** What a stock level may be asked for. */
export const CHANGE_TYPES = [
  ...(['receive', 'fulfill', 'dispense', 'return', 'reserve', 'release'] as const),
  ...(['adjust', 'waste', 'count', 'transfer', 'set_status', 'set_expiry'] as const),
  ...(['vacate', 'sweep', 'reconsider_low'] as const),
];
export type ChangeType = (typeof CHANGE_TYPES)[number];
export const CHANGE_OUTCOMES = ['posted', 'repeated', 'refused', 'unavailable', 'failed'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];
/** Why an attempt failed: classes of send.ts. */
export const ATTEMPT_FAILURES = [
  ...(['status', 'redirect', 'timeout', 'connect', 'dns', 'address', 'tls', 'reset'] as const),
];
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];
/** Why deliveries end without another attempt. */
export const ENDS = ['expired', 'disabled'] as const;
export const JOBS = ['vacate', 'sweep', 'forget'] as const;
export type Job = (typeof JOBS)[number];

/** From a read in memory to the longest that a movement is tried. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** To the longest attempt of a delivery. */
const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** To 36 hours, after which a delivery is dead. */
const DELAY_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 10_800, 43_200, 129_600];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 300, 1_800];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The figures of Node.js and of the process; once, by the program. */
export function countProcess(): void {
  collectDefaultMetrics({ register: registry });
}

const answers = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Seconds from the head of a request to the end of its answer.',
  labelNames: ['operation', 'status'],
  buckets: SECONDS,
  registers,
});

export function countAnswer(answered: {
  readonly operationId: string;
  readonly status: number;
  readonly milliseconds: number;
}): void {
  const { operationId: operation, status, milliseconds } = answered;
  answers.observe({ operation, status }, milliseconds / 1000);
}

const refusals = new Counter({
  name: 'http_refusals_total',
  help: 'Requests that were refused, by error code; those that came in a batch are each one.',
  labelNames: ['operation', 'code'],
  registers,
});

/** Those that are nobody's fault but ours are there from the start: an alert asks for the first of them. */
export function expectOperations(operationIds: readonly string[]): void {
  for (const operation of operationIds) refusals.inc({ operation, code: 'internal_error' }, 0);
}

export function countRefusal(operation: string, code: ErrorCode): void {
  refusals.inc({ operation, code });
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

/** What a queue says of itself when it is asked. */
export interface QueueProbe {
  readonly depth: number;
  /** When the first of those that wait came, as performance.now() has it; undefined where none waits. */
  readonly waitingSince: number | undefined;
}

/** Held weakly: who is watched says so once, and may go. */
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
/** Those of a queue that takes turns are never together. */
for (const queue of QUEUES.filter((one) => one !== 'reads')) {
  batchSizes.zero({ queue });
  batchSeconds.zero({ queue });
}

/** @param startedAt as performance.now() has it */
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

/** @param startedAt as performance.now() has it */
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
  // `job` is Prometheus's own.
  labelNames: ['task', 'outcome'],
  buckets: JOB_SECONDS,
  registers,
});
for (const task of JOBS) for (const outcome of ['done', 'failed']) jobs.zero({ task, outcome });

/** @param startedAt as performance.now() has it */
export function countJob(task: Job, outcome: 'done' | 'failed', startedAt: number): void {
  jobs.observe({ task, outcome }, (performance.now() - startedAt) / 1000);
}
