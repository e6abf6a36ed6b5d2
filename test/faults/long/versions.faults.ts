// Two versions of the program on one database: they start together where nothing is there yet, and the newer one
// comes while the older one works.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_URL, withDatabase } from '../../../kit/database.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../../support/spawn-server.ts';
import { FaultStage, noteMeasurements } from '../fault-stage.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const template = process.env[TEMPLATE_URL] as string;

/** What the next version may bring: it only adds. */
const NEXT = {
  '20990101000000_next_table': `
    create table next_thing (id uuid primary key, organization_id uuid not null);
    alter table movement add column next_word text check (length(next_word) <= 100)`,
  '20990101000001_next_index': `
    create index concurrently next_movement on movement (organization_id, next_word) where next_word is not null`,
};

let folder: string;
let admin: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pharmacy-next-'));
  for (const name of ['src', 'prisma', 'generated', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, sql] of Object.entries(NEXT)) {
    const migration = join(folder, 'prisma/migrations', name);
    mkdirSync(migration);
    writeFileSync(join(migration, 'migration.sql'), sql);
  }
  admin = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

let name: string;
let url: string;
beforeEach(async () => {
  name = `versions_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  url = withDatabase(template, name);
});
afterEach(async () => {
  await endSpawned();
  await admin.query(`drop database ${name} with (force)`);
});

const next = () => ({ root: `${folder}/` });

async function applied(): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select migration_name, count(*)::int as times from _prisma_migrations
      where finished_at is not null and rolled_back_at is null group by 1`,
  );
  await client.end();
  return Object.fromEntries(rows.map((row) => [row.migration_name, row.times]));
}

async function expectBothApplied(): Promise<void> {
  const times = await applied();
  expect(times).toMatchObject({ '20990101000000_next_table': 1, '20990101000001_next_index': 1 });
  expect(Object.values(times).every((count) => count === 1)).toBe(true);
}

it('two versions start together on an empty database: each migration is applied once, and all of them serve', async () => {
  const env = { DATABASE_URL: url, DEMO: 'off' };
  const servers: SpawnedServer[] = await Promise.all([
    spawnServer(env),
    spawnServer(env, next()),
    spawnServer(env),
    spawnServer(env, next()),
  ]);
  await expectBothApplied();
  for (const server of servers) {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }
});

it('a newer version migrates under the load of an older one, and both post: no request fails', async () => {
  const stage = await FaultStage.open(url, { processes: 1 });
  const load = stage.load();
  await load.moves(200);
  await stage.spawn({}, next());
  await load.moves(200);
  // The older one may start once more, after the newer one has migrated.
  await stage.spawn();
  await load.moves(200);
  await load.end();
  await expectBothApplied();
  expect(load.undecided).toEqual([]);
  noteMeasurements({
    ...(await stage.expectWhole()),
    'requests failed': load.undecided.length,
    's for the slowest movement': load.slowestSeconds,
  });
  await stage.end();
});
