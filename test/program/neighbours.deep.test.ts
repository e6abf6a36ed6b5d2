// What one key's slow reads may do to others: nothing. The program itself, on real sockets.
import { afterEach, expect, it } from 'vitest';
import { issueKey } from '../support/as-operator.ts';
import { client } from '../support/client.ts';
import { makePharmacy, post } from '../support/pharmacy.ts';
import { endSpawned, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const { slug } = await makePharmacy(db.database, { slug: 'slow' });
    const other = await makePharmacy(db.database, { slug: 'other' });
    const slowKey = (
      await issueKey(db.database, {
        organization: slug,
        environment: 'live',
        scopes: 'all',
        plan: 'standard',
      })
    ).key;
    return { slowKey, other };
  },
  { service: false },
);
afterEach(() => endSpawned());

it('forty slow reads of one key keep neither a movement of another organization nor a read nor /readyz waiting', async () => {
  const server = await spawnServer({ DATABASE_URL: world.db.serviceUrl, MIGRATE: 'off' });
  const api = client({ url: server.url, key: world.other.liveKey });
  const receipt = {
    type: 'receive',
    sku_code: 'SKU-1',
    lot_number: 'L',
    expiry_date: '2099-01-01',
  };
  expect((await post(api, { ...receipt, qty: 5 })).status).toBe(201);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const lock = await world.db.owner.connect();
  try {
    // Nothing but the reads of webhooks needs it.
    await lock.query('begin; lock table webhook_delivery in access exclusive mode');
    const slow = client({ url: server.url, key: world.slowKey });
    const endpoint = await slow.post('/v1/inventory/webhooks', {
      body: { url: 'https://93.184.215.14/hooks' },
    });
    const path = `/v1/inventory/webhooks/${endpoint.body.id}/deliveries`;
    const reads = Array.from({ length: 40 }, () => slow.get(path));
    const waiting = async () => {
      const { rows } = await world.db.owner.query(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].count;
    };
    await expect.poll(waiting, { timeout: 5_000 }).toBeGreaterThanOrEqual(8);

    const took = async (work: () => Promise<{ status: number }>) => {
      const startedAt = performance.now();
      const { status } = await work();
      return { status, milliseconds: performance.now() - startedAt };
    };
    const soon = { milliseconds: expect.toSatisfy((milliseconds) => milliseconds < 1_500) };
    expect(await took(() => fetch(`${server.url}/readyz`))).toEqual({ status: 200, ...soon });
    const movement = () => post(api, { type: 'fulfill', sku_code: 'SKU-1', qty: 1 });
    expect(await took(movement)).toEqual({ status: 201, ...soon });
    const read = () => api.get('/v1/inventory/stock');
    expect(await took(read)).toEqual({ status: 200, ...soon });
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(32);
    // The server has stopped them.
    expect(statuses.filter((status) => status === 503)).toHaveLength(8);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}, 60_000);
