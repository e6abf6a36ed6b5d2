/**
 * One cluster on disk and its postmaster: make, find, start, stop. Every function here expects the
 * lock of DATA_DIR to be held.
 *
 * Promises:
 * - A cluster appears under its path whole or not at all.
 * - A server is adopted only when it proves that it serves this very folder, so a copied folder
 *   never leads to the original's server and a pid that was given out again misleads nobody.
 *   `pg_ctl status` believes any process that has the pid in `postmaster.pid`.
 * - `postmaster.pid` is removed only when the process it names is not this cluster's. Sessions that
 *   outlived their postmaster still keep the next one out: PostgreSQL looks for them by the shared
 *   memory that it keeps for the folder's inode.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  chown,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Ended, prepareSoftware, run, type Software } from './binaries.ts';
import {
  clusterPath,
  codeOf,
  EmbeddedServerError,
  ignoreCode,
  keepPrivate,
  renameForGood,
  type ServerRecord,
  writeServerRecord,
} from './data-dir.ts';

const INITIALISE_SECONDS = 180;
/** The time that the server has to start, to stop or to answer. */
const LIMIT_SECONDS = 60;
/** The time that pg_ctl has to report its timeout. */
const GRACE_SECONDS = 10;
const PG_CTL_WORDS = ['--silent', '--wait', `--timeout=${LIMIT_SECONDS}`];
const PG_CTL_OPTIONS = { timeoutSeconds: LIMIT_SECONDS + GRACE_SECONDS };
const POLL_MILLISECONDS = 50;
const POLL_INTERVAL_MILLISECONDS = 10;
const CONNECT_MILLISECONDS = 5_000;
const DISCONNECT_MILLISECONDS = 5_000;
// Making a database copies a template, which takes seconds on a slow disk.
const QUERY_MILLISECONDS = 30_000;
const LOG_BYTES = 10_000_000;
const LOG_TAIL_BYTES = 4_000;
const LOG_TAIL_LINES = 10;
const OWNER_NAME = 'owner';
const DATABASE_NAME = 'pharmacy';
const MISSING_DATABASE = '3D000';
const DRAFT_PREFIX = 'initialising-';

/** They are given on the command line, so that they hold whatever the cluster's own files say. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Stock is medicine: what was answered must survive a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must quote no row and no parameter, and stay small.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_checkpoints: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
};

interface Postmaster {
  pid: number;
  port: number;
}

/** @returns the uid of the cluster's folder; absent when there is no cluster yet */
export async function clusterOwner(dataDir: string): Promise<number | undefined> {
  const cluster = clusterPath(dataDir);
  const contents = (await readdir(cluster).catch(ignoreCode('ENOENT'))) ?? [];
  if (contents.length === 0) return undefined;
  if (contents.includes('PG_VERSION')) return (await stat(cluster)).uid;
  throw new EmbeddedServerError(
    `${cluster} is not a PostgreSQL data folder: move it away, or set DATA_DIR to another folder.`,
  );
}

/** The cluster is made in a folder of its own and renamed, so that a crash in the middle leaves none. */
export async function initialiseCluster(
  dataDir: string,
  software: Software,
): Promise<ServerRecord> {
  const draft = await mkdtemp(join(dataDir, DRAFT_PREFIX));
  try {
    const record = { password: randomBytes(24).toString('base64url'), port: 0 };
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, record.password, { mode: 0o600 });
    if (software.owner) await giveTo(software.owner, draft);
    const words = [
      `--pgdata=${join(draft, 'cluster')}`,
      `--username=${OWNER_NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ];
    const { exitCode, output } = await software.run('initdb', words, {
      timeoutSeconds: INITIALISE_SECONDS,
    });
    if (exitCode !== 0) {
      throw new EmbeddedServerError(
        `The database could not be made. ${lastLines('initdb', output)}`,
      );
    }
    await writeServerRecord(dataDir, record);
    await renameForGood(join(draft, 'cluster'), clusterPath(dataDir));
    return record;
  } finally {
    await discard(draft);
  }
}

/** Removes what a crash during `initialiseCluster` left. An initdb that outlived its parent may still be
 * writing there, which is why drafts have names of their own and this may fail for now. */
export async function discardDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) await discard(join(dataDir, name));
  }
}

async function discard(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** @returns absent when no postmaster serves this cluster. Waits while one is starting or stopping. */
export async function findPostmaster(
  dataDir: string,
  record: ServerRecord,
): Promise<Postmaster | undefined> {
  const deadline = performance.now() + LIMIT_SECONDS * 1000;
  let pid = 0;
  do {
    const named = await namedPostmaster(dataDir);
    if (named === undefined) return undefined;
    const command = await commandOf(named.pid);
    const asked = named.isReady && command !== '';
    const answer = asked ? await ask(dataDir, { ...record, port: named.port }) : 'silent';
    if (answer === 'ours') return named;
    if (answer === 'foreign' || !command.includes(` -D ${clusterPath(dataDir)} `)) {
      await rm(pidPath(dataDir), { force: true });
      return undefined;
    }
    if (answer === 'refused') {
      throw new EmbeddedServerError(
        `The database in ${dataDir} does not take the password in postgres.json: restore that file.`,
      );
    }
    pid = named.pid;
    await pause(POLL_MILLISECONDS);
  } while (performance.now() < deadline);
  throw new EmbeddedServerError(
    `The database server of ${dataDir} (process ${pid}) has not answered for ${LIMIT_SECONDS} ` +
      `seconds: look at ${logPath(dataDir)}, end that process and try again.`,
  );
}

/** Reads `postmaster.pid`. */
async function namedPostmaster(
  dataDir: string,
): Promise<(Postmaster & { isReady: boolean }) | undefined> {
  const text = await readFile(pidPath(dataDir), 'utf8').catch(ignoreCode('ENOENT'));
  const [pid, , , port, , , , state = ''] = (text ?? '').split('\n');
  const isReady = state.trim() === 'ready';
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), isReady } : undefined;
}

/**
 * @returns the program and its words, with a space after each; a recycled pid has others. Empty when
 * there is no such process and also for a zombie, which stays for ever in a container whose first process
 * reaps nobody.
 */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ');
  }
  const { exitCode, output } = await run(['ps', '-ww', '-o', 'command=', '-p', String(pid)], {
    env: { PATH: '/usr/bin:/bin' },
    timeoutSeconds: GRACE_SECONDS,
  });
  return exitCode === 0 ? `${output.trim()} ` : '';
}

type Answer = 'ours' | 'foreign' | 'refused' | 'silent';

/** Makes the server read back a random word that was just written into the folder. */
async function ask(dataDir: string, record: ServerRecord): Promise<Answer> {
  const name = 'pharmacy-probe';
  const path = join(clusterPath(dataDir), name);
  let client: Client | undefined;
  try {
    client = await connect(record, 'pharmacy-probe');
    const word = randomBytes(16).toString('hex');
    // Its mode lets everybody read, because root writes it and another user's server reads it; the folder is closed.
    await writeFile(path, word, { mode: 0o644 });
    const text = 'select pg_read_file($1::text, 0, 100, true) as word';
    const { rows } = await client.query<{ word: string | null }>(text, [name]);
    return rows[0]?.word === word ? 'ours' : 'foreign';
  } catch (error) {
    if ((error as { syscall?: string }).syscall === 'open') throw error;
    return ['28P01', '28000'].includes(codeOf(error)) ? 'refused' : 'silent';
  } finally {
    if (client) await disconnect(client);
    await rm(path, { force: true });
  }
}

/** Starts on the recorded port if it is free, else on another, and waits until it is ready. */
export async function startPostmaster(
  dataDir: string,
  { software, record }: { software: Software; record: ServerRecord },
): Promise<Postmaster> {
  await assertUsable(dataDir, software);
  const deadline = performance.now() + LIMIT_SECONDS * 1000;
  let port = record.port || (await freePort());
  let result: Postmaster | string;
  do {
    result = await launch(dataDir, { software, port });
    if (typeof result !== 'string') return result;
    if (/could not bind|could not create any TCP\/IP sockets/.test(result)) {
      // The start also fails so when another program took the free port before PostgreSQL did.
      port = await freePort();
    } else if (/pre-existing shared memory block|lock file "[^"]*" already exists/.test(result)) {
      // Sessions of a killed postmaster end by themselves, but not in the same instant. Or a
      // start of ours, whose Node was killed, has just gone ahead.
      await pause(POLL_MILLISECONDS * 5);
      const found = await findPostmaster(dataDir, record);
      if (found) return found;
    } else {
      break;
    }
  } while (performance.now() < deadline);
  throw new EmbeddedServerError(`The database in ${dataDir} did not start. ${result}`);
}

async function assertUsable(dataDir: string, software: Software): Promise<void> {
  const cluster = clusterPath(dataDir);
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== software.majorVersion) {
    // PostgreSQL says so as well, but names the versions in a detail, which the log leaves out.
    throw new EmbeddedServerError(
      `The data folder ${cluster} was made by PostgreSQL ${version} and this is ` +
        `${software.majorVersion}: dump and load it with both versions, or set DATA_DIR to ` +
        'another folder.',
    );
  }
  // Root restored a backup with plain cp: no user at all could run it.
  if (software.owner && (await stat(cluster)).uid === 0) await giveTo(software.owner, cluster);
}

/**
 * Returns the server, or why it did not start. pg_ctl runs it in a session of its own, so that
 * neither Ctrl-C nor the terminal's end reaches it. The log is ours to open: the server's user may
 * not write in DATA_DIR.
 */
async function launch(
  dataDir: string,
  { software, port }: { software: Software; port: number },
): Promise<Postmaster | string> {
  const options = ['-D', clusterPath(dataDir), '-p', String(port)];
  for (const [name, value] of Object.entries(SETTINGS)) options.push('-c', `${name}=${value}`);
  await using log = await open(logPath(dataDir), 'a', 0o600);
  await keepPrivate(dataDir, logPath(dataDir));
  const { size } = await log.stat();
  const words = ['start', ...PG_CTL_WORDS, `--options=${options.map(quoted).join(' ')}`];
  const starting = software.run('pg_ctl', words, { ...PG_CTL_OPTIONS, stdout: log.fd });
  const started = await sooner(starting, async () => {
    const named = await namedPostmaster(dataDir);
    return named?.isReady ? named : undefined;
  });
  if ('pid' in started) return started;
  const output = (await logFrom(dataDir, size)).toString();
  return output === '' ? lastLines('pg_ctl', started.output) : lastLines('postgres', output);
}

/**
 * Polls for what pg_ctl waits for, and returns pg_ctl's own result when that does not come. pg_ctl
 * polls ten times a second, and for a server's end only its file, which goes before the process.
 * From join to session takes 52 ms this way and 128 ms by pg_ctl's own polling, leaving 42 and 130:
 * the medians and the minima of eleven rounds on a cluster that exists, two shared cores.
 */
async function sooner<T>(
  running: Promise<Ended>,
  poll: () => Promise<T | undefined>,
): Promise<T | Ended> {
  const deadline = performance.now() + PG_CTL_OPTIONS.timeoutSeconds * 1000;
  let failed = false as boolean;
  void running.then(({ exitCode }) => {
    failed = exitCode !== 0;
  });
  do {
    const seen = await poll();
    if (seen !== undefined) return seen;
    await pause(POLL_INTERVAL_MILLISECONDS);
  } while (!failed && performance.now() < deadline);
  return (await poll()) ?? running;
}

/** Quotes a word for the shell through which pg_ctl starts the server. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Fast shutdown: open transactions are rolled back, sessions ended, a checkpoint is written. */
export async function stopPostmaster(dataDir: string, pid: number): Promise<void> {
  const software = await prepareSoftware(dataDir, await clusterOwner(dataDir));
  const stopping = software.run('pg_ctl', ['stop', '--mode=fast', ...PG_CTL_WORDS], PG_CTL_OPTIONS);
  const isGone = async () => ((await commandOf(pid)) === '' ? 'gone' : undefined);
  const stopped = await sooner(stopping, isGone);
  if (stopped === 'gone') return;
  throw new EmbeddedServerError(
    `The database server (process ${pid}) has not stopped. ${lastLines('pg_ctl', stopped.output)}`,
  );
}

/**
 * Opens a session on the service's database, and makes that database if it is not there. The caller
 * disconnects the client. Its own 'error' events are handled here.
 */
export async function connect(record: ServerRecord, applicationName: string): Promise<Client> {
  try {
    return await openSession(ownerUrl(record), applicationName);
  } catch (error) {
    if (codeOf(error) !== MISSING_DATABASE) throw error;
  }
  const maker = await openSession(ownerUrl(record, 'postgres'), applicationName);
  await maker
    .query(`create database ${DATABASE_NAME} owner ${OWNER_NAME}`)
    .finally(() => disconnect(maker));
  return openSession(ownerUrl(record), applicationName);
}

async function openSession(url: string, applicationName: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: QUERY_MILLISECONDS,
  });
  // A session that breaks also emits 'end', which callers listen to. Without this listener it would be fatal.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Resolves once the server has no such session any more, or does not answer; never rejects. */
export async function disconnect(client: Client): Promise<void> {
  const late = pause(DISCONNECT_MILLISECONDS, undefined, { ref: false });
  await Promise.race([client.end(), late]).catch(() => undefined);
}

export function ownerUrl({ port, password }: ServerRecord, database = DATABASE_NAME): string {
  return `postgresql://${OWNER_NAME}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server appends, so its log file may be truncated while it writes. One older part is kept. */
export async function boundLog(dataDir: string): Promise<void> {
  const path = logPath(dataDir);
  const size = (await stat(path).catch(ignoreCode('ENOENT')))?.size ?? 0;
  if (size <= LOG_BYTES) return;
  await writeFile(`${path}.1`, await logFrom(dataDir, size - LOG_BYTES), { mode: 0o600 });
  await keepPrivate(dataDir, `${path}.1`);
  await truncate(path);
}

function logFrom(dataDir: string, start: number): Promise<Buffer> {
  return buffer(createReadStream(logPath(dataDir), { start, end: start + LOG_BYTES - 1 }));
}

function lastLines(program: string, output: string): string {
  const lines = output.slice(-LOG_TAIL_BYTES).trim().split('\n').slice(-LOG_TAIL_LINES);
  return `${program} said last:\n${lines.join('\n')}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function giveTo(owner: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, owner.uid, owner.gid);
  const contents = await readdir(folder, { recursive: true });
  for (const name of contents) await lchown(join(folder, name), owner.uid, owner.gid);
}

function pidPath(dataDir: string): string {
  return join(clusterPath(dataDir), 'postmaster.pid');
}

function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}
