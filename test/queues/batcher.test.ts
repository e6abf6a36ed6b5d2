import { expect, it, vi } from 'vitest';
import { batched } from '../../src/queues/batcher.ts';

it('refuses at once what would wait behind too many others, and takes more when they are through', async () => {
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>();
  const run = async (items: number[]) => {
    await open;
    return items;
  };
  const call = batched(run, { queue: 'admission', itemsMax: 2, inFlightMax: 1, waitingMax: 3 });
  const flying = [call(1), call(2)];
  await new Promise(setImmediate);
  const waiting = [call(3), call(4), call(5)];
  await expect(call(6)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  letThrough();
  expect(await Promise.all([...flying, ...waiting])).toEqual([1, 2, 3, 4, 5]);
  expect(await call(7)).toBe(7);
});

it('starts as many batches of one turn as may be in flight at once', async () => {
  const sizes: number[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const call = batched<number, number>(
    async (items) => {
      sizes.push(items.length);
      await isOver;
      return items;
    },
    { queue: 'admission', itemsMax: 10, inFlightMax: 3, waitingMax: 100 },
  );
  const answers = Array.from({ length: 35 }, (_, index) => call(index));
  await vi.waitFor(() => expect(sizes).toEqual([10, 10, 10]));
  end();
  await Promise.all(answers);
  expect(sizes).toEqual([10, 10, 10, 5]);
});
