/**
 * DATA_DIR: the folder, the one lock that guards it, and the record of its server.
 *
 * The lock is an exclusive transaction of SQLite (built into Node) on an empty file, which is an
 * fcntl lock of the kernel. Node itself offers no file lock. Files with a pid or a heartbeat
 * (proper-lockfile and its like) must guess when a holder has died, and two waiters that guess at
 * once both win; here the kernel lets go in the moment the holder ends, however it ends, children
 * do not inherit it, and SQLite keeps two holders within one process apart as well.
 */
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const LOCK_WAIT_SECONDS = 60;
const LOCK_POLL_MILLISECONDS = 40;
const SQLITE_BUSY = 5;

/** Its message is one sentence or two for the person who runs the service. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

/** It is written before the cluster's folder gets its name, so a cluster without its password never exists. */
export interface ServerRecord {
  password: string;
  /** The last port, which the next start tries first so that urls stay valid; 0 before the first start. */
  port: number;
}

/**
 * Makes the folder if it is missing and returns its real path. A folder that is new or empty
 * becomes private; one that already holds something keeps its mode, since it may be `/tmp`.
 * `passageGroupId` is the group of the user who runs the server when Node is root: it may pass
 * through the folder, and neither list nor write it.
 */
export async function prepareDataDir(
  requested: string,
  passageGroupId: number | undefined,
): Promise<string> {
  const path = resolve(requested);
  try {
    await mkdir(dirname(path), { recursive: true });
    await mkdir(path, { mode: 0o700 }).catch(ignoreCode('EEXIST'));
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((await readdir(path)).length === 0) {
      // Some mounts have no owners or modes; the files inside are private by themselves.
      await makePrivate(path, passageGroupId).catch(ignoreCode('EPERM', 'ENOTSUP'));
    }
    return await realpath(path);
  } catch (cause) {
    throw new EmbeddedServerError(
      `The data folder ${path} cannot be created or written (${codeOf(cause)}): ` +
        'set DATA_DIR to a folder that this user may write.',
      { cause },
    );
  }
}

async function makePrivate(path: string, passageGroupId: number | undefined): Promise<void> {
  const { uid, gid } = await stat(path);
  await chown(path, uid, passageGroupId ?? gid);
  await chmod(path, passageGroupId === undefined ? 0o700 : 0o710);
}

/**
 * Runs `work` while no other process, and nothing else in this one, runs under the same lock. A
 * full disk or a folder of another user ends as a sentence, not as a bare EACCES.
 */
export async function withDataDirLock<T>(
  dataDir: string,
  work: () => Promise<T>,
  waitSeconds: number = LOCK_WAIT_SECONDS,
): Promise<T> {
  const lock = await waitForLock(dataDir, waitSeconds);
  try {
    return await work();
  } catch (cause) {
    const { syscall, message } = cause as { syscall?: string; message: string };
    if (syscall === undefined) throw cause;
    throw new EmbeddedServerError(
      `The data folder ${dataDir} cannot be used (${message}): set DATA_DIR to another folder or ` +
        'mend this one.',
      { cause },
    );
  } finally {
    lock.close();
  }
}

async function waitForLock(dataDir: string, waitSeconds: number): Promise<DatabaseSync> {
  const path = join(dataDir, 'lock');
  const deadline = performance.now() + waitSeconds * 1000;
  do {
    const before = await identityOf(path);
    const lock = tryLock(path);
    // If the folder is removed and made again meanwhile, this lock is on a file without a name, while the
    // next process locks the new file: a lock counts only when the name meant one file throughout.
    if (lock && before !== undefined && before === (await identityOf(path))) return lock;
    if (lock && before === undefined) await keepPrivate(dataDir, path);
    lock?.close();
    if (!lock) await pause(LOCK_POLL_MILLISECONDS * (0.5 + Math.random()));
  } while (performance.now() < deadline);
  throw new EmbeddedServerError(
    `Another process has held the lock ${path} for ${waitSeconds} seconds while it starts or ` +
      'stops the database: wait for it or end it, then try again.',
  );
}

/** No code may open and close this file by other means: closing drops the process's fcntl locks. */
function tryLock(path: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    // The journal is in memory, because a killed holder would leave a journal file behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (cause) {
    lock?.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new EmbeddedServerError(
      `The lock file ${path} cannot be used (${(cause as Error).message}): DATA_DIR must be on a ` +
        'disk with file locks, and the file must be empty and writable for this user.',
      { cause },
    );
  }
}

async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(ignoreCode('ENOENT'));
  return found && `${found.dev}:${found.ino}`;
}

/** When root works in a folder of another user, what it writes belongs to that user. */
export async function keepPrivate(dataDir: string, path: string): Promise<void> {
  await chmod(path, 0o600);
  if (process.getuid?.() !== 0) return;
  const owner = await stat(dataDir);
  await chown(path, owner.uid, owner.gid);
}

/** Expects the lock to be held and a cluster to exist. */
export async function readServerRecord(dataDir: string): Promise<ServerRecord> {
  const text = await readFile(recordPath(dataDir), 'utf8').catch(ignoreCode('ENOENT'));
  try {
    const { password, port } = JSON.parse(text ?? '') as ServerRecord;
    if (typeof password === 'string' && Number.isInteger(port)) return { password, port };
  } catch {}
  throw new EmbeddedServerError(
    `${recordPath(dataDir)}, which holds the database's password, is missing or damaged: ` +
      'restore it, or set DATA_DIR to another folder.',
  );
}

/** Expects the lock to be held. The record is written whole or not at all, also when the machine stops. */
export async function writeServerRecord(dataDir: string, record: ServerRecord): Promise<void> {
  const draft = `${recordPath(dataDir)}.draft`;
  await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
  await keepPrivate(dataDir, draft);
  await renameForGood(draft, recordPath(dataDir));
}

/** A rename survives a power cut only once its folder is on disk. */
export async function renameForGood(from: string, to: string): Promise<void> {
  await rename(from, to);
  await using folder = await open(dirname(to), 'r');
  await folder.sync();
}

/** Makes a handler for `catch`: these codes mean "there is none", all others are thrown on. */
export function ignoreCode(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes(codeOf(error))) return undefined;
    throw error;
  };
}

export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? error);
}

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres');
}

function recordPath(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}
