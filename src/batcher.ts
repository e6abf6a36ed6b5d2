import { errors } from './errors.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Groups calls into batches. Calls that come in one turn of the event loop go together at its end; those
 * that come while batches are in flight form the next one, of at most `itemsMax`. `run` answers one result
 * for each item, in their order; an item's result that is an Error rejects that call alone.
 *
 * The calls answer 503 `unavailable` at once while `waitingMax` others wait.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  {
    itemsMax,
    inFlightMax,
    waitingMax,
  }: { itemsMax: number; inFlightMax: number; waitingMax: number },
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (reason: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight >= inFlightMax) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void flush();
    });
  }

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, itemsMax);
    inFlight += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, place) => {
        const result = results[place];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(errors.unavailable(RETRY_AFTER_SECONDS));
        return;
      }
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
