/**
 * How many levels background work changes at once. Each is a transaction of its own. Measured with `sweepLots` over
 * 300 levels that are due, in turns, on two busy cores: 224 levels a second with one, 296 with two, 356 with four,
 * 309 with eight.
 */
export const LEVELS_AT_ONCE = 4;

/**
 * Processes the items, at most `concurrency` at once. After a failure or the signal no more are begun; those under
 * way are awaited in any case.
 *
 * @returns the results of those that were begun, in the order of the items
 * @throws the first failure
 */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal | undefined },
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length && failures.length === 0 && !signal?.aborted) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
