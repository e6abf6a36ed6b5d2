import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueKey, setOrganizationStatus } from '../support/as-operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

let db: TestDatabase;
let service: RunningService;

beforeAll(async () => {
  db = await createTestDatabase();
  await makePharmacy(db.database);
  service = await startService(db.database);
});

afterAll(async () => {
  await service.close();
  await db.drop();
});

const issue = (scopes = 'all') =>
  issueKey(db.database, {
    organization: 'pharmacy',
    environment: 'live',
    scopes,
    plan: 'partner',
  });

const statusOf = async (key: string) =>
  (await client({ url: service.url, key }).get('/v1/inventory/stock')).status;

it('a suspended organization still reads and posts movements', async () => {
  const issued = await issue();
  await setOrganizationStatus(db.database, 'pharmacy', 'suspended');
  expect(await statusOf(issued.key)).toBe(200);
  const api = client({ url: service.url, key: issued.key });
  const answered = await post(api, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 1,
    lot_number: 'SUSPENDED',
    expiry_date: day(30),
  });
  expect(answered.status).toBe(201);
  await setOrganizationStatus(db.database, 'pharmacy', 'active');
});

it('says what it is now, and refuses an organization that it does not find', async () => {
  const changed = await setOrganizationStatus(db.database, 'pharmacy', 'suspended');
  expect(changed).toEqual({ id: expect.any(String), slug: 'pharmacy', status: 'suspended' });
  const { rows } = await db.owner.query('select slug, status from organization');
  expect(rows).toEqual([{ slug: 'pharmacy', status: 'suspended' }]);
  await expect(setOrganizationStatus(db.database, 'nobody', 'active')).rejects.toThrow(
    'No organization has the slug nobody.',
  );
});
