// The PostgreSQL server under test: Debian's where it is installed, else the one that comes with the packages.
// Both with fsync, as they are.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbeddedServer } from '../../src/database/embedded/embedded-server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { stopLater } from './cleanup.ts';
import { type Usage, usageOf } from './usage.ts';

const DEBIAN = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`);
/** What a server for production has; the rest is as it comes. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', max_connections: '200' };
const START_TRIES = 100;
const START_PAUSE_MILLISECONDS = 200;

export interface PostgresServer {
  /** For people: which one, and how it is set. */
  readonly name: string;
  /** Where its programs are. */
  readonly programs: string | undefined;
  url(database: string): string;
  usage(): Usage | undefined;
  /** Stops it as a crash would and starts it again, with the same address; only of the system's. */
  readonly crash: (() => Promise<void>) | undefined;
  /** Runs statements as the owner; answers the rows of the last one. */
  query<Row>(database: string, text: string, values?: unknown[]): Promise<Row[]>;
}

export async function startPostgres(folder: string): Promise<PostgresServer> {
  const programs = debianPrograms();
  const { ownerUrl, pid, crash } =
    programs === undefined ? await startEmbedded(folder) : await startDebian(folder, programs);
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
  return { name, programs, url, query, crash, usage: () => usageOf(pid()) };
}

/** Where Debian's programs of PostgreSQL are, of the newest version. */
export function debianPrograms(): string | undefined {
  return DEBIAN.find((path) => existsSync(join(path, 'postgres')));
}

/** How a program of PostgreSQL runs: it refuses to be root. */
export function asPostgres(home: string) {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  const as = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  return { ...as, cwd: home, env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C' } };
}

/** A folder of the user who runs PostgreSQL. */
export function makeHome(home: string): void {
  mkdirSync(home);
  const { uid, gid } = asPostgres(home) as { uid?: number; gid?: number };
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
}

async function startDebian(folder: string, programs: string) {
  const home = join(folder, 'postgres');
  chmodSync(folder, 0o755);
  makeHome(home);
  const data = join(home, 'data');
  initialise(programs, data);
  return startCluster(programs, data);
}

/** In a folder of `makeHome`. */
export function initialise(programs: string, data: string): void {
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    { ...asPostgres(dirname(data)), stdio: 'ignore' },
  );
}

/** Starts a server on a cluster that is there, and waits until it answers. */
export async function startCluster(
  programs: string,
  data: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const port = await freePort();
  const home = dirname(data);
  const place = { listen_addresses: '127.0.0.1', unix_socket_directories: home };
  const all = { ...place, ...SETTINGS, ...settings };
  const start = () =>
    spawn(
      join(programs, 'postgres'),
      [
        ...['-D', data, '-p', `${port}`],
        ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      // In a session of its own, so that an interrupted load is ended before its database.
      { ...asPostgres(home), stdio: 'ignore', detached: true },
    );
  let child = start();
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const stop = stopLater(() => end('SIGINT'));
  const ownerUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await reached(ownerUrl);
  const crash = async () => {
    await end('SIGQUIT');
    child = start();
    await reached(ownerUrl);
  };
  return { ownerUrl, pid: () => child.pid as number, crash, stop };
}

async function reached(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await pause(START_PAUSE_MILLISECONDS);
    }
  }
}

async function startEmbedded(folder: string) {
  const dataDir = join(folder, 'postgres');
  const member = await joinEmbeddedServer({ dataDir });
  stopLater(() => member.leave());
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { ownerUrl: member.ownerUrl, pid: () => Number(pid), crash: undefined };
}
