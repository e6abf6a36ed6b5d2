/**
 * What cells cost, against one plain server: two plain servers, and one cell on Citus, where CITUS_OVERLAY names it.
 * Draws, a hundred draws in a request and reads of stock, in turn, over HTTP. Prints the ratios of requests a second and
 * of the processor time of PostgreSQL for each, as docs/scaling.md has them.
 *
 *     CITUS_OVERLAY=FILE npm run bench:cells
 *
 * SECONDS is how long each measurement takes, 10 by default, and ROUNDS how often all take turns, 5 by default.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { distribute, withSettings } from '../../kit/database.ts';
import { print } from '../../kit/print.ts';
import { startProduct } from '../../kit/product.ts';
import {
  initialiseWith,
  makeHome,
  makeServer,
  SYSTEM_PROGRAMS,
  type SystemServer,
} from '../../kit/system-server.ts';
import { usageOf } from '../../kit/usage.ts';
import { migrateDirectory } from '../../src/cells/migrate-directory.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { drive } from '../bench/load/drive.ts';
import { fulfil, fulfilMany, type Load, readStock } from '../bench/load/requests.ts';
import { median } from '../bench/measurements.ts';
import {
  asOwner,
  type Cluster,
  DATABASE,
  NoCitus,
  programsIn,
  startCluster,
} from '../citus/cluster.ts';
import { LOADED_SKUS, makeLoadedOrganization } from './load.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const PLAIN = { shared_buffers: '256MB', max_connections: '300' };

interface Side {
  readonly name: string;
  readonly url: string;
  /** The keys that send the load: one organization's in each database. */
  readonly keys: readonly string[];
  readonly servers: readonly SystemServer[];
}

const LOADS: Readonly<Record<string, Omit<Load, 'keys' | 'skus'>>> = {
  'draws, 64 connections': { requests: [fulfil], connections: 64 },
  'draws, 1 connection': { requests: [fulfil], connections: 1 },
  'a hundred draws in a request, 4 connections': { ...fulfilMany(100), connections: 4 },
  'reads of stock, 16 connections': { requests: [readStock], connections: 16 },
};

stopAllWhenEnded();
try {
  await bench();
} catch (error) {
  print(`${(error as Error).stack}`);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cells-'));
  chmodSync(folder, 0o755);
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await startCluster(folder).catch((error) => {
    if (!(error instanceof NoCitus)) throw error;
    print(`Citus is left out: ${error.message}.`);
    return undefined;
  });
  const sides = [await onPlainServer(folder), await onTwoServers(folder)];
  if (cluster !== undefined) {
    sides.push(await overCoordinator(cluster, folder), await straightToWorker(cluster, folder));
  }
  print(
    `| | ${sides
      .slice(1)
      .map(({ name }) => name)
      .join(' | ')} |\n|---|${'---|'.repeat(sides.length - 1)}`,
  );
  for (const [name, load] of Object.entries(LOADS)) {
    const rounds: Measured[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measured: Measured[] = [];
      for (const side of sides) measured.push(await measure(side, load));
      rounds.push(measured);
    }
    const ratio = (index: number, of: keyof Measured) =>
      median(rounds.map((one) => (one[index]?.[of] ?? 0) / (one[0]?.[of] ?? 1))).toFixed(2);
    const cells = sides
      .slice(1)
      .map((_, index) => `${ratio(index + 1, 'perSecond')} (${ratio(index + 1, 'micros')})`);
    print(`| ${name} | ${cells.join(' | ')} |`);
  }
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of PostgreSQL for a request, on all nodes. */
  readonly micros: number;
}

async function measure(
  { url, keys, servers }: Side,
  load: Omit<Load, 'keys' | 'skus'>,
): Promise<Measured> {
  const used = () =>
    servers.reduce((sum, server) => sum + (usageOf(server.pid() as number)?.micros ?? 0), 0);
  const from = used();
  const { requests, perSecond, odd } = await drive(
    url,
    { ...load, keys, skus: LOADED_SKUS },
    SECONDS,
  );
  if (odd > 0) throw new Error(`${odd} of ${requests} answers were refusals.`);
  return { perSecond, micros: (used() - from) / requests };
}

async function onPlainServer(folder: string): Promise<Side> {
  const { url, server } = await makePlainServer(folder, 'plain');
  return side('one plain server', { url, folder, slug: 'plain', servers: [server] });
}

async function onTwoServers(folder: string): Promise<Side> {
  const [a, b] = [await makePlainServer(folder, 'a'), await makePlainServer(folder, 'b')];
  const keys: string[] = [];
  for (const [slug, { url }] of Object.entries({ a, b })) {
    keys.push(
      await makeLoadedOrganization({ DATABASE_URL: url, MIGRATE: 'off' }, { slug, folder }),
    );
  }
  await migrateDirectory(a.url, new Map(Object.entries({ a: a.url, b: b.url })));
  const product = await startProduct({
    CELLS: `a=${a.url} b=${b.url}`,
    MIGRATE: 'off',
    LOG_LEVEL: 'error',
  });
  return { name: 'two plain servers', url: product.url, keys, servers: [a.server, b.server] };
}

async function makePlainServer(
  folder: string,
  name: string,
): Promise<{ url: string; server: SystemServer }> {
  const home = join(folder, name);
  makeHome(home);
  const programs = existsSync(programsIn(folder)) ? programsIn(folder) : SYSTEM_PROGRAMS;
  if (programs === undefined)
    throw new Error('PostgreSQL’s programs are not here: apt install postgresql.');
  const server = await makeServer(join(home, 'data'), PLAIN, DATABASE, programs);
  await initialiseWith(programs, server.data, '--no-sync');
  stopLater(() => server.stopAtOnce());
  await server.start();
  await asOwner(server.url('postgres'), [`create database ${DATABASE}`]);
  const url = withSettings(server.url(), { search_path: 'cell' });
  await migrate(url);
  return { url, server };
}

async function overCoordinator(cluster: Cluster, folder: string): Promise<Side> {
  const url = await makeCell(cluster, 'coordinated');
  const servers = [cluster.coordinator, ...cluster.workers];
  return side('Citus, over the coordinator', { url, folder, slug: 'coordinated', servers });
}

/** The sequence moves to the worker, which is then the one entry of the cell. */
async function straightToWorker(cluster: Cluster, folder: string): Promise<Side> {
  const schema = 'straight';
  const { coordinator, workers } = cluster;
  const role = new URL(await serviceUrl(await makeCell(cluster, schema))).username;
  const [shard] = await coordinator.query<{ port: number }>(
    `select nodeport as port from citus_shards where table_name = '${schema}.lot'::regclass`,
  );
  const worker = workers.find(({ port }) => port === shard?.port);
  if (worker === undefined) throw new Error('The cell is on no worker.');
  await coordinator.query(`drop sequence ${schema}.ledger_block`);
  await worker.query(
    `create sequence ${schema}.ledger_block as bigint minvalue 1048576 increment 1048576`,
  );
  await worker.query(`grant usage on sequence ${schema}.ledger_block to ${role}`);
  const url = withSettings(worker.url(), { search_path: schema });
  const servers = [coordinator, ...workers];
  return side('Citus, straight to the worker', { url, folder, slug: schema, servers });
}

async function makeCell(cluster: Cluster, schema: string): Promise<string> {
  const url = cluster.url(schema);
  await migrate(url);
  await distribute(cluster.coordinator.url(), schema);
  return url;
}

async function side(
  name: string,
  {
    url,
    folder,
    slug,
    servers,
  }: { url: string; folder: string; slug: string; servers: readonly SystemServer[] },
): Promise<Side> {
  const settings = { DATABASE_URL: url, MIGRATE: 'off', LOG_LEVEL: 'error' };
  const key = await makeLoadedOrganization(settings, { slug, folder });
  const product = await startProduct(settings);
  return { name, url: product.url, keys: [key], servers };
}
