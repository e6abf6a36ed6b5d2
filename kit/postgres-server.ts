// The PostgreSQL server under test: Debian's where it is installed, else the one that comes with the packages.
// Both with fsync, as they are.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { joinEmbeddedServer } from '../src/embedded/embedded-server.ts';
import { stopLater } from './cleanup.ts';
import {
  initialise,
  makeHome,
  makeServer,
  SYSTEM_PROGRAMS,
  type SystemServer,
} from './system-server.ts';
import { type Usage, usageOf } from './usage.ts';

/** What a server for production has; the rest is as it comes. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', max_connections: '200' };

export interface PostgresServer {
  /** For people: which one, and how it is set. */
  readonly name: string;
  /** Where its programs are. */
  readonly programs: string | undefined;
  url(database: string): string;
  usage(): Usage | undefined;
  /** Runs statements as the owner; answers the rows of the last one. */
  query<Row>(database: string, text: string, values?: unknown[]): Promise<Row[]>;
}

export async function startPostgres(folder: string): Promise<PostgresServer> {
  const programs = SYSTEM_PROGRAMS;
  const { ownerUrl, pid } =
    programs === undefined ? await startEmbedded(folder) : await startSystem(folder);
  const url = (database: string) => {
    const named = new URL(ownerUrl);
    named.pathname = database;
    return named.toString();
  };
  const query = async <Row>(database: string, text: string, values?: unknown[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    try {
      const result = await client.query(text, values);
      const last = Array.isArray(result) ? result.at(-1) : result;
      return last.rows;
    } finally {
      await client.end();
    }
  };
  const settings = ['server_version', 'fsync', 'synchronous_commit', ...Object.keys(SETTINGS)];
  const rows = await query<{ name: string; value: string }>(
    'postgres',
    `select name, current_setting(name) as value from unnest($1::text[]) as wanted (name)`,
    [settings],
  );
  const [version, ...rest] = rows.map(({ name, value }) => `${name} ${value}`);
  const name = `PostgreSQL, ${programs === undefined ? 'embedded' : 'of the system'}, ${version}: ${rest.join(', ')}`;
  return { name, programs, url, query, usage: () => usageOf(pid()) };
}

async function startSystem(folder: string) {
  const home = join(folder, 'postgres');
  chmodSync(folder, 0o755);
  makeHome(home);
  const data = join(home, 'data');
  await initialise(data);
  const server = await startCluster(data);
  return { ownerUrl: server.url(), pid: () => server.pid() as number };
}

/** Starts a server on a cluster that is there, and waits until it answers. */
export async function startCluster(
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SystemServer> {
  const server = await makeServer(data, { ...SETTINGS, ...settings });
  const stop = stopLater(() => server.stop());
  await server.start();
  return { ...server, stop };
}

async function startEmbedded(folder: string) {
  const dataDir = join(folder, 'postgres');
  const member = await joinEmbeddedServer({ dataDir });
  stopLater(() => member.leave());
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { ownerUrl: member.ownerUrl, pid: () => Number(pid) };
}
