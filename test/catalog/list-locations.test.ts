import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readAll } from '../support/lists.ts';
import {
  type Client,
  client,
  makePharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

const path = '/v1/inventory/locations';

let db: TestDatabase;
let service: RunningService;
let api: Client;
let stranger: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  const pharmacy = await makePharmacy(db.database, { skuCodes: [] });
  const other = await makePharmacy(db.database, { slug: 'stranger', skuCodes: [] });
  service = await startService(db.database);
  api = client({ url: service.url, key: pharmacy.liveKey });
  stranger = client({ url: service.url, key: other.testKey });
});

afterAll(async () => {
  await service.close();
  await db.drop();
});

it('lists locations by name, the default one marked, whatever the page size', async () => {
  const whole = await readAll(api, path);
  expect(whole).toMatchObject([
    { name: 'Annex', is_default: false, time_zone: 'UTC' },
    { name: 'Main', is_default: true, time_zone: 'UTC' },
  ]);
  expect(await readAll(api, path, { limit: 1 })).toEqual(whole);
});

it('shows each organization its own', async () => {
  const own = (await readAll(api, path)).map(({ id }) => id);
  const others = (await readAll(stranger, path)).map(({ id }) => id);
  expect(others).toHaveLength(2);
  expect(others.filter((id) => own.includes(id))).toEqual([]);
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
