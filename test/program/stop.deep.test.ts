// How long a process takes from the signal to its end, whatever its receivers do.
import { afterAll, expect, it } from 'vitest';
import { until } from '../support/concurrency.ts';
import { WEBHOOKS } from '../support/endpoints.ts';
import { type Client, client, makePharmacy } from '../support/pharmacy.ts';
import { startReceiver } from '../support/receiver.ts';
import { endSpawned, spawnServer, spawnWorker } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const SECONDS_MAX = 10;

let liveKey: string;

const world = useWorld(
  async ({ db }) => {
    const hole = await startReceiver(() => {});
    ({ liveKey } = await makePharmacy(db.database));
    return { hole };
  },
  { service: false },
);
afterAll(async () => {
  await endSpawned();
  await world.hole.close();
});

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: world.db.ownerUrl,
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  ...more,
});

async function sendToHole(api: Client): Promise<string> {
  const { body: endpoint } = await api.post(WEBHOOKS, { body: { url: world.hole.url } });
  const before = world.hole.received.length;
  const { body } = await api.post(`${WEBHOOKS}/${endpoint.id}/test`);
  await until('it is under way', () => world.hole.received.length > before);
  return body.id;
}

async function secondsToStop(stop: () => Promise<number | null>): Promise<number> {
  const startedAt = performance.now();
  expect(await stop()).toBe(0);
  return (performance.now() - startedAt) / 1000;
}

async function stateOf(deliveryId: string) {
  const { rows } = await world.db.owner.query(
    `select status, attempts, leased_until, next_attempt_at <= now() as is_due
       from webhook_delivery where id = $1`,
    [deliveryId],
  );
  return rows[0];
}

const GIVEN_BACK = { status: 'pending', attempts: 0, leased_until: null, is_due: true };

it('ends a server next to a receiver that hangs within ten seconds, and what it had is due at once', async () => {
  const server = await spawnServer(env());
  const deliveryId = await sendToHole(client({ url: server.url, key: liveKey }));
  expect(await secondsToStop(() => server.stop())).toBeLessThan(SECONDS_MAX);
  expect(await stateOf(deliveryId)).toEqual(GIVEN_BACK);
}, 90_000);

it('ends a worker so too', async () => {
  const server = await spawnServer(env({ WORKER: 'off' }));
  const worker = await spawnWorker(env());
  const deliveryId = await sendToHole(client({ url: server.url, key: liveKey }));
  expect(await secondsToStop(() => worker.stop())).toBeLessThan(SECONDS_MAX);
  expect(await stateOf(deliveryId)).toEqual(GIVEN_BACK);
  expect(await server.stop()).toBe(0);
}, 90_000);
