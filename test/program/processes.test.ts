// WEB_CONCURRENCY on a bad day: no process stays behind, whichever of them dies.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { client } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { childrenOf, isAlive } from '../support/processes.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { holdLevels } from '../support/storm.ts';

const patience = { timeout: 10_000, interval: 50 };
const slow = 90_000;

let db: TestDatabase;
let liveKey: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const lot = { sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(60), qty: 100 };
  ({ liveKey } = await makePharmacy(db.database, { lots: [lot] }));
});
afterEach(() => endSpawned());
afterAll(() => db.drop());

const start = (): Promise<SpawnedServer> =>
  spawnServer({ DATABASE_URL: db.serviceUrl, MIGRATE: 'off', WEB_CONCURRENCY: '2' });

it(
  'ends every process when their parent was killed, after the answers that are under way',
  async () => {
    const server = await start();
    const children = childrenOf(server.child.pid as number);
    expect(children).toHaveLength(2);
    const held = await holdLevels(db.owner, ['SKU-1']);
    const answer = client({ url: server.url, key: liveKey }).post('/v1/inventory/movements', {
      body: { type: 'fulfill', sku_code: 'SKU-1', qty: 1 },
      headers: { 'Idempotency-Key': freshKey() },
    });
    await held.blocks(1);
    await server.stop('SIGKILL');
    await held.release();
    expect((await answer).status).toBe(201);
    await expect.poll(() => children.filter(isAlive), patience).toEqual([]);
  },
  slow,
);

it(
  'kills a process that does not stop, within ten seconds of the signal',
  async () => {
    const server = await start();
    const children = childrenOf(server.child.pid as number);
    process.kill(children[0] as number, 'SIGSTOP');
    const startedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_500);
    expect(children.filter(isAlive)).toEqual([]);
  },
  slow,
);

it(
  'answers with its metrics, by operation and status, and by no caller',
  async () => {
    const server = await start();
    const api = client({ url: server.url, key: liveKey });
    for (const status of [200, 404])
      expect((await api.get(status === 200 ? '/v1/inventory/stock' : '/v1/nothing')).status).toBe(
        status,
      );
    // Either process may have answered.
    const texts: string[] = [];
    const listed = async () => {
      const answer = await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } });
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      texts.push(await answer.text());
      return texts.join('');
    };
    await expect
      .poll(listed, patience)
      .toMatch(
        /^http_request_duration_seconds_count\{worker="[12]",operation="listStock",status="200"\} 1$/m,
      );
    expect(await listed()).toMatch(/^process_cpu_seconds_total\{worker="[12]"\} /m);
    const { rows } = await db.owner.query('select organization_id, id from api_key');
    for (const id of rows.flatMap((row) => Object.values(row)))
      expect(await listed()).not.toContain(id);
    expect(await server.stop()).toBe(0);
  },
  slow,
);
