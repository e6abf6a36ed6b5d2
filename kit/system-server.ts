// PostgreSQL servers of the system's own programs, to be stopped, killed and silenced. Whoever starts one ends it.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const OWNER = 'postgres';
const START_SECONDS_MAX = 30;
const POLL_INTERVAL_MILLISECONDS = 100;
const CONNECT_MILLISECONDS_MAX = 2_000;

/** Where Debian's programs of PostgreSQL are, of the newest version. */
export const SYSTEM_PROGRAMS: string | undefined = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => existsSync(join(path, 'postgres')));

export interface SystemServer {
  readonly port: number;
  readonly data: string;
  /** Of the owner. */
  url(database?: string): string;
  /** Of the postmaster; undefined while none runs. */
  pid(): number | undefined;
  /** Resolves when it answers. Tries again where it ends before: what was killed may still be on its way out. */
  start(): Promise<void>;
  /** As an administrator would: sessions are ended, and what is written is kept. */
  stop(): Promise<void>;
  /** At once, so that it recovers when it is started. */
  stopAtOnce(): Promise<void>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** All its processes stand still: connections stay, are even taken, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** How a program of PostgreSQL runs: it refuses to be root. */
export function asPostgres(home: string) {
  return { ...account(), cwd: home, env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C' } };
}

/** A folder of the user who runs PostgreSQL, which need not be there. */
export function makeHome(home: string): void {
  mkdirSync(home, { recursive: true });
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
}

function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, OWNER], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

/** Runs a program of PostgreSQL to its end. */
export async function runProgram(
  program: string,
  words: readonly string[],
  home: string,
  programs = SYSTEM_PROGRAMS as string,
): Promise<void> {
  await promisify(execFile)(join(programs, program), [...words], asPostgres(home));
}

/** Makes a cluster in a folder of `makeHome`. */
export function initialise(data: string, ...more: string[]): Promise<void> {
  return initialiseWith(SYSTEM_PROGRAMS as string, data, ...more);
}

/** @param programs the folder of other programs than the system's */
export function initialiseWith(programs: string, data: string, ...more: string[]): Promise<void> {
  const words = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-locale', ...more];
  return runProgram('initdb', words, dirname(data), programs);
}

/** Makes the cluster of one that does not run a copy of the other, as its standby. */
export function copyAsStandby(
  primary: SystemServer,
  standby: Pick<SystemServer, 'data'>,
): Promise<void> {
  const source = `host=127.0.0.1 port=${primary.port} user=${OWNER}`;
  const words = ['-D', standby.data, '-d', source, '-R', '-X', 'stream', '-c', 'fast'];
  return runProgram('pg_basebackup', [...words, '--no-sync'], dirname(standby.data));
}

/**
 * A server that is not started yet, with an address that stays.
 *
 * @param data its cluster, which need not be there before it is started
 * @param database that is meant where none is named; made by anyone who needs another
 * @param programs the folder of its programs
 */
export async function makeServer(
  data: string,
  settings: Readonly<Record<string, string>> = {},
  database = 'postgres',
  programs = SYSTEM_PROGRAMS as string,
): Promise<SystemServer> {
  const port = await freePort();
  const home = dirname(data);
  const listening = { listen_addresses: '127.0.0.1', unix_socket_directories: home };
  const words = [
    '-D',
    data,
    '-p',
    `${port}`,
    ...Object.entries({ ...listening, ...settings }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ]),
  ];
  let child: ChildProcess | undefined;
  let starting: Promise<void> | undefined;
  const url = (name = database) => `postgresql://${OWNER}@127.0.0.1:${port}/${name}`;
  const ask = async <Row extends pg.QueryResultRow>(
    connectionString: string,
    text: string,
    values?: unknown[],
  ): Promise<Row[]> => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MILLISECONDS_MAX,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const pid = () => (isRunning(child) ? child?.pid : undefined);
  const startOnce = async () => {
    const deadline = performance.now() + START_SECONDS_MAX * 1000;
    for (;;) {
      // In a session of its own, so that an interrupted load is ended before its database.
      child = isRunning(child)
        ? child
        : spawn(join(programs, 'postgres'), words, {
            ...asPostgres(home),
            stdio: 'ignore',
            detached: true,
          });
      const isThere = await ask(url('postgres'), 'select').then(Boolean, () => false);
      if (isThere && isRunning(child)) return;
      if (performance.now() > deadline) throw new Error(`PostgreSQL did not start on ${data}.`);
      await pause(POLL_INTERVAL_MILLISECONDS);
    }
  };
  const end = async (how: () => void) => {
    if (child === undefined || !isRunning(child)) return;
    const ended = once(child, 'exit');
    how();
    await ended;
  };
  return {
    port,
    data,
    url,
    pid,
    query: (text, values) => ask(url(), text, values),
    start: () => {
      starting ??= startOnce().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    stop: () => end(() => child?.kill('SIGINT')),
    stopAtOnce: () => end(() => child?.kill('SIGQUIT')),
    kill: () => end(() => signalAll(freezeAll(pid()), 'SIGKILL')),
    freeze: () => freezeAll(pid()),
    thaw: () => signalAll(familyOf(pid()), 'SIGCONT'),
  };
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

/** The postmaster first, so that it has no children that are not seen. */
function freezeAll(postmaster: number | undefined): number[] {
  if (postmaster === undefined) return [];
  signalAll([postmaster], 'SIGSTOP');
  const family = familyOf(postmaster);
  signalAll(family, 'SIGSTOP');
  return family;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The postmaster and its children. */
function familyOf(postmaster: number | undefined): number[] {
  if (postmaster === undefined) return [];
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([child]) => child as number);
  return [postmaster, ...children];
}

/** A port of the loopback on which nothing listens now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
