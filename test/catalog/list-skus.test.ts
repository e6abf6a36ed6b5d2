import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readAll } from '../support/lists.ts';
import {
  type Client,
  client,
  makePharmacy,
  type Pharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

const path = '/v1/inventory/skus';

let db: TestDatabase;
let service: RunningService;
let pharmacy: Pharmacy;
let api: Client;
let stranger: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  pharmacy = await makePharmacy(db.database, { skuCodes: ['A', 'B', "O'Brien (50%)"] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: [] });
  service = await startService(db.database);
  api = client({ url: service.url, key: pharmacy.liveKey });
  stranger = client({ url: service.url, key: other.testKey });
});

afterAll(async () => {
  await service.close();
  await db.drop();
});

it('lists SKUs by code, with codes that do not apply as null, whatever the page size', async () => {
  const whole = await readAll(api, path);
  expect(whole.map(({ sku_code }) => sku_code)).toEqual(['A', 'B', "O'Brien (50%)"]);
  expect(whole[0]).toMatchObject({ gtin: null, ndc: null, product_id: pharmacy.productIds[0] });
  expect(await readAll(api, path, { limit: 1 })).toEqual(whole);
});

it('finds them by code and by product', async () => {
  const byCode = await readAll(api, path, { sku_code: "O'Brien (50%)" });
  const byProduct = await readAll(api, path, { product_id: pharmacy.productIds[2] as string });
  expect(byCode).toHaveLength(1);
  expect(byProduct).toEqual(byCode);
});

it('shows a stranger nothing', async () => {
  expect(await readAll(stranger, path)).toEqual([]);
});

it.each([
  ['cursor', 'AAAA'],
  ['cursor', Buffer.from('["A","B"]').toString('base64url')],
  ['cursor', Buffer.from('["A\\u0000"]').toString('base64url')],
  ['limit', '0'],
  ['limit', '101'],
  ['unheard_of', '1'],
])('refuses %s=%s and names it', async (name, value) => {
  const refused = await api.get(path, { query: { [name]: value } });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 'validation_error', details: [{ path: name }] });
});
