/**
 * One cluster on disk and its postmaster: make, find, start, stop. Every function here expects the
 * lock of DATA_DIR to be held.
 *
 * What is promised:
 * - A cluster appears at its place whole or not at all.
 * - A server is adopted only when it proves that it serves this very folder, so a copied folder
 *   never leads to the original's server and a pid that was given out again misleads nobody.
 * - `postmaster.pid` is removed only when the process it names is not this cluster's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chown,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { run, type Software } from './binaries.ts';
import {
  codeOf,
  EmbeddedServerError,
  ignoreCode,
  keepPrivate,
  newPassword,
  type ServerRecord,
  syncFolder,
  writeServerRecord,
} from './data-dir.ts';

const initialiseSeconds = 180;
const startSeconds = 60;
const startAttempts = 100;
const stopSeconds = 60;
const answerSeconds = 60;
const pollMilliseconds = 50;
const connectMilliseconds = 5_000;
const disconnectMilliseconds = 5_000;
// Making a database copies a template, which takes seconds on a slow disk.
const queryMilliseconds = 30_000;
const logBytes = 10_000_000;
const logTailBytes = 4_000;
const logTailLines = 10;
const ownerName = 'owner';
const databaseName = 'pharmacy';
const draftPrefix = 'initialising-';

/** Given on the command line, so that they hold whatever the cluster's own files say. */
const settings = {
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

export interface Postmaster {
  pid: number;
  port: number;
}

/** The uid of the cluster's folder, or absent when there is no cluster yet. */
export async function clusterOwner(dataDir: string): Promise<number | undefined> {
  const cluster = clusterPath(dataDir);
  const contents = await readdir(cluster).catch(ignoreCode('ENOENT'));
  if (contents === undefined || contents.length === 0) return undefined;
  if (contents.includes('PG_VERSION')) return (await stat(cluster)).uid;
  throw new EmbeddedServerError(
    `${cluster} is not a PostgreSQL data folder: move it away, or set DATA_DIR to another folder.`,
  );
}

/** Made in a folder of its own and renamed, so that a crash in the middle leaves no cluster. */
export async function initialiseCluster(
  dataDir: string,
  software: Software,
): Promise<ServerRecord> {
  const draft = await mkdtemp(join(dataDir, draftPrefix));
  try {
    const record = { password: newPassword(), port: 0, pid: 0 };
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, record.password, { mode: 0o600 });
    if (software.owner) await giveTo(software.owner, draft);
    await runInitdb(software, { cluster: join(draft, 'cluster'), passwordFile });
    await writeServerRecord(dataDir, record);
    await rename(join(draft, 'cluster'), clusterPath(dataDir));
    await syncFolder(dataDir);
    return record;
  } finally {
    await discard(draft);
  }
}

async function runInitdb(
  software: Software,
  { cluster, passwordFile }: { cluster: string; passwordFile: string },
): Promise<void> {
  const words = [
    `--pgdata=${cluster}`,
    `--username=${ownerName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const { exitCode, output } = await run(
    software.command(software.initdb, words),
    initialiseSeconds,
  );
  if (exitCode === 0) return;
  throw new EmbeddedServerError(`The database could not be made. ${lastLines('initdb', output)}`);
}

/** What a crash during `initialiseCluster` left. An initdb that outlived its parent may still be
 * writing there, which is why drafts have names of their own and this may fail for now. */
export async function discardDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) await discard(join(dataDir, name));
  }
}

async function discard(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Absent when no postmaster serves this cluster. Waits while one is starting or stopping. */
export async function findPostmaster(
  dataDir: string,
  record: ServerRecord,
): Promise<Postmaster | undefined> {
  const pidFile = join(clusterPath(dataDir), 'postmaster.pid');
  const deadline = performance.now() + answerSeconds * 1000;
  let answer: Answer = 'silent';
  let pid = 0;
  do {
    const lines = (await readFile(pidFile, 'utf8').catch(ignoreCode('ENOENT')))?.split('\n') ?? [];
    const port = Number(lines[3]);
    pid = Number(lines[0]);
    // A dead one's file is PostgreSQL's to clear: it also looks for orphans of that server.
    if (!(pid > 0) || !(await isAlive(pid))) return undefined;
    answer = port > 0 ? await ask(dataDir, { ...record, port }) : 'silent';
    if (answer === 'ours') return { pid, port };
    if (answer === 'foreign' || !(await isPostmasterOf(pid, clusterPath(dataDir)))) {
      await rm(pidFile, { force: true });
      return undefined;
    }
    await pause(pollMilliseconds);
  } while (answer !== 'refused' && performance.now() < deadline);
  throw new EmbeddedServerError(
    answer === 'refused'
      ? `The database in ${dataDir} does not take the password in postgres.json: restore that file.`
      : `The database server of ${dataDir} (process ${pid}) has not answered for ` +
          `${answerSeconds} seconds: look at ${logPath(dataDir)}, end that process and try again.`,
  );
}

type Answer = 'ours' | 'foreign' | 'refused' | 'silent';

/** Has the server read back a random word that was just put into the folder. */
async function ask(dataDir: string, record: ServerRecord): Promise<Answer> {
  const name = 'pharmacy-probe';
  const path = join(clusterPath(dataDir), name);
  let client: Client | undefined;
  try {
    client = await connect({ record, database: 'postgres', applicationName: 'pharmacy-probe' });
    const word = randomBytes(16).toString('hex');
    // Readable, because root writes it and another user's server reads it; the folder is closed.
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

/** Starts on the recorded port if it is free, else on another, and waits until it answers. */
export async function startPostmaster(
  dataDir: string,
  { software, record }: { software: Software; record: ServerRecord },
): Promise<Postmaster> {
  await assertUsable(dataDir, software);
  const deadline = performance.now() + startSeconds * 1000;
  let port = await freePort(record.port);
  let reason = '';
  for (let attempt = 0; attempt < startAttempts && performance.now() < deadline; attempt++) {
    const logStart = (await stat(logPath(dataDir)).catch(ignoreCode('ENOENT')))?.size ?? 0;
    const child = await launch(dataDir, { software, port });
    const pid = child.pid as number;
    if (await isReady(child, { dataDir, record: { ...record, port }, deadline })) {
      return { pid, port };
    }
    reason = lastLines('postgres', await logSince(dataDir, logStart));
    if (/could not bind|could not create any TCP\/IP sockets/.test(reason)) {
      port = await freePort(0);
    } else if (/pre-existing shared memory block|lock file .* already exists/.test(reason)) {
      // Sessions of a killed postmaster end by themselves, but not in the same instant. Or a
      // start of ours, whose Node was killed, has just gone ahead.
      await pause(pollMilliseconds * 5);
      const found = await findPostmaster(dataDir, record);
      if (found) return found;
    } else {
      break;
    }
  }
  throw new EmbeddedServerError(`The database in ${dataDir} did not start. ${reason}`);
}

async function assertUsable(dataDir: string, software: Software): Promise<void> {
  const cluster = clusterPath(dataDir);
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== software.majorVersion) {
    throw new EmbeddedServerError(
      `The data folder ${cluster} was made by PostgreSQL ${version} and this is ` +
        `${software.majorVersion}: dump and load it with both versions, or set DATA_DIR to ` +
        'another folder.',
    );
  }
  // Root restored a backup with plain cp: no user at all could run it.
  if (software.owner && (await stat(cluster)).uid === 0) await giveTo(software.owner, cluster);
}

/** Detached, in a session of its own: neither Ctrl-C nor the terminal's end reaches it. */
async function launch(
  dataDir: string,
  { software, port }: { software: Software; port: number },
): Promise<ChildProcess> {
  const words = ['-D', clusterPath(dataDir), '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) words.push('-c', `${name}=${value}`);
  const command = software.command(software.postgres, words);
  const logFile = await open(logPath(dataDir), 'a', 0o600);
  try {
    await keepPrivate(dataDir, logPath(dataDir));
    const stdio = ['ignore', logFile.fd, logFile.fd] as const;
    const child = spawn(command.file, command.words, {
      ...command.options,
      stdio: [...stdio],
      detached: true,
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } catch (cause) {
    throw new EmbeddedServerError(`${command.file} cannot be run (${codeOf(cause)}).`, { cause });
  } finally {
    await logFile.close();
  }
}

async function isReady(
  child: ChildProcess,
  { dataDir, record, deadline }: { dataDir: string; record: ServerRecord; deadline: number },
): Promise<boolean> {
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if ((await ask(dataDir, record)) === 'ours') return true;
    await pause(pollMilliseconds);
  }
  return false;
}

/** Fast shutdown: open transactions are rolled back, sessions ended, a checkpoint is written. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  const deadline = performance.now() + stopSeconds * 1000;
  while (performance.now() < deadline) {
    if (!(await isAlive(pid))) return;
    await pause(pollMilliseconds);
  }
  throw new EmbeddedServerError(
    `The database server (process ${pid}) has not stopped within ${stopSeconds} seconds.`,
  );
}

/** Makes the service's database on the first start, and after a crash before it was made. */
export async function ensureDatabase(record: ServerRecord): Promise<void> {
  const client = await connect({ record, database: 'postgres', applicationName: 'pharmacy-probe' });
  try {
    const text = 'select 1 from pg_database where datname = $1::text';
    const { rowCount } = await client.query(text, [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerName}`);
  } finally {
    await disconnect(client);
  }
}

/** The caller disconnects the client. Its own 'error' events are taken care of. */
export async function connect({
  record,
  database = databaseName,
  applicationName,
}: {
  record: ServerRecord;
  database?: string;
  applicationName: string;
}): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port: record.port,
    user: ownerName,
    password: record.password,
    database,
    application_name: applicationName,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: queryMilliseconds,
  });
  // A session that breaks ends; whoever needs to know listens to that. Unheard, it would be fatal.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Answers once the server has forgotten the session, or does not answer; never rejects. */
export async function disconnect(client: Client): Promise<void> {
  const giveUp = new AbortController();
  const late = pause(disconnectMilliseconds, undefined, { signal: giveUp.signal });
  await Promise.race([client.end(), late]).catch(() => undefined);
  giveUp.abort();
  await late.catch(() => undefined);
}

export function ownerUrl(record: ServerRecord): string {
  return `postgresql://${ownerName}:${record.password}@127.0.0.1:${record.port}/${databaseName}`;
}

/** The server appends, so its file may be cut while it writes. One older part is kept. */
export async function boundLog(dataDir: string): Promise<void> {
  const path = logPath(dataDir);
  const size = (await stat(path).catch(ignoreCode('ENOENT')))?.size ?? 0;
  if (size <= logBytes) return;
  await writeFile(`${path}.1`, await logSince(dataDir, size - logBytes), { mode: 0o600 });
  await keepPrivate(dataDir, `${path}.1`);
  await truncate(path);
}

async function logSince(dataDir: string, start: number): Promise<string> {
  const file = await open(logPath(dataDir), 'r');
  try {
    const { size } = await file.stat();
    const length = Math.max(0, Math.min(size - start, logBytes));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}

function lastLines(program: string, output: string): string {
  const lines = output.slice(-logTailBytes).trim().split('\n').slice(-logTailLines);
  return `${program} said last:\n${lines.join('\n')}`;
}

/** A zombie counts as dead: in a container whose first process reaps nobody it stays for ever. */
async function isAlive(pid: number): Promise<boolean> {
  if (!signal(pid, 0)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^\d+ \(.*\) [ZX] /s.test(status);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EPERM') return true;
    return ignoreCode('ESRCH')(error) ?? false;
  }
}

/** By the command line, which anybody may read; a recycled pid has another one. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.split('\0').includes(cluster);
  }
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin' } };
  const words = ['-ww', '-o', 'command=', '-p', String(pid)];
  const { output } = await run({ file: 'ps', words, options });
  return output.includes(` -D ${cluster} `);
}

/** Somebody may take it before PostgreSQL does; the start then tries again. */
async function freePort(preferred: number): Promise<number> {
  const server = createServer();
  const listening = once(server, 'listening');
  server.listen(preferred, '127.0.0.1');
  try {
    await listening;
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0);
  }
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function giveTo(owner: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, owner.uid, owner.gid);
  const contents = await readdir(folder, { recursive: true });
  for (const name of contents) await lchown(join(folder, name), owner.uid, owner.gid);
}

function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres');
}

function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}
