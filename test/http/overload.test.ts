// A process with too much to do turns requests away at once, and takes them again as soon as it can.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../kit/database.ts';
import type { Database } from '../../src/database/database.ts';
import { LoopLag } from '../../src/http/overload.ts';
import { newMovement, type StockChange } from '../../src/inventory/rules/requests.ts';
import { StockWriter, type WriterRequest } from '../../src/inventory/writer/stock-writer.ts';
import { batched } from '../../src/queues/batcher.ts';
import { FairSemaphore } from '../../src/queues/fair-semaphore.ts';
import { hold, until } from '../support/concurrency.ts';
import { client, makePharmacy, startService } from '../support/pharmacy.ts';
import { startShell, thing } from './shell.ts';

const shed = { status: 503, code: 'unavailable', headers: { 'Retry-After': '1' } };

describe('a process', () => {
  it('answers no more operations at once than it may, says so before it asks who calls, and still whether it is well', async () => {
    const open: (() => void)[] = [];
    const shell = await startShell({
      operationsInFlightMax: 2,
      handlers: {
        getThing: async () => {
          await new Promise<void>((answer) => open.push(answer));
          return { status: 200, body: thing };
        },
      },
    });
    const get = () => shell.api().get(`/v1/things/${thing.id}`);
    const first = [get(), get()];
    await until('two are answered', () => open.length === 2);
    const refused = await get();
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(shell.authenticated).toHaveLength(2);
    expect((await fetch(`${shell.url}/readyz`)).status).toBe(200);
    open.shift()?.();
    expect((await Promise.race(first)).status).toBe(200);
    const next = get();
    await until('it is taken', () => open.length === 2);
    for (const answer of open) answer();
    expect((await next).status).toBe(200);
    await Promise.all(first);
    await shell.close();
  });

  it('answers none while its event loop is late, and stays ready, so that no balancer is emptied', async () => {
    const lag = { isTooLong: true };
    const shell = await startShell({ lag });
    const status = async () => (await shell.api().get('/v1/inventory/things')).status;
    const readiness = async () => {
      const answer = await fetch(`${shell.url}/readyz`);
      const { checks } = (await answer.json()) as { checks: { event_loop: string } };
      return [answer.status, checks.event_loop];
    };
    expect(await status()).toBe(503);
    expect(await readiness()).toEqual([200, 'event loop late']);
    lag.isTooLong = false;
    expect(await readiness()).toEqual([200, 'ok']);
    expect(await status()).toBe(200);
    await shell.close();
  });

  it('knows that its event loop is late when it was so twice in a row, and that it is no more', async () => {
    const lag = new LoopLag({ pollMilliseconds: 40, millisecondsMax: 50 });
    await until('it was late twice', async () => {
      // It looks in between, and then not before the next.
      for (let times = 0; times < 2; times += 1) {
        const end = performance.now() + 150;
        while (performance.now() < end);
        await pause(1);
      }
      return lag.isTooLong;
    });
    expect(lag.takeWorstSeconds()).toBeGreaterThan(0.05);
    await until('it is late no more', () => !lag.isTooLong);
  });
});

describe('what waits', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('takes nobody behind one that has waited for as long as for a lock, and keeps nobody for longer than eight seconds', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const call = batched<number, number>(
      async (items) => {
        await held;
        return items;
      },
      { queue: 'admission', itemsMax: 1, inFlightMax: 1, waitingMax: 10 },
    );
    const flying = call(1);
    await turn();
    const waiting = call(2).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_900);
    const later = call(3).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(200);
    await expect(call(4)).rejects.toMatchObject(shed);
    await vi.advanceTimersByTimeAsync(4_200);
    expect(await waiting).toMatchObject(shed);
    release();
    expect([await flying, await later]).toEqual([1, 3]);
    expect(await call(5)).toBe(5);
  });

  it('keeps what would be lost for as long as it takes', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const call = batched<number, number>(
      async (items) => {
        await held;
        return items;
      },
      {
        queue: 'webhook_attempts',
        itemsMax: 1,
        inFlightMax: 1,
        waitingMax: 10,
        waitsForever: true,
      },
    );
    const all = [call(1), call(2)];
    await turn();
    await vi.advanceTimersByTimeAsync(60_000);
    all.push(call(3));
    release();
    expect(await Promise.all(all)).toEqual([1, 2, 3]);
  });

  it('at the door: takes no more for a level that is held up, and others all the same', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<never>();
    // The database does not answer.
    const door = new StockWriter({ transaction: () => held } as unknown as Database);
    const change = (skuId: string): StockChange<WriterRequest> => ({
      level: { skuId, locationId: 'l', organizationId: 'o' },
      naming: { skuCode: 's', productId: 'p', location: 'l' },
      request: { type: 'release', reference: { type: 'order', id: '1' } },
      movement: newMovement({ actor: 'worker', note: null }),
    });
    const submit = (skuId: string) => door.submit(change(skuId)).catch((error: unknown) => error);
    void submit('held');
    await turn();
    const waiting = submit('held');
    await vi.advanceTimersByTimeAsync(4_100);
    await expect(door.submit(change('held'))).rejects.toMatchObject(shed);
    const other = submit('other');
    const settled = vi.fn();
    void other.then(settled);
    await vi.advanceTimersByTimeAsync(4_500);
    // Though nothing has come back from the database.
    expect(await waiting).toMatchObject(shed);
    expect(settled).not.toHaveBeenCalled();
    release(new Error('over') as never);
  });

  it('for its turn to read: only so many', async () => {
    const turns = new FairSemaphore({ slotsMax: 1, waitingMax: 2 });
    const end = await turns.take('a');
    const waiting = [turns.take('a'), turns.take('b')];
    await expect(turns.take('c')).rejects.toMatchObject(shed);
    end();
    (await waiting[0])?.();
    const next = turns.take('c');
    (await waiting[1])?.();
    (await next)();
  });
});

it('answers 503 at once while the database is held, those that wait stay few, and it serves as soon as it is let go', async () => {
  const db = await createTestDatabase();
  const { liveKey } = await makePharmacy(db.database);
  const service = await startService(db.database);
  const api = client({ url: service.url, key: liveKey });
  const read = () => api.get('/v1/inventory/stock');
  expect((await read()).status).toBe(200);
  // No key can be looked up while its table is locked.
  const held = await hold(db.owner, 'lock table api_key in access exclusive mode');
  let answered = 0;
  const early: Promise<number>[] = [];
  const send = () => {
    early.push(
      read().then(({ status }) => {
        answered += 1;
        return status;
      }),
    );
  };
  // Two go to the database, each alone, and the others wait behind them.
  send();
  await held.blocks(1);
  send();
  await held.blocks(2);
  for (let index = 0; index < 20; index += 1) send();
  const before = answered;
  await until('one is turned away', async () => {
    const { status, headers } = await Promise.race([
      read(),
      pause(500).then(() => ({ status: 0, headers: new Headers() })),
    ]);
    return status === 503 && headers.get('retry-after') !== null;
  });
  const turnedAway = await Promise.all(Array.from({ length: 50 }, read));
  expect(new Set(turnedAway.map(({ status }) => status))).toEqual(new Set([503]));
  // All of these were answered while none of those that came before was.
  expect([before, answered]).toEqual([0, 0]);
  await held.release();
  for (const status of await Promise.all(early)) expect([200, 503]).toContain(status);
  expect((await read()).status).toBe(200);
  await service.close();
  await db.drop();
}, 60_000);
