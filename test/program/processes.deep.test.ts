// WEB_CONCURRENCY on a bad day: no process stays behind, whichever of them dies.
import { afterEach, expect, it } from 'vitest';
import { client } from '../support/client.ts';
import { holdLevels } from '../support/concurrency.ts';
import { metricValue } from '../support/metrics-text.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';
import { childrenOf, isAlive } from './processes.ts';

const waitOptions = { timeout: 10_000, interval: 50 };
const slow = 90_000;

let liveKey: string;
const world = useWorld(
  async ({ db }) => {
    const lot = { sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(60), qty: 100 };
    ({ liveKey } = await makePharmacy(db.database, { lots: [lot] }));
  },
  { service: false },
);
afterEach(() => endSpawned());

const start = (): Promise<SpawnedServer> =>
  spawnServer({ DATABASE_URL: world.db.serviceUrl, MIGRATE: 'off', WEB_CONCURRENCY: '2' });

it(
  'ends every process when their parent was killed, after the answers that are under way',
  async () => {
    const server = await start();
    const children = childrenOf(server.child.pid as number);
    expect(children).toHaveLength(2);
    const held = await holdLevels(world.db.owner, ['SKU-1']);
    const answer = client({ url: server.url, key: liveKey }).post('/v1/inventory/movements', {
      body: { type: 'fulfill', sku_code: 'SKU-1', qty: 1 },
      headers: { 'Idempotency-Key': freshKey() },
    });
    await held.blocks(1);
    await server.stop('SIGKILL');
    await held.release();
    expect((await answer).status).toBe(201);
    await expect.poll(() => children.filter(isAlive), waitOptions).toEqual([]);
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
  'answers with the metrics of all its processes, by operation and status and by no caller, whichever is asked and whatever becomes of the others',
  async () => {
    const server = await start();
    /** Empty where one that hangs was given the connection. */
    const scrape = async () => {
      const signal = AbortSignal.timeout(5_000);
      const asked = { headers: { connection: 'close' }, signal };
      const answer = await fetch(`${server.url}/metrics`, asked).catch(() => undefined);
      if (answer === undefined) return '';
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      return answer.text();
    };
    const reads = 'http_request_duration_seconds_count{operation="listStock",status="200"}';
    const api = client({ url: server.url, key: liveKey });
    for (let index = 0; index < 8; index += 1) {
      const headers = { connection: 'close' };
      expect((await api.get('/v1/inventory/stock', { headers })).status).toBe(200);
    }
    await expect.poll(async () => metricValue(await scrape(), reads), waitOptions).toBe(8);
    const text = await scrape();
    expect(metricValue(text, 'service_processes{state="answering"}')).toBe(2);
    expect(metricValue(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    const { rows } = await world.db.owner.query('select organization_id, id from api_key');
    for (const id of rows.flatMap((row) => Object.values(row))) expect(text).not.toContain(id);

    // One that hangs counts with its last metrics.
    const [first] = childrenOf(server.child.pid as number) as [number];
    process.kill(first, 'SIGSTOP');
    const silent = async () => {
      const given = await scrape();
      return [metricValue(given, 'service_processes{state="silent"}'), metricValue(given, reads)];
    };
    await expect.poll(silent, { timeout: 30_000, interval: 50 }).toEqual([1, 8]);
    // What one has counted stays when it is gone.
    process.kill(first, 'SIGKILL');
    const anew = async () => {
      const given = await scrape();
      return [
        metricValue(given, 'service_processes{state="answering"}'),
        metricValue(given, reads),
      ];
    };
    await expect.poll(anew, { timeout: 30_000, interval: 50 }).toEqual([2, 8]);
    expect(await server.stop()).toBe(0);
  },
  slow,
);
