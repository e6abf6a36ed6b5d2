import { expect, it, vi } from 'vitest';
import { listKeys } from '../../src/api-keys/list-api-keys.ts';
import { revokeKey, rotateKey } from '../support/as-operator.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';
import { day, freshKey, post } from '../support/pharmacy.ts';

const desk = useIssuedKeys();

it('rotation gives a key of the same rights, and both are valid during the overlap', async () => {
  const old = await desk.issue('inventory:read');
  const rotated = await rotateKey(desk.db.database, { id: old.id });
  expect(await desk.statusOf(old.key)).toBe(200);
  expect(await desk.statusOf(rotated.key)).toBe(200);
  const api = desk.as(rotated.key);
  expect((await post(api, {})).status).toBe(403);
  const keys = await listKeys(desk.db.database, 'pharmacy');
  const [before, after] = [old.id, rotated.id].map((id) => keys.find((key) => key.id === id));
  expect(after).toMatchObject({ plan: 'partner', scopes: ['inventory:read'], status: 'valid' });
  expect(before?.expires_at).toBe(rotated.old_key_expires_at);
});

it('rotation without overlap ends the old key at once', async () => {
  const old = await desk.issue();
  const rotated = await rotateKey(desk.db.database, { id: old.id, overlapSeconds: 0 });
  expect([await desk.statusOf(old.key), await desk.statusOf(rotated.key)]).toEqual([401, 200]);
});

it('a movement posted before a rotation is recognised after it', async () => {
  const old = await desk.issue();
  const key = freshKey();
  const body = {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 4,
    lot_number: 'L',
    expiry_date: day(30),
  };
  const first = await post(desk.as(old.key), body, key);
  const rotated = await rotateKey(desk.db.database, { id: old.id, overlapSeconds: 0 });
  const again = await post(desk.as(rotated.key), body, key);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.transactions).toEqual(first.body.transactions);
});

it('an end that comes before the overlap’s is kept', async () => {
  const old = await desk.issue();
  const ends = new Date(Date.now() + 3_600_000);
  await desk.db.owner.query('update api_key set expires_at = $2 where id = $1', [old.id, ends]);
  const rotated = await rotateKey(desk.db.database, { id: old.id });
  expect(rotated.old_key_expires_at).toBe(ends.toISOString().replace('Z', '000Z'));
  const keys = await listKeys(desk.db.database, 'pharmacy');
  expect(keys.find(({ id }) => id === rotated.id)?.expires_at).toBe(rotated.old_key_expires_at);
});

it('a revoked key is not rotated, though it was revoked while the rotation waited', async () => {
  const revoked = await desk.issue();
  await revokeKey(desk.db.database, revoked.id);
  await expect(rotateKey(desk.db.database, { id: revoked.id })).rejects.toThrow(
    /revoked or expired/,
  );

  const { id } = await desk.issue();
  const before = (await listKeys(desk.db.database, 'pharmacy')).length;
  const holder = await desk.db.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('update api_key set revoked_at = now() where id = $1', [id]);
    const rotation = expect(rotateKey(desk.db.database, { id })).rejects.toThrow(
      /revoked or expired/,
    );
    await isBlocked();
    await holder.query('commit');
    await rotation;
  } finally {
    holder.release();
  }
  expect(await listKeys(desk.db.database, 'pharmacy')).toHaveLength(before);
});

async function isBlocked(): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await desk.db.owner.query(
      `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

it('an unknown or malformed id and too long an overlap are refused in words', async () => {
  await expect(rotateKey(desk.db.database, { id: crypto.randomUUID() })).rejects.toThrow(
    /is unknown/,
  );
  await expect(rotateKey(desk.db.database, { id: '', overlapSeconds: 5 })).rejects.toThrow(
    /id must/,
  );
  const { id } = await desk.issue();
  await expect(rotateKey(desk.db.database, { id, overlapSeconds: 604_801 })).rejects.toThrow(
    /at most/,
  );
});
