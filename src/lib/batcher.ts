import { errors } from '../errors.ts';
import { countBatch, countShed, type Queue, watchQueue } from '../telemetry/metrics.ts';
import { type Carried, tracer } from '../telemetry/tracing.ts';

/**
 * When the first of those that wait has waited for so long, nobody is taken to wait behind it. As long as a lock is
 * waited for: what a lock holds up goes on then, by itself or with another outcome.
 */
export const SHED_AFTER_MILLISECONDS = 4_000;
/** Nobody waits for longer: a caller has given up, or comes again. */
export const PATIENCE_MILLISECONDS = 8_000;
const POLL_INTERVAL_MILLISECONDS = 250;
export const RETRY_AFTER_SECONDS = 1;

/**
 * Groups calls into batches. Calls that come in one turn of the event loop go together at its end; those
 * that come while batches are in flight form the next one, of at most `itemsMax`. `run` answers one result
 * for each item, in their order; an item's result that is an Error rejects that call alone.
 *
 * The calls answer 503 `unavailable` at once while `waitingMax` others wait, or the first of these for too long; and
 * when they have waited for too long themselves. Where what was done would be lost with that, `isPatient`.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  {
    queue,
    itemsMax,
    inFlightMax,
    waitingMax,
    isPatient = false,
  }: {
    queue: Queue;
    itemsMax: number;
    inFlightMax: number;
    waitingMax: number;
    isPatient?: boolean;
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
  let looking = false;
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
      // More came in the turn than one batch takes.
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

  /** While anybody waits: what is in flight may hang, and would not say so. */
  function lookSoon(): void {
    if (isPatient || looking) return;
    looking = true;
    setTimeout(() => {
      looking = false;
      const latest = performance.now() - PATIENCE_MILLISECONDS;
      const late = waiting.findIndex(({ since }) => since > latest);
      for (const { reject } of waiting.splice(0, late < 0 ? waiting.length : late)) {
        reject(refusal(queue));
      }
      if (waiting.length > 0) lookSoon();
    }, POLL_INTERVAL_MILLISECONDS).unref();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      // It holds the probe, which is watched for as long as somebody may call.
      const { depth, waitingSince: first } = probe;
      const since = performance.now();
      const isHeldUp = !isPatient && first !== undefined && since - first > SHED_AFTER_MILLISECONDS;
      if (depth >= waitingMax || isHeldUp) {
        reject(refusal(queue));
        return;
      }
      waiting.push({ item, since, carried: tracer()?.carried(), resolve, reject });
      lookSoon();
      schedule();
    });
}

function refusal(queue: Queue): Error {
  countShed(queue);
  return errors.unavailable(RETRY_AFTER_SECONDS);
}
