/**
 * The embedded server's life.
 *
 * Roles: a member is a process of ours that uses the server (the service, an operator's command).
 * The server belongs to no member: it runs detached and outlives any of them that is killed.
 *
 * Promises:
 * - Joining and leaving exclude each other under the lock of DATA_DIR, so there is one server for
 *   one folder, anyone who comes first.
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
  findPostmaster,
  initialiseCluster,
  ownerUrl,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

export { EmbeddedServerError } from './data-dir.ts';

const MEMBER_NAME = 'pharmacy-member';
const REJOIN_ATTEMPTS = 5;
const REJOIN_LIMIT = 20;
const REJOIN_PAUSE_MILLISECONDS = 500;
const CLOSING_POLLS = 20;
const CLOSING_POLL_MILLISECONDS = 50;

export interface EmbeddedServer {
  /** The url of a superuser, for migrations. */
  ownerUrl: string;
  /** Stops the server when no other session is connected. Close your own pools first. */
  leave(): Promise<void>;
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
  const member: Member = { dataDir, log, rejoins: 0 };
  const record = await withDataDirLock(dataDir, () => enter(member, { mayInitialise: true }));
  const leaveOnce = () => (member.leaving ??= leave(member, record));
  return { ownerUrl: ownerUrl(record), leave: leaveOnce };
}

interface Member {
  dataDir: string;
  log: (line: string) => void;
  rejoins: number;
  session?: Client;
  leaving?: Promise<void>;
}

async function enter(
  member: Member,
  { mayInitialise }: { mayInitialise: boolean },
): Promise<ServerRecord> {
  const record = await ensureServer(member, mayInitialise);
  member.session = await connect(record, MEMBER_NAME);
  member.session.once('end', () => {
    if (member.leaving === undefined) void rejoin(member, record.port);
  });
  return record;
}

async function ensureServer(
  { dataDir, log }: Member,
  mayInitialise: boolean,
): Promise<ServerRecord> {
  await boundLog(dataDir);
  const owner = await clusterOwner(dataDir);
  if (owner === undefined && !mayInitialise) {
    throw new EmbeddedServerError(`The database in ${dataDir} has been removed.`);
  }
  const recorded = owner === undefined ? undefined : await readServerRecord(dataDir);
  let running = recorded && (await findPostmaster(dataDir, recorded));
  let record = recorded;
  if (record === undefined || running === undefined) {
    const software = await prepareSoftware(dataDir, owner);
    await discardDrafts(dataDir);
    if (record === undefined) log(`making a database in ${dataDir}`);
    record ??= await initialiseCluster(dataDir, software);
    running = await startPostmaster(dataDir, { software, record });
    log(`database server started: process ${running.pid}, port ${running.port}`);
  }
  if (record.port === running.port) return record;
  const now = { ...record, port: running.port };
  await writeServerRecord(dataDir, now);
  return now;
}

/** Never rejects, since no caller awaits it. A cluster that was removed is not made again behind a member. */
async function rejoin(member: Member, port: number): Promise<void> {
  const { dataDir, log } = member;
  member.rejoins += 1;
  for (let attempt = 0; attempt < REJOIN_ATTEMPTS; attempt++) {
    if (member.leaving !== undefined || member.rejoins > REJOIN_LIMIT) return;
    try {
      await withDataDirLock(dataDir, async () => {
        if (member.leaving !== undefined) return;
        const record = await enter(member, { mayInitialise: false });
        if (record.port !== port) log(`the database is now on port ${record.port}: start again`);
      });
      return;
    } catch (error) {
      log(
        `the database server does not answer and could not be started again: ${(error as Error).message}`,
      );
    }
    await pause(REJOIN_PAUSE_MILLISECONDS);
  }
}

/** Only the password of the record counts: the server may have come back on another port. */
async function leave(member: Member, record: ServerRecord): Promise<void> {
  const { dataDir, log } = member;
  await withDataDirLock(dataDir, async () => {
    // The end of the session is awaited: the next member that leaves must no longer see it.
    if (member.session) await disconnect(member.session);
    const running = await findPostmaster(dataDir, record);
    if (!running || (await hasOtherSessions({ ...record, port: running.port }))) return;
    await stopPostmaster(dataDir, running.pid);
    log('database server stopped');
  });
}

/**
 * Another member decides at once. Other sessions get a second to go, because a pool that was just
 * closed is seen for some milliseconds more and would leave the server behind.
 */
async function hasOtherSessions(record: ServerRecord): Promise<boolean> {
  const client = await connect(record, 'pharmacy-probe');
  try {
    for (let poll = 0; poll < CLOSING_POLLS; poll++) {
      const { rows } = await client.query<{ members: number; sessions: number }>(
        `select count(*) filter (where application_name = $1::text)::int as members,
                count(*)::int as sessions
           from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        [MEMBER_NAME],
      );
      if ((rows[0]?.members ?? 0) > 0) return true;
      if (rows[0]?.sessions === 0) return false;
      await pause(CLOSING_POLL_MILLISECONDS);
    }
    return true;
  } finally {
    await disconnect(client);
  }
}
