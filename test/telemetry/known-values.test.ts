// Each metric, given a value that is known, reads that value in the text that Prometheus reads, in its unit.
import { readdirSync, readFileSync } from 'node:fs';
import { AggregatorRegistry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countWaits } from '../../src/database/database.ts';
import { batched } from '../../src/queues/batcher.ts';
import { FairSemaphore } from '../../src/queues/fair-semaphore.ts';
import {
  attemptsInFlight,
  countAnswer,
  countAttempt,
  countBatch,
  countChange,
  countDatabaseFailure,
  countDelivered,
  countEnded,
  countJob,
  countLockWait,
  countPoolWait,
  countRefusal,
  countShed,
  operationsInFlight,
  type QueueProbe,
  registry,
  watchPool,
  watchQueue,
} from '../../src/telemetry/metrics.ts';
import { ROOT } from '../support/document.ts';
import { metricValue } from '../support/metrics-text.ts';

// Time stands still but where it is moved.
beforeEach(() => {
  registry.resetMetrics();
  vi.useFakeTimers({ toFake: ['performance'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  registry.resetMetrics();
});

const before = (milliseconds: number) => performance.now() - milliseconds;

function expectMetrics(text: string, expected: Readonly<Record<string, number>>): void {
  const read = Object.keys(expected).map((series) => [series, metricValue(text, series)]);
  expect(Object.fromEntries(read)).toEqual(expected);
}

it('declares every metric in one file', () => {
  const declaring = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      /\bnew (Counter|Gauge|Histogram|Summary)\b/.test(readFileSync(`${ROOT}src/${path}`, 'utf8')),
  );
  expect(declaring).toEqual(['telemetry/metrics.ts']);
});

it('counts each thing once, by its own name, and times in seconds', async () => {
  countAnswer({ operationId: 'postMovement', status: 201, milliseconds: 2_000, caller: undefined });
  countRefusal('postMovement', 'insufficient_stock');
  countShed('in_flight');
  countBatch('stock_writer', 48, before(3_000));
  countChange('dispense', 'refused');
  countLockWait(before(4_000));
  countDatabaseFailure('lock_timeout');
  countAttempt({ outcome: 'failed', reason: 'timeout', milliseconds: 15_000 });
  countAttempt({ outcome: 'succeeded', reason: null, milliseconds: 1_000 });
  countDelivered(20);
  countEnded('expired', 7);
  countEnded('disabled', 5);
  countJob('sweep', 'done', before(90_000));
  countJob('forget', 'failed', before(1_000));
  countPoolWait({ pool: 'reads' }, before(5_000));
  operationsInFlight.set(6);
  attemptsInFlight.set(9);
  expectMetrics(await registry.metrics(), {
    'http_request_duration_seconds_sum{operation="postMovement",status="201"}': 2,
    'http_request_duration_seconds_count{operation="postMovement",status="201"}': 1,
    'http_request_duration_seconds_bucket{le="1",operation="postMovement",status="201"}': 0,
    'http_request_duration_seconds_bucket{le="2.5",operation="postMovement",status="201"}': 1,
    'http_refusals_total{operation="postMovement",code="insufficient_stock"}': 1,
    'shed_total{by="in_flight"}': 1,
    'batch_size_sum{queue="stock_writer"}': 48,
    'batch_size_count{queue="stock_writer"}': 1,
    'batch_size_bucket{le="32",queue="stock_writer"}': 0,
    'batch_size_bucket{le="64",queue="stock_writer"}': 1,
    'batch_duration_seconds_sum{queue="stock_writer"}': 3,
    'batch_duration_seconds_bucket{le="2.5",queue="stock_writer"}': 0,
    'batch_duration_seconds_bucket{le="5",queue="stock_writer"}': 1,
    'stock_changes_total{type="dispense",outcome="refused"}': 1,
    stock_lock_wait_seconds_sum: 4,
    stock_lock_wait_seconds_count: 1,
    'stock_lock_wait_seconds_bucket{le="2.5"}': 0,
    'stock_lock_wait_seconds_bucket{le="5"}': 1,
    'database_failures_total{kind="lock_timeout"}': 1,
    'webhook_attempts_total{outcome="failed",reason="timeout"}': 1,
    'webhook_attempts_total{outcome="succeeded",reason="none"}': 1,
    webhook_attempt_duration_seconds_sum: 16,
    webhook_attempt_duration_seconds_count: 2,
    'webhook_attempt_duration_seconds_bucket{le="10"}': 1,
    'webhook_attempt_duration_seconds_bucket{le="15"}': 2,
    webhook_delivery_delay_seconds_sum: 20,
    'webhook_delivery_delay_seconds_bucket{le="10"}': 0,
    'webhook_delivery_delay_seconds_bucket{le="30"}': 1,
    'webhook_deliveries_ended_total{reason="expired"}': 7,
    'webhook_deliveries_ended_total{reason="disabled"}': 5,
    'job_duration_seconds_sum{task="sweep",outcome="done"}': 90,
    'job_duration_seconds_bucket{le="60",task="sweep",outcome="done"}': 0,
    'job_duration_seconds_bucket{le="300",task="sweep",outcome="done"}': 1,
    'job_duration_seconds_sum{task="forget",outcome="failed"}': 1,
    'database_pool_wait_seconds_sum{pool="reads"}': 5,
    'database_pool_wait_seconds_bucket{le="1",pool="reads"}': 0,
    'database_pool_wait_seconds_bucket{le="5",pool="reads"}': 1,
    http_operations_in_flight: 6,
    webhook_attempts_in_flight: 9,
  });
});

it('adds up what waits in a queue, and says the age of the oldest, of several processes too', async () => {
  const probe = (depth: number, waitingSince?: number): QueueProbe => ({ depth, waitingSince });
  const probes = [probe(3, before(7_000)), probe(4, before(11_000)), probe(0)];
  for (const one of probes) watchQueue('admission', one);
  const one = await registry.getMetricsAsJSON();
  expectMetrics(await registry.metrics(), {
    'queue_depth{queue="admission"}': 7,
    'queue_oldest_seconds{queue="admission"}': 11,
    'queue_depth{queue="sku_lookup"}': 0,
    'queue_oldest_seconds{queue="sku_lookup"}': 0,
  });
  vi.advanceTimersByTime(2_000);
  const other = await registry.getMetricsAsJSON();
  expectMetrics(await AggregatorRegistry.aggregate([one, other]).metrics(), {
    'queue_depth{queue="admission"}': 14,
    'queue_oldest_seconds{queue="admission"}': 13,
  });
  // They are held weakly.
  expect(probes).toHaveLength(3);
});

it('says of each pool what is busy, idle and free, and what waits, as it is now', async () => {
  let pool = { totalCount: 7, idleCount: 3, waitingCount: 2, options: { max: 12 } };
  watchPool({ pool: 'health' }, () => pool);
  expectMetrics(await registry.metrics(), {
    'database_pool_connections{pool="health",state="busy"}': 4,
    'database_pool_connections{pool="health",state="idle"}': 3,
    'database_pool_connections{pool="health",state="free"}': 5,
    'database_pool_waiting{pool="health"}': 2,
  });
  // Another, with more than it should have.
  pool = { totalCount: 5, idleCount: 1, waitingCount: 0, options: { max: 4 } };
  expectMetrics(await registry.metrics(), {
    'database_pool_connections{pool="health",state="busy"}': 4,
    'database_pool_connections{pool="health",state="idle"}': 1,
    'database_pool_connections{pool="health",state="free"}': 0,
    'database_pool_waiting{pool="health"}': 0,
  });
});

it('times who waits for a connection, by promise and by callback, and nobody who need not', async () => {
  const takes = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
  const pool = {
    totalCount: 1,
    idleCount: 0,
    waitingCount: 0,
    options: { max: 1 },
    connect: (callback?: () => void) => {
      takes(2_000);
      if (callback === undefined) return Promise.resolve({});
      return callback();
    },
  };
  countWaits({ pool: 'writes' }, pool as unknown as Parameters<typeof countWaits>[1]);
  await pool.connect();
  await new Promise<void>((resolve) => pool.connect(resolve));
  pool.idleCount = 1;
  await pool.connect();
  expectMetrics(await registry.metrics(), {
    'database_pool_wait_seconds_sum{pool="writes"}': 4,
    'database_pool_wait_seconds_count{pool="writes"}': 2,
  });
});

it('says of a batcher how many wait, since when, and how many were done together for how long', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const run = async (items: number[]) => {
    await held;
    vi.advanceTimersByTime(2_000);
    return items;
  };
  const limits = { itemsMax: 3, inFlightMax: 1, waitingMax: 9 };
  const call = batched(run, { queue: 'new_levels', ...limits });
  const first = [1, 2, 3].map(call);
  // At the end of this turn the first are on their way.
  await new Promise((resolve) => setImmediate(resolve));
  const second = [call(4)];
  vi.advanceTimersByTime(3_000);
  second.push(call(5));
  expectMetrics(await registry.metrics(), {
    'queue_depth{queue="new_levels"}': 2,
    'queue_oldest_seconds{queue="new_levels"}': 3,
  });
  release();
  expect(await Promise.all([...first, ...second])).toEqual([1, 2, 3, 4, 5]);
  await new Promise((resolve) => setImmediate(resolve));
  expectMetrics(await registry.metrics(), {
    'queue_depth{queue="new_levels"}': 0,
    'queue_oldest_seconds{queue="new_levels"}': 0,
    'batch_size_count{queue="new_levels"}': 2,
    'batch_size_sum{queue="new_levels"}': 5,
    'batch_size_bucket{le="2",queue="new_levels"}': 1,
    'batch_duration_seconds_sum{queue="new_levels"}': 7,
  });
});

it('says of those that take turns how many wait, and since when the first of all keys', async () => {
  const turns = new FairSemaphore({ slotsMax: 1 });
  const end = await turns.take('somebody');
  const waiting = [turns.take('one')];
  vi.advanceTimersByTime(2_000);
  waiting.push(turns.take('another'), turns.take('one'));
  vi.advanceTimersByTime(3_000);
  expectMetrics(await registry.metrics(), {
    'queue_depth{queue="reads"}': 3,
    'queue_oldest_seconds{queue="reads"}': 5,
  });
  end();
  (await waiting[0])?.();
  expectMetrics(await registry.metrics(), {
    'queue_depth{queue="reads"}': 1,
    'queue_oldest_seconds{queue="reads"}': 3,
  });
  for (const turn of waiting.slice(1)) (await turn)();
});
