/**
 * One scrape returns the metrics of all processes of a start. The process that is scraped asks the parent, and the
 * parent asks all; each metric is summed, or its worst value is taken, as it is declared.
 *
 * A sum must not fall: Prometheus takes a counter that falls for one that was reset, and would show a rise that
 * never was. So the parent keeps the last metrics of each process, for one that does not answer in time, and the
 * counts of those that have ended.
 */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { registry, setProcesses } from './metrics.ts';

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The messages between a child and its parent; `id` matches an answer to its question. */
type Message =
  | { readonly telemetry: 'sum?'; readonly id: number }
  | { readonly telemetry: 'sum'; readonly id: number; readonly text: string }
  | { readonly telemetry: 'metrics?'; readonly id: number }
  | { readonly telemetry: 'metrics'; readonly id: number; readonly metrics: Metrics };

/** A child has this long to report its metrics; then its last ones count. */
const CHILD_MILLISECONDS_MAX = 1_000;
/** The parent has this long to return the sum. */
const PARENT_MILLISECONDS_MAX = 3_000;

/** Returns the metrics of a process that has no others next to it. */
export function ownMetrics(): () => Promise<string> {
  setProcesses(registry, { answering: 1, silent: 0 });
  return () => registry.metrics();
}

/**
 * Runs in a child: sends its own metrics to the parent, and returns the sum of all from it.
 *
 * @returns rejects where the parent does not answer
 */
export function metricsOfAll(): () => Promise<string> {
  const asked = new Map<number, (text: string) => void>();
  let questions = 0;
  process.on('message', (message: Message) => {
    if (message.telemetry === 'sum') asked.get(message.id)?.(message.text);
    if (message.telemetry !== 'metrics?') return;
    const { id } = message;
    void registry.getMetricsAsJSON().then((metrics) => post({ telemetry: 'metrics', id, metrics }));
  });
  return async () => {
    questions += 1;
    const id = questions;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    asked.set(id, resolve);
    const overdue = setTimeout(
      () => reject(new Error('the parent process does not answer')),
      PARENT_MILLISECONDS_MAX,
    );
    post({ telemetry: 'sum?', id });
    try {
      return await promise;
    } finally {
      clearTimeout(overdue);
      asked.delete(id);
    }
  };
}

/** The channel is closed once the parent ends. */
function post(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** Runs in the parent: adds up the metrics of its children. */
export class ProcessMetrics {
  readonly #children = new Map<Worker, Metrics>();
  /** The metrics of processes that have ended, which are summed soon after. */
  readonly #ended: Metrics[] = [];
  #isMerging = false;
  readonly #asked = new Map<number, (child: Worker, metrics: Metrics) => void>();
  #questions = 0;
  #sum: Promise<string> | undefined;

  add(child: Worker): void {
    this.#children.set(child, []);
    child.on('message', (message: Message) => {
      if (message.telemetry === 'metrics') {
        // A message of a process that has ended was read late. Its values are summed already and would count twice.
        if (!this.#children.has(child)) return;
        this.#children.set(child, message.metrics);
        this.#asked.get(message.id)?.(child, message.metrics);
      } else if (message.telemetry === 'sum?') {
        const { id } = message;
        this.#sum ??= this.#addUp().finally(() => {
          this.#sum = undefined;
        });
        void this.#sum.then((text) => send(child, { telemetry: 'sum', id, text }));
      }
    });
    child.once('exit', () => {
      const last = this.#children.get(child) ?? [];
      this.#children.delete(child);
      // This happens in the same turn in which the child is removed, so that every sum includes its counts.
      this.#ended.push(last.filter(({ type }) => String(type) !== 'gauge'));
      void this.#merge();
    });
  }

  /** Merges one batch at a time, so that a process that ends meanwhile is not lost. */
  async #merge(): Promise<void> {
    if (this.#isMerging) return;
    this.#isMerging = true;
    while (this.#ended.length > 1) {
      const merged = [...this.#ended];
      const one = await summed(merged).getMetricsAsJSON();
      this.#ended.splice(0, merged.length, one);
    }
    this.#isMerging = false;
  }

  async #addUp(): Promise<string> {
    const asked = [...this.#children.keys()];
    const silent = await this.#ask(asked);
    const sum = summed([...asked.map((child) => this.#children.get(child) ?? []), ...this.#ended]);
    setProcesses(sum, { answering: asked.length - silent, silent });
    return sum.metrics();
  }

  /** @returns how many did not answer in time */
  async #ask(children: readonly Worker[]): Promise<number> {
    this.#questions += 1;
    const id = this.#questions;
    const open = new Set(children);
    const { promise, resolve } = Promise.withResolvers<void>();
    const overdue = setTimeout(resolve, CHILD_MILLISECONDS_MAX);
    this.#asked.set(id, (child) => {
      open.delete(child);
      if (open.size === 0) resolve();
    });
    for (const child of children) send(child, { telemetry: 'metrics?', id });
    await promise;
    clearTimeout(overdue);
    this.#asked.delete(id);
    return open.size;
  }
}

function send(child: Worker, message: Message): void {
  if (child.isConnected()) child.send(message, () => {});
}

/** The metrics name how each is aggregated, and so does their sum. */
function summed(parts: Metrics[]): Registry {
  return AggregatorRegistry.aggregate(parts.map((part) => part.filter(({ values }) => values)));
}
