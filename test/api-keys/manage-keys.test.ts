import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueKey } from '../../src/api-keys/issue-key.ts';
import { listKeys, revokeKey, rotateKey } from '../../src/api-keys/manage-keys.ts';
import { setOrganizationStatus } from '../../src/organizations/organizations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  client,
  day,
  freshKey,
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

it('rotation gives a key of the same rights, and both are valid during the overlap', async () => {
  const old = await issue('inventory:read');
  const rotated = await rotateKey(db.database, { id: old.id });
  expect(await statusOf(old.key)).toBe(200);
  expect(await statusOf(rotated.key)).toBe(200);
  const api = client({ url: service.url, key: rotated.key });
  expect((await post(api, {})).status).toBe(403);
  const keys = await listKeys(db.database, 'pharmacy');
  const [before, after] = [old.id, rotated.id].map((id) => keys.find((key) => key.id === id));
  expect(after).toMatchObject({ plan: 'partner', scopes: ['inventory:read'], status: 'valid' });
  expect(before?.expires_at).toBe(rotated.old_key_expires_at);
});

it('rotation without overlap ends the old key at once', async () => {
  const old = await issue();
  const rotated = await rotateKey(db.database, { id: old.id, overlapSeconds: 0 });
  expect([await statusOf(old.key), await statusOf(rotated.key)]).toEqual([401, 200]);
});

it('a movement posted before a rotation is recognised after it', async () => {
  const old = await issue();
  const key = freshKey();
  const body = {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 4,
    lot_number: 'L',
    expiry_date: day(30),
  };
  const first = await post(client({ url: service.url, key: old.key }), body, key);
  const rotated = await rotateKey(db.database, { id: old.id, overlapSeconds: 0 });
  const again = await post(client({ url: service.url, key: rotated.key }), body, key);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.transactions).toEqual(first.body.transactions);
});

it('revocation counts from the next request and can be repeated', async () => {
  const issued = await issue();
  expect(await statusOf(issued.key)).toBe(200);
  const revoked = await revokeKey(db.database, issued.id);
  expect(await statusOf(issued.key)).toBe(401);
  expect(await revokeKey(db.database, issued.id)).toEqual(revoked);
  await expect(rotateKey(db.database, { id: issued.id })).rejects.toThrow(/revoked or expired/);
});

it('the list never shows a key or its hash', async () => {
  const issued = await issue();
  const listed = JSON.stringify(await listKeys(db.database, 'pharmacy'));
  expect(listed).toContain(issued.id);
  expect(listed).not.toContain(issued.key);
  expect(listed).not.toContain('hash');
});

it('an unknown or malformed id is refused in words', async () => {
  await expect(revokeKey(db.database, crypto.randomUUID())).rejects.toThrow(/No key has the id/);
  await expect(revokeKey(db.database, "x' or 1=1")).rejects.toThrow(/--id must be/);
  await expect(rotateKey(db.database, { id: '', overlapSeconds: 5 })).rejects.toThrow(/--id must/);
  const { id } = await issue();
  await expect(rotateKey(db.database, { id, overlapSeconds: 604_801 })).rejects.toThrow(/at most/);
});

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
