import { expect, it } from 'vitest';
import { expectEveryFilter, filterBy, itRefusesParameters, readAll } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const expiries = [40, 10, 10, -1, 0, 90];
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: ['A', 'B'],
    lots: [
      ...expiries.map((offset, index) => ({
        sku_code: index % 2 === 0 ? 'A' : 'B',
        lot_number: `LOT-${index}`,
        expiry_date: day(offset),
        qty: 10 + index,
        location: index < 4 ? 'Main' : 'Annex',
      })),
      {
        sku_code: 'A',
        lot_number: 'QUARANTINED',
        expiry_date: day(20),
        qty: 3,
        status: 'quarantine',
      },
    ],
  });
  const other = await makePharmacy(db.database, { slug: 'stranger' });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const stranger = client({ url: service.url, key: other.testKey });
  return { api, stranger };
});

const path = '/v1/inventory/lots';

it('lists lots once each, the first to expire first, whatever the page size', async () => {
  const whole = await readAll(world.api, path);
  expect(whole).toHaveLength(7);
  expect(whole.map(({ expiry_date }) => expiry_date)).toEqual(
    whole.map(({ expiry_date }) => expiry_date).sort(),
  );
  for (const limit of [1, 2, 3]) expect(await readAll(world.api, path, { limit })).toEqual(whole);
});

it('shows nothing available in lots that are quarantined or past their expiry date', async () => {
  const lots = await readAll(world.api, path);
  const available = Object.fromEntries(lots.map((lot) => [lot.lot_number, lot.available]));
  expect(available).toMatchObject({ QUARANTINED: 0, 'LOT-3': 0, 'LOT-4': 14, 'LOT-0': 10 });
});

it.each([
  [{ sku_code: 'B' }, ['LOT-3', 'LOT-1', 'LOT-5']],
  [{ location: 'Annex' }, ['LOT-4', 'LOT-5']],
  [{ status: 'quarantine' }, ['QUARANTINED']],
  [{ lot_number: 'LOT-0' }, ['LOT-0']],
  [{ expiring_before: day(10) }, ['LOT-3', 'LOT-4']],
  [{ status: 'unheard-of' }, []],
  [{ sku_code: 'nothing' }, []],
])('filters by %o', async (query, expected) => {
  const found = await readAll(world.api, path, query);
  expect(found.map(({ lot_number }) => lot_number)).toEqual(expected);
});

it('tells lots in stock from depleted ones', async () => {
  const before = await readAll(world.api, path, { in_stock: 'true' });
  expect(await readAll(world.api, path, { in_stock: 'false' })).toEqual([]);
  const all = { sku_code: 'A', lot_number: 'LOT-0', qty: 10 };
  expect((await post(world.api, { type: 'fulfill', ...all })).status).toBe(201);
  const depleted = await readAll(world.api, path, { in_stock: 'false' });
  expect(depleted).toMatchObject([{ lot_number: 'LOT-0', on_hand: 0, available: 0 }]);
  const left = before.filter(({ lot_number }) => lot_number !== 'LOT-0');
  expect(await readAll(world.api, path, { in_stock: 'true' })).toEqual(left);
  expect(await readAll(world.api, path)).toHaveLength(before.length);
  expect((await post(world.api, { type: 'return', ...all })).status).toBe(201);
});

it('gives with every set of filters what the whole list has of it', async () => {
  await expectEveryFilter(world.api, path, {
    sku_code: filterBy('sku_code', ['A', 'nothing']),
    location: filterBy('location', ['Main', 'Annex']),
    status: filterBy('status', ['released', 'quarantine', 'unheard-of']),
    lot_number: filterBy('lot_number', ['LOT-0', 'QUARANTINED']),
    in_stock: { values: [true, false], keeps: ({ on_hand }, value) => (on_hand !== 0) === value },
    expiring_before: {
      values: [day(40)],
      keeps: ({ expiry_date }, value) => String(expiry_date) < String(value),
    },
  });
});

itRefusesParameters(() => world.api, { path, code: 'validation_error' }, [
  ['in_stock', 'maybe'],
  ['expiring_before', '2027-02-30'],
  ['expiring_before', 'soon'],
  ['cursor', 'AAAA'],
  ['cursor', ''],
  ['cursor', Buffer.from('["2027-02-28"]').toString('base64url')],
  ['cursor', Buffer.from(`["2027-02-30","${crypto.randomUUID()}"]`).toString('base64url')],
  ['cursor', Buffer.from('["2027-02-28","x"]').toString('base64url')],
  ['limit', '0'],
  ['limit', '101'],
  ['lot_nubmer', 'LOT-0'],
]);

it('says of a day that is too far away how far days reach', async () => {
  const refused = await world.api.get(path, { query: { expiring_before: '9999-12-31' } });
  expect(refused.status).toBe(400);
  const message = 'must be a calendar date (YYYY-MM-DD) of the years 1000 to 2999';
  expect(refused.body.error.details).toEqual([{ path: 'expiring_before', message }]);
});

it('shows a stranger nothing', async () => {
  expect(await readAll(world.stranger, path)).toEqual([]);
});
