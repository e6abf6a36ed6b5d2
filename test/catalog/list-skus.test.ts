import { expect, it } from 'vitest';
import { itRefusesParameters, readAll } from '../support/lists.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const path = '/v1/inventory/skus';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['A', 'B', "O'Brien (50%)"] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: [] });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const stranger = client({ url: service.url, key: other.testKey });
  return { pharmacy, api, stranger };
});

it('lists SKUs by code, with codes that do not apply as null, whatever the page size', async () => {
  const whole = await readAll(world.api, path);
  expect(whole.map(({ sku_code }) => sku_code)).toEqual(['A', 'B', "O'Brien (50%)"]);
  expect(whole[0]).toMatchObject({
    gtin: null,
    ndc: null,
    product_id: world.pharmacy.productIds[0],
  });
  expect(await readAll(world.api, path, { limit: 1 })).toEqual(whole);
});

it('finds them by code and by product', async () => {
  const byCode = await readAll(world.api, path, { sku_code: "O'Brien (50%)" });
  const byProduct = await readAll(world.api, path, {
    product_id: world.pharmacy.productIds[2] as string,
  });
  expect(byCode).toHaveLength(1);
  expect(byProduct).toEqual(byCode);
});

it('shows a stranger nothing', async () => {
  expect(await readAll(world.stranger, path)).toEqual([]);
});

itRefusesParameters(() => world.api, { path, code: 'validation_error' }, [
  ['cursor', 'AAAA'],
  ['cursor', Buffer.from('["A","B"]').toString('base64url')],
  ['cursor', Buffer.from('["A\\u0000"]').toString('base64url')],
  ['limit', '0'],
  ['limit', '101'],
  ['unheard_of', '1'],
]);
