// The worker delivers webhooks and runs the periodic jobs.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { forgetAged } from '../audit/forget.ts';
import { statement } from '../database/statement.ts';
import { forgetEvents } from '../events/forget-events.ts';
import { reallocateLots } from '../inventory/sweep/reallocate-lots.ts';
import { sweepLots } from '../inventory/sweep/sweep-lots.ts';
import type { Stock } from '../inventory/writer/stock-writer.ts';
import { countJob, type Job } from '../telemetry/metrics.ts';
import { tracer } from '../telemetry/tracing.ts';
import { type DeliveryParts, deliverUntil } from '../webhooks/delivery/deliver.ts';

const POLL_INTERVAL_MILLISECONDS = 60_000;
const HOUR_SECONDS = 3_600;
/** This is less than the poll interval, so that the job is due on each poll. */
const EACH_POLL_SECONDS = 30;

/**
 * Starts the worker. One signal stops everything that loops or waits, so `stop` resolves within seconds; the next
 * worker continues what it breaks off.
 */
export function startWorker(parts: DeliveryParts & Stock): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = Promise.all([deliverUntil(signal, parts), pollUntil(signal, parts)]);
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

async function pollUntil(
  signal: AbortSignal,
  { database, stockWriter, log }: DeliveryParts & Stock,
): Promise<void> {
  while (!signal.aborted) {
    await doWhatIsDue({ database, stockWriter }, { log, signal });
    await pause(POLL_INTERVAL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

/** Runs the jobs that are due. Never rejects: a failed job is due again after its interval, an aborted one at once. */
export async function doWhatIsDue(
  stock: Stock,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const { database } = stock;
  const jobs: { name: Job; seconds: number; run: () => Promise<void> }[] = [
    {
      name: 'reallocate',
      seconds: EACH_POLL_SECONDS,
      run: async () => {
        await reallocateLots(stock, { asOf: null, by: 'worker', signal });
      },
    },
    {
      name: 'sweep',
      seconds: HOUR_SECONDS,
      run: async () => {
        await sweepLots(stock, { asOf: null, by: 'worker', signal });
      },
    },
    {
      name: 'forget',
      seconds: HOUR_SECONDS,
      run: async () => {
        await forgetEvents(database, signal);
        await forgetAged(database, signal);
      },
    },
  ];
  for (const { name, seconds, run } of jobs) {
    if (signal.aborted) return;
    const startedAt = performance.now();
    try {
      const [claimed] = await database.query(CLAIM_JOB, [name, seconds]);
      if (claimed === undefined) continue;
      await (tracer()?.job(name, run) ?? run());
      if (signal.aborted) await database.query(PUT_BACK_JOB, [name]);
      countJob(name, 'done', startedAt);
    } catch (error) {
      countJob(name, 'failed', startedAt);
      log.error({ job: name, cause: (error as Error).message }, 'a periodic job failed');
    }
  }
}

/** Claims a job for one of several workers, once in the interval. */
const CLAIM_JOB = statement<{ name: string }>(
  'claim-job',
  `
    insert into periodic_job (name, last_run_at) values ($1::text, now())
    on conflict (name) do update set last_run_at = excluded.last_run_at
     where excluded.last_run_at - periodic_job.last_run_at > make_interval(secs => $2::int)
    returning name`,
);

const PUT_BACK_JOB = statement<never>(
  'put-back-job',
  `update periodic_job set last_run_at = 'epoch' where name = $1::text`,
);
