/**
 * One scrape answers for all processes of a start. Whichever of them is asked asks the parent, and that asks all;
 * figures are summed, or the worst of them is taken, as their metrics say.
 *
 * A sum must not fall: Prometheus takes a counter that falls for one that began anew, and would show a rise that
 * never was. So the parent keeps what each process said last, for one that does not answer in time, and what those
 * that have ended had counted.
 */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { registry, setProcesses } from './metrics.ts';

type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Between a child and its parent; `nth` tells questions apart. */
type Message =
  | { readonly telemetry: 'sum?'; readonly nth: number }
  | { readonly telemetry: 'sum'; readonly nth: number; readonly text: string }
  | { readonly telemetry: 'figures?'; readonly nth: number }
  | { readonly telemetry: 'figures'; readonly nth: number; readonly figures: Figures };

/** A child has this long to report its metrics; then its last ones count. */
const CHILD_MILLISECONDS_MAX = 1_000;
/** The parent has this long to return the sum. */
const PARENT_MILLISECONDS_MAX = 3_000;

/** Returns the metrics of a process that has no others beside it. */
export function ownMetrics(): () => Promise<string> {
  setProcesses(registry, { answering: 1, silent: 0 });
  return () => registry.metrics();
}

/**
 * In a child: its own figures for the parent, and the sum of all from it.
 *
 * @returns rejects where the parent does not answer
 */
export function metricsOfAll(): () => Promise<string> {
  const asked = new Map<number, (text: string) => void>();
  let questions = 0;
  process.on('message', (message: Message) => {
    if (message.telemetry === 'sum') asked.get(message.nth)?.(message.text);
    if (message.telemetry !== 'figures?') return;
    const { nth } = message;
    void registry.getMetricsAsJSON().then((figures) => say({ telemetry: 'figures', nth, figures }));
  });
  return async () => {
    questions += 1;
    const index = questions;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    asked.set(index, resolve);
    const overdue = setTimeout(
      () => reject(new Error('the parent process does not answer')),
      PARENT_MILLISECONDS_MAX,
    );
    say({ telemetry: 'sum?', nth: index });
    try {
      return await promise;
    } finally {
      clearTimeout(overdue);
      asked.delete(index);
    }
  };
}

/** A parent that ends has closed the channel. */
function say(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** In the parent: adds up what its children say. */
export class ProcessMetrics {
  readonly #children = new Map<Worker, Figures>();
  /** Values of processes that have ended. They are summed soon after. */
  readonly #ended: Figures[] = [];
  #isMerging = false;
  readonly #asked = new Map<number, (child: Worker, figures: Figures) => void>();
  #questions = 0;
  #sum: Promise<string> | undefined;

  add(child: Worker): void {
    this.#children.set(child, []);
    child.on('message', (message: Message) => {
      if (message.telemetry === 'figures') {
        // A message of a process that has ended was read late. Its values are summed already and would count twice.
        if (!this.#children.has(child)) return;
        this.#children.set(child, message.figures);
        this.#asked.get(message.nth)?.(child, message.figures);
      } else if (message.telemetry === 'sum?') {
        const { nth } = message;
        this.#sum ??= this.#addUp().finally(() => {
          this.#sum = undefined;
        });
        void this.#sum.then((text) => tell(child, { telemetry: 'sum', nth, text }));
      }
    });
    child.once('exit', () => {
      const last = this.#children.get(child) ?? [];
      this.#children.delete(child);
      // In the turn in which it leaves those that are asked, so that no sum is without it.
      this.#ended.push(last.filter(({ type }) => String(type) !== 'gauge'));
      void this.#merge();
    });
  }

  /** One at a time: of those that end meanwhile, none is forgotten. */
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
    const index = this.#questions;
    const open = new Set(children);
    const { promise, resolve } = Promise.withResolvers<void>();
    const overdue = setTimeout(resolve, CHILD_MILLISECONDS_MAX);
    this.#asked.set(index, (child) => {
      open.delete(child);
      if (open.size === 0) resolve();
    });
    for (const child of children) tell(child, { telemetry: 'figures?', nth: index });
    await promise;
    clearTimeout(overdue);
    this.#asked.delete(index);
    return open.size;
  }
}

function tell(child: Worker, message: Message): void {
  if (child.isConnected()) child.send(message, () => {});
}

/** The form says how each metric is put together; what is kept of it says that too. */
function summed(parts: Figures[]): Registry {
  return AggregatorRegistry.aggregate(parts.map((part) => part.filter(({ values }) => values)));
}
