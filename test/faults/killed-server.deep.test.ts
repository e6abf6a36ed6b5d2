// The program and its database die or are stopped under load; what was acknowledged is kept, once.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { type EmbeddedServer, joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { inFlight, type MovementBody, Tally, until } from '../support/concurrency.ts';
import { type Client, client, day, makePharmacy } from '../support/pharmacy.ts';
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

const SKUS = Array.from({ length: 5 }, (_, index) => `SKU-${index}`);
const directory = mkdtempSync(join(tmpdir(), 'pharmacy-killed-'));
const dataDir = join(directory, 'data');

let embedded: EmbeddedServer;
let db: { database: Database; owner: pg.Pool };
let liveKey: string;
let server: SpawnedServer;
const tally = new Tally();

beforeAll(async () => {
  embedded = await joinEmbeddedServer({ dataDir });
  await migrate(embedded.ownerUrl);
  const owner = new pg.Pool({ connectionString: embedded.ownerUrl, max: 2 });
  owner.on('error', () => {});
  const database = new Database(await serviceUrl(embedded.ownerUrl), { preparedStatements: true });
  db = { database, owner };
  ({ liveKey } = await makePharmacy(database, { skuCodes: SKUS }));
  server = await start();
  for (const skuCode of SKUS) {
    const { status } = await tally.postUntilDecided(api, {
      type: 'receive',
      sku_code: skuCode,
      qty: 100_000,
      lot_number: `LOT-${skuCode}`,
      expiry_date: day(60),
    });
    expect(status).toBe(201);
  }
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await db.database.close();
  await db.owner.end();
  await embedded.leave();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

function start(): Promise<SpawnedServer> {
  return spawnServer({ DATA_DIR: dataDir, DEMO: 'off', WORKER: 'off', LOG_LEVEL: 'silent' });
}

function api(): Client {
  return client({ url: server.url, key: liveKey });
}

function orders(count: number): MovementBody[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'fulfill',
    sku_code: SKUS[index % SKUS.length] as string,
    qty: 1,
  }));
}

/** Posts the orders, and in the midst of it, once so many are acknowledged, does `blow`. */
async function postThrough(
  count: number,
  { blow, afterAcknowledged }: { blow: () => Promise<unknown>; afterAcknowledged: number },
): Promise<void> {
  let acknowledged = 0;
  const load = inFlight(20, orders(count), async (body) => {
    const { status } = await tally.postUntilDecided(api, body);
    expect([200, 201]).toContain(status);
    acknowledged += 1;
  });
  await Promise.race([
    load,
    until('the load is under way', () => acknowledged >= afterAcknowledged),
  ]);
  expect(acknowledged).toBeLessThan(count);
  await blow();
  await load;
  await tally.audit(db);
}

describe('the program', () => {
  it('killed under load loses and doubles nothing', async () => {
    await postThrough(600, {
      afterAcknowledged: 100,
      blow: async () => {
        await server.stop('SIGKILL');
        server = await start();
      },
    });
  }, 90_000);

  it('stopped by Ctrl-C answers each request or takes none, and ends', async () => {
    let posted = 0;
    let refused = 0;
    const load = inFlight(20, orders(20_000), async (body) => {
      if (refused >= 20) return;
      const answer = await tally.post(api(), body).catch(() => undefined);
      if (answer === undefined) refused += 1;
      else expect(answer.status).toBe(201);
      posted += 1;
    });
    await Promise.race([load, until('the load is under way', () => posted > 100)]);
    const exited = once(server.child, 'exit');
    // The terminal's signal and the one that npm sends on.
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    await Promise.all([load, exited]);
    expect(server.child.exitCode).toBe(0);
    // A connection that was reused or opened while the door closed may be refused, before its request was
    // read; whatever was posted was answered.
    const { rows } = await db.owner.query('select count(*)::int as count from movement');
    expect(rows[0].count).toBe(tally.acknowledged);
    await tally.audit(db);
    server = await start();
  }, 90_000);
});

describe('the database', () => {
  it('restarting after one of its processes was killed loses and doubles nothing', async () => {
    await postThrough(600, {
      afterAcknowledged: 100,
      blow: async () => {
        const { rows } = await db.owner.query(
          `select pid from pg_stat_activity where application_name = 'pharmacy-service' limit 1`,
        );
        process.kill(rows[0].pid, 'SIGKILL');
      },
    });
  }, 90_000);

  it('killed whole is started again by its members and loses and doubles nothing', async () => {
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    await postThrough(600, {
      afterAcknowledged: 100,
      blow: async () => process.kill(Number(pid), 'SIGKILL'),
    });
  }, 90_000);
});
