import { expect, it } from 'vitest';
import { filterBy, filterById, filterByReference, itLists } from '../../support/lists.ts';
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
  const tests = client({ url: service.url, key: mine.testKey });
  const lots = await Promise.all([
    readLot(api, 'A', 'LOT'),
    readLot(api, 'A', 'LOT', 'Annex'),
    readLot(theirs, 'A', 'LOT'),
  ]);
  return { mine, api, tests, theirs, lotIds: lots.map(({ id }) => id) };
});

itLists({
  path: ALLOCATIONS,
  world,
  caller: () => world.api,
  same: () => [world.tests],
  foreign: () => [world.theirs],
  order: `select allocation.id from allocation
            join organization on organization.id = allocation.organization_id
           where slug = 'pharmacy' order by allocation.created_at desc, allocation.id desc`,
  filters: () => ({
    'reference_type,reference_id': filterByReference(['order,1', 'refill,1', 'order,3']),
    sku_code: filterBy('sku_code', ['A', 'B', 'C']),
    location: filterBy('location', ['Main', 'Annex', 'Nowhere']),
    lot_id: filterById('lot_id', world.lotIds),
  }),
  arrive: () => reserve(world.api, { reference: order('late'), sku_code: 'A', qty: 1 }),
});

async function ofSkuB(): Promise<Record<string, unknown>[]> {
  return (await world.api.get(ALLOCATIONS, { query: { sku_code: 'B' } })).body.data;
}

it('shows what is held, by whom, of what and where', async () => {
  const [newest] = await ofSkuB();
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

it('shows nothing that was released', async () => {
  await hold(world.api, 'GONE', { sku_code: 'B', qty: 9 });
  expect(await ofSkuB()).toMatchObject([{ qty: 9 }, { qty: 3 }]);
  await release(world.api, 'GONE');
  expect(await ofSkuB()).toMatchObject([{ qty: 3 }]);
});
