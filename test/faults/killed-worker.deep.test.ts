// A server that delivers is killed in the midst of it: every committed event still reaches its endpoint.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { inFlight, until } from '../support/concurrency.ts';
import { type Client, client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  endSpawned,
  type SpawnedServer,
  spawnServer,
  spawnWorker,
} from '../support/spawn-server.ts';

const MOVEMENTS = 400;
const LEASE_SECONDS_MAX = 30;

let db: TestDatabase;
let receiver: Receiver;
let liveKey: string;

beforeEach(async () => {
  db = await createTestDatabase();
  // Slow enough that some are always under way.
  receiver = await startReceiver((response, index) => {
    setTimeout(() => response.writeHead(index % 10 === 3 ? 500 : 200).end(), 20);
  });
  ({ liveKey } = await makePharmacy(db.database));
});

afterEach(async () => {
  await endSpawned();
  await receiver.close();
  await db.drop();
});

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: db.ownerUrl,
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2,0.2,0.2',
  ...more,
});

it('loses no event, and takes up within 30 s what the dead one had', async () => {
  const doomed = await spawnServer(env());
  const other = await spawnServer(env({ WORKER: 'off' }));
  const api = (server: SpawnedServer): Client => client({ url: server.url, key: liveKey });
  await subscribe(api(other));
  let posted = 0;
  const load = inFlight(8, Array.from({ length: MOVEMENTS }), async () => {
    // Some go through the one that is killed, and have no answer.
    const server = posted % 4 === 0 && doomed.child.exitCode === null ? doomed : other;
    posted += 1;
    await receive(api(server)).catch(() => undefined);
  });
  await until('deliveries are under way', () => receiver.received.length > 50);
  await doomed.stop('SIGKILL');
  const killedAt = Date.now();
  await load;
  const { rows: held } = await db.owner.query(
    'select id from webhook_delivery where leased_until is not null',
  );
  expect(held.length).toBeGreaterThan(0);
  const worker = await spawnWorker(env());
  await until('everything came', allCame, LEASE_SECONDS_MAX + 15);
  const takenUp = receiver.received
    .filter(
      ({ headers, at }) => at > killedAt && held.some(({ id }) => id === headers['webhook-id']),
    )
    .map(({ at }) => (at - killedAt) / 1000);
  expect(takenUp.length).toBeGreaterThanOrEqual(held.length);
  expect(Math.min(...takenUp)).toBeLessThan(LEASE_SECONDS_MAX);
  expect(await worker.stop()).toBe(0);
  expect(await other.stop()).toBe(0);
}, 120_000);

it('stands next to servers that have none: WORKER=off delivers nothing, `work` does', async () => {
  const server = await spawnServer(env({ WORKER: 'off' }));
  const api = client({ url: server.url, key: liveKey });
  await subscribe(api);
  await receive(api);
  // What is due from time to time is the first that a worker does.
  expect((await db.owner.query('select name from periodic_job')).rows).toEqual([]);
  const { rows } = await db.owner.query(
    'select e.id from webhook_endpoint e join event_counter c using (organization_id) where e.fanned_position < c.position',
  );
  expect(rows).toHaveLength(1);
  const worker = await spawnWorker(env());
  await until('it came', () => receiver.received.length > 0);
  expect(worker.output()).toBe('working\n');
  expect(await worker.stop()).toBe(0);
  expect(await server.stop()).toBe(0);
}, 60_000);

async function subscribe(api: Client): Promise<void> {
  const { status } = await api.post('/v1/inventory/webhooks', {
    body: { url: receiver.url, events: ['stock.changed'] },
  });
  expect(status).toBe(201);
}

function receive(api: Client) {
  const lot = { lot_number: 'L', expiry_date: day(60) };
  return post(api, { type: 'receive', sku_code: 'SKU-1', qty: 1, ...lot });
}

async function allCame(): Promise<boolean> {
  const { rows } = await db.owner.query(`select id from event where type = 'stock.changed'`);
  const came = new Set(receiver.received.map(({ body }) => body.id));
  const { rows: open } = await db.owner.query(
    `select id from webhook_delivery where status = 'pending' limit 1`,
  );
  return open.length === 0 && rows.every(({ id }) => came.has(id));
}
