import { expect, it } from 'vitest';
import { filterBy, itLists, readAll } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const path = '/v1/inventory/lots';

const world = useWorld(async ({ db, service }) => {
  const expiries = [40, 10, 10, -1, 0, 90];
  const quarantined = { sku_code: 'A', lot_number: 'QUARANTINED', expiry_date: day(10), qty: 3 };
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: ['A', 'B'],
    // The lots of one day are of several statuses, and not in the order of these.
    lots: [
      { ...quarantined, status: 'quarantine' },
      ...expiries.map((offset, index) => ({
        sku_code: index % 2 === 0 ? 'A' : 'B',
        lot_number: `LOT-${index}`,
        expiry_date: day(offset),
        qty: 10 + index,
        location: index < 4 ? 'Main' : 'Annex',
      })),
    ],
  });
  const lots = [quarantined, { ...quarantined, lot_number: 'LOT-0' }];
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: ['A'], lots });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const tests = client({ url: service.url, key: pharmacy.testKey });
  const stranger = client({ url: service.url, key: other.testKey });
  const draw = { type: 'fulfill', sku_code: 'B', lot_number: 'LOT-5', qty: 15, location: 'Annex' };
  expect((await post(api, draw)).status).toBe(201);
  return { api, tests, stranger };
});

itLists({
  path,
  world,
  caller: () => world.api,
  same: () => [world.tests],
  foreign: () => [world.stranger],
  key: ({ id, product_name }) => `${id} ${product_name}`,
  order: `select lot.id || ' Product of ' || sku_code
            from lot join sku on sku.id = sku_id join organization on organization.id = lot.organization_id
           where slug = 'pharmacy' order by expiry_date, lot.id`,
  filters: () => ({
    sku_code: filterBy('sku_code', ['A', 'nothing']),
    location: filterBy('location', ['Main', 'Annex']),
    status: filterBy('status', ['released', 'quarantine', 'unheard-of']),
    lot_number: filterBy('lot_number', ['LOT-0', 'QUARANTINED']),
    in_stock: { values: [true, false], keeps: ({ on_hand }, value) => (on_hand !== 0) === value },
    expiring_before: {
      values: [day(40)],
      keeps: ({ expiry_date }, value) => String(expiry_date) < String(value),
    },
  }),
});

it('shows nothing available in lots that are empty, quarantined or past their expiry date', async () => {
  const lots = await readAll(world.api, path);
  const available = Object.fromEntries(lots.map((lot) => [lot.lot_number, lot.available]));
  const none = { QUARANTINED: 0, 'LOT-3': 0, 'LOT-5': 0 };
  expect(available).toMatchObject({ ...none, 'LOT-4': 14, 'LOT-0': 10 });
});

it('says of a day that is too far away how far days reach', async () => {
  const refused = await world.api.get(path, { query: { expiring_before: '9999-12-31' } });
  expect(refused.status).toBe(400);
  const message = 'must be a calendar date (YYYY-MM-DD) in the years 1000 to 2999';
  expect(refused.body.error.details).toEqual([{ path: 'expiring_before', message }]);
});
