import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listKeys } from '../../src/api-keys/list-keys.ts';
import { issueKey, revokeKey, rotateKey } from '../support/as-operator.ts';
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

it('an end that comes before the overlap’s is kept', async () => {
  const old = await issue();
  const ends = new Date(Date.now() + 3_600_000);
  await db.owner.query('update api_key set expires_at = $2 where id = $1', [old.id, ends]);
  const rotated = await rotateKey(db.database, { id: old.id });
  expect(rotated.old_key_expires_at).toBe(ends.toISOString().replace('Z', '000Z'));
  const keys = await listKeys(db.database, 'pharmacy');
  expect(keys.find(({ id }) => id === rotated.id)?.expires_at).toBe(rotated.old_key_expires_at);
});

it('a revoked key is not rotated, though it was revoked while the rotation waited', async () => {
  const revoked = await issue();
  await revokeKey(db.database, revoked.id);
  await expect(rotateKey(db.database, { id: revoked.id })).rejects.toThrow(/revoked or expired/);

  const { id } = await issue();
  const before = (await listKeys(db.database, 'pharmacy')).length;
  const holder = await db.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('update api_key set revoked_at = now() where id = $1', [id]);
    const rotation = expect(rotateKey(db.database, { id })).rejects.toThrow(/revoked or expired/);
    await isBlocked();
    await holder.query('commit');
    await rotation;
  } finally {
    holder.release();
  }
  expect(await listKeys(db.database, 'pharmacy')).toHaveLength(before);
});

async function isBlocked(): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await db.owner.query(
      `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

it('an unknown or malformed id and too long an overlap are refused in words', async () => {
  await expect(rotateKey(db.database, { id: crypto.randomUUID() })).rejects.toThrow(/is unknown/);
  await expect(rotateKey(db.database, { id: '', overlapSeconds: 5 })).rejects.toThrow(/--id must/);
  const { id } = await issue();
  await expect(rotateKey(db.database, { id, overlapSeconds: 604_801 })).rejects.toThrow(/at most/);
});
