/**
 * The embedded server's life.
 *
 * Roles: a member is a process of ours that uses the server (the service, an operator's command).
 * The server belongs to no member: it runs detached and outlives any of them that is killed.
 *
 * Promises:
 * - Joining and leaving exclude each other under the lock of DATA_DIR, so there is one server for
 *   one folder, whoever comes first.
 * - Every member holds one idle session from join to leave. It is opened and closed under the
 *   lock: who leaves sees every other member, and the last one stops the server.
 * - A member is owed a server until it leaves. When its session breaks (the server was killed, or
 *   restarted after a crash of one backend), it joins again, on the same port if it can; else a
 *   command that leaves would not see it and would stop the server under it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { prepareSoftware, serverUser } from './binaries.ts';
import {
  EmbeddedServerError,
  prepareDataDir,
  readServerRecord,
  type ServerRecord,
  withDataDirLock,
  writeServerRecord,
} from './data-dir.ts';
import {
  boundLog,
  clusterOwner,
  connect,
  discardDrafts,
  disconnect,
  ensureDatabase,
  findPostmaster,
  initialiseCluster,
  ownerUrl,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

export { EmbeddedServerError } from './data-dir.ts';

const memberName = 'pharmacy-member';
const rejoinAttempts = 5;
const rejoinLimit = 20;
const rejoinPauseMilliseconds = 500;
const closingPolls = 20;
const closingPollMilliseconds = 50;

export interface EmbeddedServer {
  /** Of a superuser, for migrations. */
  ownerUrl: string;
  /** Stops the server when no other session is connected. Close your own pools first. */
  leave(): Promise<void>;
}

interface Membership {
  dataDir: string;
  log: (line: string) => void;
  session: Client | undefined;
  rejoins: number;
  leaving: Promise<void> | undefined;
}

/**
 * Finds or starts the server of this folder. Waits at most a minute for others who are starting
 * or stopping it. Throws EmbeddedServerError with a message for the person at the terminal.
 */
export async function joinEmbeddedServer(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedServer> {
  const dataDir = await prepareDataDir(options.dataDir, (await serverUser())?.gid);
  const log = options.log ?? (() => undefined);
  const membership: Membership = {
    dataDir,
    log,
    session: undefined,
    rejoins: 0,
    leaving: undefined,
  };
  const record = await explained(dataDir, () =>
    withDataDirLock(dataDir, () => enter(membership, { mayInitialise: true })),
  );
  return {
    ownerUrl: ownerUrl(record),
    leave: () => {
      membership.leaving ??= explained(dataDir, () => leave(membership));
      return membership.leaving;
    },
  };
}

async function enter(
  membership: Membership,
  { mayInitialise }: { mayInitialise: boolean },
): Promise<ServerRecord> {
  const record = await ensureServer(membership, mayInitialise);
  await ensureDatabase(record);
  const session = await connect({ record, applicationName: memberName });
  membership.session = session;
  session.once('end', () => {
    if (membership.leaving === undefined) void rejoin(membership, record.port);
  });
  return record;
}

async function ensureServer(
  { dataDir, log }: Membership,
  mayInitialise: boolean,
): Promise<ServerRecord> {
  await boundLog(dataDir);
  const recorded = await readServerRecord(dataDir);
  const owner = await clusterOwner(dataDir);
  if (owner === undefined && !mayInitialise) {
    throw new EmbeddedServerError(`The database in ${dataDir} has been removed.`);
  }
  if (owner !== undefined && recorded === undefined) {
    throw new EmbeddedServerError(
      `${dataDir}/postgres.json, which holds the database's password, is missing or damaged: ` +
        'restore it, or set DATA_DIR to another folder.',
    );
  }
  const running =
    owner !== undefined && recorded ? await findPostmaster(dataDir, recorded) : undefined;
  if (running && recorded) return noted(dataDir, recorded, { ...recorded, ...running });

  const software = await prepareSoftware(dataDir, owner);
  await discardDrafts(dataDir);
  if (owner === undefined) log(`making a database in ${dataDir}`);
  const record =
    owner !== undefined && recorded ? recorded : await initialiseCluster(dataDir, software);
  const started = await startPostmaster(dataDir, { software, record });
  log(`database server started: process ${started.pid}, port ${started.port}`);
  return noted(dataDir, record, { ...record, ...started });
}

async function noted(
  dataDir: string,
  before: ServerRecord,
  now: ServerRecord,
): Promise<ServerRecord> {
  if (before.pid !== now.pid || before.port !== now.port) await writeServerRecord(dataDir, now);
  return now;
}

/** Never rejects: nobody awaits it. A cluster that was removed is not made anew behind a member. */
async function rejoin(membership: Membership, port: number): Promise<void> {
  const { dataDir, log } = membership;
  membership.rejoins += 1;
  for (let attempt = 0; attempt < rejoinAttempts; attempt++) {
    if (membership.leaving !== undefined || membership.rejoins > rejoinLimit) return;
    try {
      await withDataDirLock(dataDir, async () => {
        if (membership.leaving !== undefined) return;
        const record = await enter(membership, { mayInitialise: false });
        if (record.port !== port) log(`the database is now on port ${record.port}: start again`);
      });
      return;
    } catch (error) {
      log(`the database server is gone and not back yet: ${(error as Error).message}`);
    }
    await pause(rejoinPauseMilliseconds);
  }
}

async function leave(membership: Membership): Promise<void> {
  const { dataDir, log } = membership;
  await withDataDirLock(dataDir, async () => {
    // Ended here and waited for: who leaves next must no longer see this member.
    if (membership.session) await disconnect(membership.session);
    const recorded = await readServerRecord(dataDir);
    const running = recorded && (await findPostmaster(dataDir, recorded));
    if (!running) return;
    if (await hasOtherSessions({ ...recorded, ...running })) return;
    await stopPostmaster(running.pid);
    log('database server stopped');
  });
}

/**
 * Another member decides at once. Other sessions get a second to go, because a pool that was just
 * closed is seen for some milliseconds more and would leave the server behind.
 */
async function hasOtherSessions(record: ServerRecord): Promise<boolean> {
  const client = await connect({ record, applicationName: 'pharmacy-probe' });
  try {
    for (let poll = 0; poll < closingPolls; poll++) {
      const { rows } = await client.query<{ members: number; sessions: number }>(
        `select count(*) filter (where application_name = $1::text)::int as members,
                count(*)::int as sessions
           from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        [memberName],
      );
      if ((rows[0]?.members ?? 0) > 0) return true;
      if (rows[0]?.sessions === 0) return false;
      await pause(closingPollMilliseconds);
    }
    return true;
  } finally {
    await disconnect(client);
  }
}

/** A full disk or a folder of another user ends as a sentence, not as a bare EACCES. */
async function explained<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { syscall, message } = cause as { syscall?: string; message: string };
    if (cause instanceof EmbeddedServerError || syscall === undefined) throw cause;
    throw new EmbeddedServerError(
      `The data folder ${dataDir} cannot be used (${message}): set DATA_DIR to another folder or ` +
        'mend this one.',
      { cause },
    );
  }
}
