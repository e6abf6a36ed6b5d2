import { expect, it } from 'vitest';
import {
  expectEveryFilter,
  filterBy,
  itRefusesParameters,
  readPages,
  refusal,
} from '../../support/lists.ts';
import { client, day, makePharmacy } from '../../support/pharmacy.ts';
import { ALLOCATIONS, hold, order, readLot, release, reserve } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const lot = { lot_number: 'LOT', expiry_date: day(50), qty: 100 };
  const mine = await makePharmacy(db.database, {
    skuCodes: ['A', 'B'],
    lots: [
      { ...lot, sku_code: 'A' },
      { ...lot, sku_code: 'A', location: 'Annex' },
      { ...lot, sku_code: 'B' },
    ],
  });
  const foreign = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['A'],
    lots: [{ ...lot, sku_code: 'A' }],
  });
  const api = client({ url: service.url, key: mine.liveKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  await hold(api, '1', { sku_code: 'A', qty: 1 });
  await hold(api, '1', { sku_code: 'A', qty: 2, location: 'Annex' });
  await hold(api, '1', { sku_code: 'B', qty: 3 });
  await hold(api, '2', { sku_code: 'A', qty: 4 });
  await reserve(api, { reference: { type: 'refill', id: '1' }, sku_code: 'A', qty: 5 });
  await hold(theirs, '1', { sku_code: 'A', qty: 6 });
  return { mine, api, theirs };
});

type Row = Record<string, unknown> & { qty: number };

async function list(query: Record<string, string | number> = {}, as = world.api): Promise<Row[]> {
  const answer = await as.get(ALLOCATIONS, { query });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.next_cursor).toBeNull();
  return answer.body.data;
}

const quantities = async (query: Record<string, string> = {}, as = world.api) =>
  (await list(query, as)).map(({ qty }) => qty);

it('shows what is held, by whom, of what and where', async () => {
  const [newest] = await list({ sku_code: 'B' });
  const { id, expiry_date } = await readLot(world.api, 'B', 'LOT');
  expect(newest).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reference: order('1'),
    sku_code: 'B',
    product_id: world.mine.productIds[1],
    location: 'Main',
    lot_id: id,
    lot_number: 'LOT',
    expiry_date,
    qty: 3,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  });
});

it('is newest first, and of the caller’s organization alone, for test keys too', async () => {
  expect(await quantities()).toEqual([5, 4, 3, 2, 1]);
  expect(await quantities({}, world.theirs)).toEqual([6]);
  const tests = client({ url: world.service.url, key: world.mine.testKey });
  expect(await list({}, tests)).toEqual(await list());
});

it.each([
  [{ reference_type: 'order', reference_id: '1' }, [3, 2, 1]],
  [{ reference_type: 'refill', reference_id: '1' }, [5]],
  [{ reference_type: 'order', reference_id: '1', sku_code: 'A' }, [2, 1]],
  [{ sku_code: 'A' }, [5, 4, 2, 1]],
  [{ location: 'Annex' }, [2]],
  [{ location: 'Main', sku_code: 'A' }, [5, 4, 1]],
  [{ sku_code: 'unheard-of' }, []],
  [{ location: 'unheard-of' }, []],
  [{ reference_type: 'order', reference_id: 'unheard-of' }, []],
] as [Record<string, string>, number[]][])('filters: %j', async (query, expected) => {
  expect(await quantities(query)).toEqual(expected);
});

it('gives with every set of filters what the whole list has of it', async () => {
  const lots = await Promise.all([
    readLot(world.api, 'A', 'LOT'),
    readLot(world.api, 'A', 'LOT', 'Annex'),
    readLot(world.theirs, 'A', 'LOT'),
  ]);
  await expectEveryFilter(world.api, ALLOCATIONS, {
    'reference_type,reference_id': {
      values: ['order,1', 'refill,1', 'order,3'],
      keeps: ({ reference }, value) => {
        const { type, id } = reference as { type: string; id: string };
        return value === `${type},${id}`;
      },
    },
    sku_code: filterBy('sku_code', ['A', 'B', 'C']),
    location: filterBy('location', ['Main', 'Annex', 'Nowhere']),
    lot_id: filterBy(
      'lot_id',
      lots.map(({ id }) => id as string),
    ),
  });
});

it('pages without losing or repeating a row', async () => {
  const whole = await list();
  for (const limit of [1, 2, 4, 5]) {
    const pages = await readPages(world.api, ALLOCATIONS, { limit });
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
    expect(pages.flat()).toEqual(whole);
  }
});

itRefusesParameters(() => world.api, { path: ALLOCATIONS, code: 'validation_error' }, [
  ['limit', '0'],
  ['limit', '101'],
  ['limit', 'x'],
  ['cursor', 'bogus'],
  ['cursor', Buffer.from('["x"]').toString('base64url')],
  ['sku_code', ''],
  ['lot_id', 'x'],
]);

it.each([
  [{ reference_type: 'order' }, 'reference_id'],
  [{ reference_id: '1' }, 'reference_type'],
] as [Record<string, string>, string][])('refuses half a reference: %j', async (query, path) => {
  expect(await refusal(world.api, ALLOCATIONS, query)).toEqual([400, 'validation_error', [path]]);
});

it('shows nothing that was released', async () => {
  await hold(world.api, 'GONE', { sku_code: 'B', qty: 9 });
  expect(await quantities({ sku_code: 'B' })).toEqual([9, 3]);
  await release(world.api, 'GONE');
  expect(await quantities({ sku_code: 'B' })).toEqual([3]);
});
