// Finds connections that the network has lost without an error: the server is gone, or another machine has its name.
// Each would hold its statement until the driver gives up waiting, and that must be longer than the server works on
// any statement.
//
// So the server is asked, over a separate connection, about the sessions that have not answered for a while: whether
// it knows them, and whether they do anything. A session that works, or waits for a lock or a standby, is left alone,
// however slow it is. A session that the server does not know, or that has been idle for a while, has answered or
// never got the statement: its connection is broken off, and a commit that was on its way is looked up.
//
// Where this check is not answered either, nothing follows: the whole server may be slow, and there is no other. The
// check ends for good behind a pooler, whose process ids are not those of the sessions.
import type pg from 'pg';
import { breakOff, processIdOf, type Traffic, trafficOf } from '../internals/pg.ts';

const POLL_INTERVAL_MILLISECONDS = 1_000;
/** A connection is silent when it is unanswered, and its session idle, for longer than a short message travels. */
const SILENT_MILLISECONDS = 2_000;
/** A long message may travel for longer, in a tunnel or on a slow line, without a sign of it here. */
const SENT_BYTES_A_MILLISECOND_MIN = 50;
const ASK_MILLISECONDS_MAX = 2_000;

/** The state of a lent connection at the last check. */
interface Seen extends Omit<Traffic, 'isSent'> {
  /** Counts the bytes sent before the query began to wait: the rest of bytesWritten may still be on its way. */
  readonly bytesBefore: number;
  readonly since: number;
}

export class HalfOpenWatch {
  readonly #newSession: (config: pg.ClientConfig) => pg.Client;
  readonly #timer: NodeJS.Timeout;
  readonly #lent = new Map<pg.Client, Seen>();
  #session: pg.Client | undefined;

  /** @param newSession makes a client for the same server as the pool's */
  constructor(pool: pg.Pool, newSession: (config: pg.ClientConfig) => pg.Client) {
    this.#newSession = newSession;
    pool.on('acquire', (client) => this.#lent.set(client, see(client)));
    pool.on('release', (_error, client) => this.#lent.delete(client));
    this.#timer = setInterval(() => void this.#check(), POLL_INTERVAL_MILLISECONDS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#session !== undefined) breakOff(this.#session);
  }

  async #check(): Promise<void> {
    for (const [client, before] of this.#lent) this.#lent.set(client, see(client, before));
    const silent = [...this.#lent].filter(([, seen]) => isSilent(seen));
    if (silent.length === 0 || this.#session !== undefined) return;
    const over = await this.#ask(silent.map(([client]) => processIdOf(client)));
    for (const [client, seen] of silent) {
      // Anything that came in the meantime, even a part of an answer, shows that the connection works.
      if (over.has(processIdOf(client)) && isWaiting(see(client), seen)) breakOff(client);
    }
  }

  /** @returns the process ids of those sessions that do not exist or are idle; none where that cannot be known */
  async #ask(sessions: readonly number[]): Promise<Set<number>> {
    try {
      // It throws where a certificate file that the url names is missing for the moment.
      const session = this.#newSession({
        application_name: 'pharmacy-service',
        connectionTimeoutMillis: ASK_MILLISECONDS_MAX,
        query_timeout: ASK_MILLISECONDS_MAX,
      });
      this.#session = session;
      session.on('error', () => {});
      // A client that follows a primary (primary.ts) calls back and returns no promise.
      await new Promise<void>((resolve, reject) => {
        session.connect((error?: Error) => (error ? reject(error) : resolve()));
      });
      const { rows } = await session.query(ASK, [sessions, SILENT_MILLISECONDS / 1_000]);
      if (rows.some(({ own }) => own !== processIdOf(session))) {
        // The other end is a pooler and stays one, so the checks end.
        clearInterval(this.#timer);
        return new Set();
      }
      return new Set(rows.map(({ pid }) => pid));
    } catch {
      return new Set();
    } finally {
      if (this.#session !== undefined) breakOff(this.#session);
      this.#session = undefined;
    }
  }
}

function see(client: pg.Client, before?: Seen): Seen {
  const { isSent, ...traffic } = trafficOf(client);
  const now = { ...traffic, since: performance.now() };
  if (before === undefined) return { ...now, bytesBefore: now.bytesWritten };
  // A part of a long answer came; its session may be idle while the network carries the rest.
  if (!isWaiting(now, before)) return { ...now, bytesBefore: before.bytesWritten };
  return {
    ...before,
    bytesWritten: now.bytesWritten,
    since: isSent ? before.since : now.since,
  };
}

/** Whether nothing of an answer has come since. */
function isWaiting(now: Pick<Traffic, 'query' | 'bytesRead'>, before: Seen): boolean {
  return now.query === before.query && now.bytesRead === before.bytesRead;
}

function isSilent({ query, bytesWritten, bytesBefore, since }: Seen): boolean {
  if (query === null) return false;
  const onItsWay = (bytesWritten - bytesBefore) / SENT_BYTES_A_MILLISECOND_MIN;
  return performance.now() - since >= SILENT_MILLISECONDS + onItsWay;
}

/** The state is null for sessions of other roles, and where activities are not tracked: these are left alone. */
const ASK = `
  select asked.pid, pg_backend_pid() as own
    from unnest($1::int[]) as asked (pid)
    left join pg_stat_activity activity on activity.pid = asked.pid
   where activity.pid is null
      or (activity.state like 'idle%'
          and activity.state_change < clock_timestamp() - make_interval(secs => $2))`;
