// Lists and the feed of events, read through: pages of the real service.
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import { day } from '../../test/support/pharmacy.ts';
import type { PagedId, PharmacyPlatform } from '../typescript/index.ts';
import { useSdk } from './support/sdk.ts';

const LOTS = 7;
/** Of a lot of which no list is read. */
const DRAW = { type: 'fulfill', sku_code: 'A', lot_number: 'LOT-6', qty: 1 } as const;
const home = useSdk({
  skuCodes: ['A', 'B'],
  lots: Array.from({ length: LOTS }, (_, index) => ({
    sku_code: 'A',
    lot_number: `LOT-${index}`,
    expiry_date: day(30 + index),
    qty: 10,
  })),
});
let api: PharmacyPlatform;
beforeAll(async () => {
  api = home.client();
  for (let index = 0; index < 5; index += 1) {
    await api.postMovement({ body: { type: 'fulfill', sku_code: 'A', qty: 1 } });
  }
});

async function all<One>(items: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a list', () => {
  it('is read item by item to its end, each once, over as many pages as it takes', async () => {
    home.proxy.plan();
    const lots = await all(api.each.listLots({ query: { sku_code: 'A', limit: 3 } }));
    expect(lots.map(({ lot_number }) => lot_number).sort()).toEqual(
      Array.from({ length: LOTS }, (_, index) => `LOT-${index}`),
    );
    expect(home.proxy.passed).toHaveLength(3);
  });

  it('is read page by page, and from a stored cursor on', async () => {
    const query = { limit: 2 };
    const pages = await all(api.pages.listTransactions({ query }));
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages.at(-1)?.next_cursor).toBeNull();
    const cursor = pages[1]?.next_cursor as string;
    const rest = await all(api.each.listTransactions({ query: { ...query, cursor } }));
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(4));
  });

  it('is asked for no further than it is read', async () => {
    home.proxy.plan();
    for await (const lot of api.each.listLots({ query: { limit: 2 } })) {
      expect(lot.sku_code).toBe('A');
      break;
    }
    expect(home.proxy.passed).toHaveLength(1);
  });

  it('comes in pages of the service’s default size, unless an option names another', async () => {
    home.proxy.plan();
    await all(api.each.listSkus());
    await all(api.each.listSkus({ query: { limit: 10 } }));
    const limits = home.proxy.passed.map(({ path }) => new URL(path, 'http://x').search);
    expect(limits).toEqual(['?limit=100', '?limit=10']);
  });

  it('continues where a connection broke between its pages', async () => {
    home.proxy.plan('pass', 'lose', 'pass', 'cut');
    const lots = await all(api.each.listLots({ query: { limit: 3 } }));
    expect(lots).toHaveLength(LOTS);
  });

  it('ends with the caller’s signal', async () => {
    const ending = new AbortController();
    const reading = api.each.listLots({ query: { limit: 1 } }, { signal: ending.signal });
    await reading.next();
    ending.abort(new Error('enough'));
    await expect(reading.next()).rejects.toThrow('enough');
  });

  it('of a lot’s movements is in its trace', async () => {
    const [lot] = (await api.listLots({ query: { lot_number: 'LOT-0' } })).data;
    const call = { path: { id: lot?.id as string }, query: { limit: 2 } };
    const movements = await all(api.each.traceLot(call));
    expect(movements.map(({ qty }) => qty)).toEqual([-1, -1, -1, -1, -1, 10]);
  });

  it('can be read through by every operation that has pages', async () => {
    const paged = Object.entries(OPERATIONS).filter(([, operation]) => 'page' in operation);
    expect(paged).toHaveLength(20);
    const ids = paged.map(
      ([id]) => id as Exclude<PagedId, 'traceLot' | 'listDeliveries' | 'listSkuPacks'>,
    );
    const needIds: string[] = ['traceLot', 'listDeliveries', 'listSkuPacks'];
    for (const id of ids.filter((one) => !needIds.includes(one))) {
      for await (const item of api.each[id]({ query: { limit: 1 } }))
        expect(item).toBeTypeOf('object');
    }
  });
});

describe('the feed of events', () => {
  it('gives all events in order and ends where there is nothing new', async () => {
    const events = await all(api.events({ limit: 3 }));
    const kinds = new Set(events.map(({ type }) => type as string));
    expect([...kinds]).toEqual(expect.arrayContaining(['sku.created', 'stock.changed']));
    const left = events.flatMap((event) =>
      event.type === 'stock.changed' && event.data.cause === 'fulfill' ? [event.data.on_hand] : [],
    );
    expect(left.slice(0, 5)).toEqual([69, 68, 67, 66, 65]);
  });

  it('continues from its cursor when it is iterated again', async () => {
    const feed = api.events();
    const first = await all(feed);
    expect(feed.cursor).toBe(first.at(-1)?.id);
    expect(await all(feed)).toEqual([]);
    await api.postMovement({ body: DRAW });
    expect(await all(feed)).toMatchObject([{ type: 'stock.changed' }]);
    const stored = api.events({ after: first.at(-1)?.id });
    expect(await all(stored)).toHaveLength(1);
  });

  it('gives again what its reader failed at, and skips nothing', async () => {
    const feed = api.events({ limit: 2 });
    const ids: string[] = [];
    const handle = async (failAt: number) => {
      for await (const { id } of feed) {
        if (ids.length === failAt) throw new Error('failed');
        ids.push(id);
      }
    };
    await expect(handle(3)).rejects.toThrow('failed');
    await handle(Number.POSITIVE_INFINITY);
    expect(ids).toEqual((await all(api.events())).map(({ id }) => id));
  });

  it('waits for what comes, until it is ended', async () => {
    const ending = new AbortController();
    const [last] = (await all(api.events())).slice(-1);
    const feed = api.events({ after: last?.id, pollSeconds: 0.05, signal: ending.signal });
    const reading = feed[Symbol.asyncIterator]();
    const coming = reading.next();
    await api.postMovement({ body: DRAW });
    expect((await coming).value).toMatchObject({ type: 'stock.changed' });
    const never = reading.next();
    ending.abort(new Error('closing'));
    await expect(never).rejects.toThrow('closing');
  });
});
