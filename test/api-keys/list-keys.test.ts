import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeys } from '../../src/api-keys/list-keys.ts';
import { issueKey, revokeKey } from '../support/as-operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { client, makePharmacy, type RunningService, startService } from '../support/pharmacy.ts';

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

it('the list never shows a key or its hash', async () => {
  const issued = await issue();
  const listed = JSON.stringify(await listKeys(db.database, 'pharmacy'));
  expect(listed).toContain(issued.id);
  expect(listed).not.toContain(issued.key);
  expect(listed).not.toContain('hash');
});

it('a key is listed with what it may do, what became of it and when', async () => {
  const [valid, expired, revoked] = [await issue('inventory:read'), await issue(), await issue()];
  expect(await statusOf(valid.key)).toBe(200);
  await db.owner.query('update api_key set expires_at = now() where id = $1', [expired.id]);
  const { revoked_at } = await revokeKey(db.database, revoked.id);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const common = {
    environment: 'live',
    plan: 'partner',
    requests_per_minute: 300,
    requests_per_day: 100_000,
    created_at: time,
  };
  const keys = await listKeys(db.database, 'pharmacy');
  expect(keys.slice(-3)).toEqual([
    {
      ...common,
      id: valid.id,
      status: 'valid',
      scopes: ['inventory:read'],
      expires_at: null,
      revoked_at: null,
      last_used_at: time,
    },
    {
      ...common,
      id: expired.id,
      status: 'expired',
      scopes: expired.scopes,
      expires_at: time,
      revoked_at: null,
      last_used_at: null,
    },
    {
      ...common,
      id: revoked.id,
      status: 'revoked',
      scopes: revoked.scopes,
      expires_at: null,
      revoked_at,
      last_used_at: null,
    },
  ]);
});

it('an organization has its own keys listed alone, and an unknown one is refused', async () => {
  await makePharmacy(db.database, { slug: 'theirs' });
  expect(await listKeys(db.database, 'theirs')).toHaveLength(2);
  await expect(listKeys(db.database, 'nobody')).rejects.toThrow('No organization has the slug');
});
