import { expect, it } from 'vitest';
import { filterBy, filterById, itLists, readAll } from '../support/lists.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const path = '/v1/inventory/skus';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['B', 'A', 'a', "O'Brien (50%)"] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: ['A', 'C'] });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const tests = client({ url: service.url, key: pharmacy.testKey });
  const stranger = client({ url: service.url, key: other.testKey });
  return { ids: [...pharmacy.productIds, other.productIds[0] as string], api, tests, stranger };
});

itLists({
  path,
  world,
  key: ({ product_id }) => product_id,
  caller: () => world.api,
  same: () => [world.tests],
  foreign: () => [world.stranger],
  order: `select product_id from sku join organization on organization.id = organization_id
           where slug = 'pharmacy' order by sku_code collate "C"`,
  filters: () => ({
    sku_code: filterBy('sku_code', ["O'Brien (50%)", 'A', 'b', '%']),
    product_id: filterById('product_id', world.ids),
  }),
});

it('has null for codes that do not apply', async () => {
  const [first] = await readAll(world.api, path);
  expect(first).toMatchObject({ sku_code: 'A', gtin: null, ndc: null });
});
