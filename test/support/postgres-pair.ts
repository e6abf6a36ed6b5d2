// PostgreSQL servers of the system's own, to be stopped, killed and silenced; two of them as primary and synchronous
// standby. The embedded server's package has no program that makes a standby.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './storm.ts';

const PROGRAMS = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => existsSync(join(path, 'pg_basebackup')));
const OWNER = 'postgres';
const START_SECONDS_MAX = 30;
/** A server that is killed need not survive the machine. */
const SETTINGS = { fsync: 'off', max_connections: '150', log_min_messages: 'fatal' };

/** Why there can be no such servers on this machine; undefined where there can. */
export const noServers: string | undefined =
  PROGRAMS === undefined
    ? 'PostgreSQL of the system is not installed (apt-get install postgresql)'
    : undefined;

export interface SystemServer {
  readonly port: number;
  /** Of the owner. */
  url(database?: string): string;
  start(): Promise<void>;
  /** As an administrator would: sessions are ended, and what is written is kept. */
  stop(): Promise<void>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** All its processes stand still: connections stay, are even taken, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

export interface Pair {
  /** Of the owner, with both hosts. */
  readonly url: string;
  readonly primary: SystemServer;
  /** Each commit waits until this one has it. */
  readonly standby: SystemServer;
  /** Makes the standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Ends both and removes what they wrote. */
  end(): Promise<void>;
}

/** A single server. */
export async function startSystemServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<SystemServer & { end(): Promise<void> }> {
  const home = makeHome();
  const server = await makeServer(home, { name: 'server', settings });
  await run('initdb', initArguments(join(home, 'server')), home);
  await server.start();
  return {
    ...server,
    end: async () => {
      await server.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function startPair(): Promise<Pair> {
  const home = makeHome();
  const primary = await makeServer(home, {
    name: 'primary',
    // Before there is a standby, commits would wait for it for ever.
    settings: { wal_level: 'replica', hot_standby: 'on', max_wal_senders: '4' },
  });
  const standby = await makeServer(home, { name: 'standby', settings: {} });
  await run('initdb', initArguments(join(home, 'primary')), home);
  await primary.start();
  const source = `host=127.0.0.1 port=${primary.port} user=${OWNER} application_name=standby`;
  const copied = ['-D', join(home, 'standby'), '-d', source, '-R', '-X', 'stream', '-c', 'fast'];
  await run('pg_basebackup', copied, home);
  await standby.start();
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query('select pg_reload_conf()');
  await until('the standby is synchronous', async () => {
    const rows = await primary.query(
      "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'",
    );
    return rows.length === 1;
  });
  return {
    url: `postgresql://${OWNER}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
    primary,
    standby,
    promote: async () => {
      await standby.query('select pg_promote(wait => true)');
    },
    end: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

function makeHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-servers-'));
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  mkdirSync(home);
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  return home;
}

function options(home: string) {
  return { ...account(), cwd: home, env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C' } };
}

function initArguments(data: string): string[] {
  return ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
}

async function run(program: string, words: readonly string[], home: string): Promise<void> {
  await promisify(execFile)(join(PROGRAMS as string, program), [...words], options(home));
}

async function makeServer(
  home: string,
  { name, settings }: { name: string; settings: Readonly<Record<string, string>> },
): Promise<SystemServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const all = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: home },
    ...SETTINGS,
    ...settings,
  };
  const url = (database = 'postgres') => `postgresql://${OWNER}@127.0.0.1:${port}/${database}`;
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url() });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  /** Of the postmaster and its children, in this order. */
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(child)) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const end = async (how: () => void) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    how();
    await ended;
  };
  return {
    port,
    url,
    query,
    start: async () => {
      const words = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      child = spawn(
        join(PROGRAMS as string, 'postgres'),
        ['-D', join(home, name), '-p', `${port}`, ...words],
        { ...options(home), stdio: 'ignore', detached: true },
      );
      await until(
        'the server answers',
        () => query('select').then(Boolean, () => false),
        START_SECONDS_MAX,
      );
    },
    stop: () => end(() => child?.kill('SIGINT')),
    kill: () => end(() => signal('SIGKILL')),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

function processesOf(postmaster: ChildProcess | undefined): number[] {
  const pid = postmaster?.pid;
  if (pid === undefined) return [];
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number);
  return [pid, ...children];
}
