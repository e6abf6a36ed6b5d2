import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('revocation counts from the next request and can be repeated', async () => {
  const issued = await issue();
  expect(await statusOf(issued.key)).toBe(200);
  const revoked = await revokeKey(db.database, issued.id);
  expect(await statusOf(issued.key)).toBe(401);
  expect(await revokeKey(db.database, issued.id)).toEqual(revoked);
});

it('an unknown or malformed id is refused in words', async () => {
  await expect(revokeKey(db.database, crypto.randomUUID())).rejects.toThrow(/No key has the id/);
  await expect(revokeKey(db.database, "x' or 1=1")).rejects.toThrow(/--id must be/);
});
