import { describe, expect, it } from 'vitest';
import { runConcurrently } from '../../src/lib/run-concurrently.ts';

const ITEMS = Array.from({ length: 20 }, (_, index) => index);
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('concurrent work', () => {
  it('is never under way on more items than it may be, and answers in their order', async () => {
    let underWay = 0;
    let most = 0;
    const results = await runConcurrently(ITEMS, { concurrency: 3 }, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turns = item % 4; turns >= 0; turns -= 1) await turn();
      underWay -= 1;
      return item * 2;
    });
    expect(results).toEqual(ITEMS.map((item) => item * 2));
    expect(most).toBe(3);
  });

  it('begins nothing after a failure, and leaves nothing under way behind it', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const working = runConcurrently(ITEMS, { concurrency: 2 }, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('the second');
      await turn();
      await turn();
      ended.push(item);
    });
    await expect(working).rejects.toThrow('the second');
    expect([begun, ended]).toEqual([[0, 1], [0]]);
  });

  it('begins nothing after the signal, and answers what was begun', async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const results = await runConcurrently(ITEMS, { concurrency: 2, signal }, async (item) => {
      if (item === 2) stopping.abort();
      await turn();
      return item;
    });
    expect(results).toEqual([0, 1, 2]);
    expect(await runConcurrently(ITEMS, { concurrency: 2, signal }, async (item) => item)).toEqual(
      [],
    );
  });
});
