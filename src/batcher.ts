/**
 * Groups calls into batches. Calls that come in one turn of the event loop go together at its end; those
 * that come while batches are in flight form the next one, of at most `itemsMax`. `run` answers one result
 * for each item, in their order; an item's result that is an Error rejects that call alone.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { itemsMax, inFlightMax }: { itemsMax: number; inFlightMax: number },
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
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
