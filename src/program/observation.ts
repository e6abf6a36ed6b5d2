// How a process is observed from outside: its metrics, its readiness and its traces.
import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isExhausted, isTransient } from '../database/failures.ts';
import { readinessOf } from '../database/open.ts';
import { createHousekeepingApp } from '../http/app.ts';
import type { Housekeeping } from '../http/housekeeping.ts';
import { watchLag } from '../http/overload.ts';
import { type Listening, listen } from '../http/serve.ts';
import { countProcess, registry } from '../telemetry/metrics.ts';
import { metricsOfAll, ownMetrics } from '../telemetry/processes.ts';
import { setTracer } from '../telemetry/tracing.ts';
import { databaseMetrics } from './database-metrics.ts';

/** Starts the metrics of this process, and its traces where an address for them is set. */
export async function startTelemetry({ otlpEndpoint }: Config): Promise<void> {
  countProcess();
  if (otlpEndpoint === undefined) return;
  const { startTracing } = await import('../telemetry/otlp.ts');
  setTracer(startTracing());
}

/** @param healths the database of no name, or that of each cell by its name */
export function housekeepingOf(
  healths: ReadonlyMap<string | undefined, Database>,
  { lifecycle, log }: Pick<Housekeeping, 'lifecycle' | 'log'>,
): Required<Housekeeping> {
  const lag = watchLag();
  const ofProcesses = cluster.isWorker ? metricsOfAll() : ownMetrics();
  const ofDatabases = databaseMetrics(healths);
  return {
    lifecycle,
    log,
    lag,
    isExhausted,
    databases: new Map([...healths].map(([cell, health]) => [cell, readinessOf(health)])),
    metrics: async () => {
      const texts = await Promise.all([ofProcesses(), ofDatabases()]);
      return { contentType: registry.contentType, text: texts.join('') };
    },
  };
}

/** Listens for scrapes where a port is set. A worker answers no other requests. */
export async function listenForScrapes(
  { host, metricsPort: port }: Config,
  housekeeping: Required<Housekeeping>,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  const { lifecycle } = housekeeping;
  const app = createHousekeepingApp({ ...housekeeping, isTransient });
  return listen(app, { host, port, lifecycle });
}
