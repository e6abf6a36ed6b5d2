import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AppParts } from './app.ts';

/** From a read in memory to the longest that a movement is tried. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What Prometheus reads of this process: its own health, and the seconds that answers took, by operation
 * and status. Never an organization, a key or anything that a caller sent.
 *
 * @param labels of every series: which of several processes on one port it is
 */
export function makeMetrics(
  labels: Readonly<Record<string, string>> = {},
): Required<Pick<AppParts<unknown>, 'metrics' | 'observe'>> {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    metrics: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    observe: ({ operationId, status, milliseconds }) =>
      requests.observe({ operation: operationId, status }, milliseconds / 1000),
  };
}
