import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairSemaphore } from '../../src/queues/fair-semaphore.ts';

test('lets as many work at once as it has permits', async () => {
  const turns = new FairSemaphore({ slotsMax: 2 });
  const ends = [await turns.take('a'), await turns.take('a')];
  let third = false;
  const waiting = turns.take('a').then((end) => {
    third = true;
    return end;
  });
  await setImmediate();
  expect(third).toBe(false);
  ends[0]?.();
  (await waiting)();
  ends[1]?.();
});

test('gives each key its turn, however many of another wait before it', async () => {
  const turns = new FairSemaphore({ slotsMax: 1 });
  const order: string[] = [];
  const end = await turns.take('many');
  const work = async (key: string, name: string): Promise<void> => {
    const done = await turns.take(key);
    order.push(name);
    done();
  };
  const all = [
    ...['many 1', 'many 2', 'many 3'].map((name) => work('many', name)),
    work('few', 'few 1'),
    work('other', 'other 1'),
    work('few', 'few 2'),
  ];
  end();
  await Promise.all(all);
  expect(order).toEqual(['many 1', 'few 1', 'other 1', 'many 2', 'few 2', 'many 3']);
});

test('answers 503 to a caller that waited too long, and gives its permit to nobody', async () => {
  const turns = new FairSemaphore({ slotsMax: 1, waitSecondsMax: 0.02 });
  const end = await turns.take('a');
  await expect(turns.take('b')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  end();
  (await turns.take('c'))();
});

test('gives a key no more permits than it may have, and the others to other keys', async () => {
  const turns = new FairSemaphore({ slotsMax: 3, slotsOfKeyMax: 1 });
  const end = await turns.take('a');
  const order: string[] = [];
  const second = turns.take('a').then((done) => {
    order.push('a');
    return done;
  });
  for (const key of ['b', 'c']) {
    const done = await turns.take(key);
    order.push(key);
    done();
  }
  end();
  (await second)();
  expect(order).toEqual(['b', 'c', 'a']);
});
