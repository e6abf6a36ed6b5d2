import { countBatch, type Queue, watchQueue } from '../telemetry/metrics.ts';
import { type Carried, tracer } from '../telemetry/tracing.ts';
import { shed } from './shed.ts';

/**
 * While the oldest call has waited this long, no other is queued behind it. Locks time out after the same time, so
 * a queue that a lock delays moves on by then, by itself or with another outcome.
 */
export const SHED_AFTER_MILLISECONDS = 4_000;
/** The queue timeout: by then a caller has given up, or comes again. */
export const QUEUE_TIMEOUT_MILLISECONDS = 8_000;
const POLL_INTERVAL_MILLISECONDS = 250;

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
  interface Waiting {
    item: Item;
    since: number;
    carried: Carried | undefined;
    resolve: (result: Result) => void;
    reject: (reason: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;
  let isPolling = false;
  const probe = {
    get depth() {
      return waiting.length;
    },
    get waitingSince() {
      return waiting[0]?.since;
    },
  };
  watchQueue(queue, probe);

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight >= inFlightMax) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void flush();
      // More calls may have come in this turn than one batch takes.
      schedule();
    });
  }

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, itemsMax);
    if (batch.length === 0) return;
    inFlight += 1;
    const startedAt = performance.now();
    try {
      const work = () => run(batch.map(({ item }) => item));
      const results = await (tracer()?.batch(
        { queue, carries: batch.map(({ carried }) => carried) },
        work,
      ) ?? work());
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      countBatch(queue, batch.length, startedAt);
      schedule();
    }
  }

  /** Polls while anybody waits: a batch in flight may hang, and would not report it. */
  function pollSoon(): void {
    if (waitsForever || isPolling) return;
    isPolling = true;
    setTimeout(() => {
      isPolling = false;
      const latest = performance.now() - QUEUE_TIMEOUT_MILLISECONDS;
      const late = waiting.findIndex(({ since }) => since > latest);
      for (const { reject } of waiting.splice(0, late < 0 ? waiting.length : late)) {
        reject(shed(queue));
      }
      if (waiting.length > 0) pollSoon();
    }, POLL_INTERVAL_MILLISECONDS).unref();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      // This reference keeps the probe alive, which the metrics hold weakly, for as long as somebody may call.
      const { depth, waitingSince: first } = probe;
      const since = performance.now();
      const isHeldUp =
        !waitsForever && first !== undefined && since - first > SHED_AFTER_MILLISECONDS;
      if (depth >= waitingMax || isHeldUp) {
        reject(shed(queue));
        return;
      }
      waiting.push({ item, since, carried: tracer()?.carried(), resolve, reject });
      pollSoon();
      schedule();
    });
}
