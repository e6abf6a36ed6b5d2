import { countBatch, type Queue } from '../telemetry/metrics.ts';
import { type Carried, tracer } from '../telemetry/tracing.ts';
import { BoundedQueue, type Waiting } from './bounded-queue.ts';

/** The calls of a batch share one key. */
const KEY = '';

/**
 * Groups calls into batches. Calls that come in one turn of the event loop go together at its end; those
 * that come while batches are in flight form the next one, of at most `itemsMax`. `run` returns one result
 * for each item, in their order; an item's result that is an Error rejects that call alone.
 *
 * A call is answered 503 `unavailable` at once while `waitingMax` others wait, or the oldest of these for too long; and
 * when it reaches the queue timeout itself. `waitingMax` is left out where the callers are bounded elsewhere.
 * `waitsForever` is set where work that was done already would be lost with a refusal.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  {
    queue,
    itemsMax,
    inFlightMax,
    waitingMax = Infinity,
    waitsForever = false,
  }: {
    queue: Queue;
    itemsMax: number;
    inFlightMax: number;
    waitingMax?: number;
    waitsForever?: boolean;
  },
): (item: Item) => Promise<Result> {
  interface Call extends Waiting {
    readonly item: Item;
    readonly carried: Carried | undefined;
    readonly resolve: (result: Result) => void;
  }
  const waiting = new BoundedQueue<Call>(queue, {
    waitingMax,
    ...(waitsForever && { shedAfterMilliseconds: Infinity, timeoutMilliseconds: Infinity }),
  });
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.depth === 0 || inFlight >= inFlightMax) return;
    scheduled = true;
    setImmediate(flush);
  }

  async function flush(): Promise<void> {
    scheduled = false;
    const batch = waiting.take(KEY, itemsMax);
    if (batch.length === 0) return;
    inFlight += 1;
    // More calls may have come in this turn than one batch takes.
    schedule();
    const startedAt = performance.now();
    try {
      const items = batch.map(({ item }) => item);
      const tracing = tracer();
      const results = await (tracing === undefined
        ? run(items)
        : tracing.batch({ queue, carries: batch.map(({ carried }) => carried) }, () => run(items)));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      countBatch(queue, batch.length, startedAt);
      schedule();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      waiting.add(KEY, { item, since, carried: tracer()?.carried(), resolve, reject });
      schedule();
    });
}
