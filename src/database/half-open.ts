// Connections that the network has lost without a word: the server has gone, or its name is another's, and nobody said
// so. Each would keep what it carries for as long as an answer is waited for, which must be longer than the server
// works on anything.
//
// So the server is asked, over a connection of its own, about those that have not been answered for a while: whether
// it knows their sessions, and whether these do anything. One that works, or waits for a lock or a standby, is waited
// for, however slow it is. One that it does not know, or that has idled for a while, was answered or never asked: its
// connection is broken off, and a commit that was on its way is looked up.
//
// Where the question is not answered either, nothing follows: all may be slow, and there is no other to go to. Nor
// behind a pooler, whose sessions have names of their own.
import type pg from 'pg';
import { breakOff, processIdOf, type Traffic, trafficOf } from '../internals/pg.ts';

const POLL_INTERVAL_MILLISECONDS = 1_000;
/** Unanswered for so long, and idle on the other side: longer than anything short is on its way. */
const SILENT_MILLISECONDS = 2_000;
/** What is long is on its way for longer: a tunnel or a slow line has it, and nothing of it is seen from here. */
const SENT_BYTES_A_MILLISECOND_MIN = 50;
const ASK_MILLISECONDS_MAX = 2_000;

/** A lent connection, as it was seen last. */
interface Seen extends Omit<Traffic, 'isSent'> {
  /** What was sent before the query was seen to wait: the rest of bytesWritten may still be on its way. */
  readonly bytesBefore: number;
  readonly since: number;
}

export class HalfOpenWatch {
  readonly #newSession: (config: pg.ClientConfig) => pg.Client;
  readonly #timer: NodeJS.Timeout;
  readonly #lent = new Map<pg.Client, Seen>();
  #session: pg.Client | undefined;

  /** @param newSession to where the pool's go */
  constructor(pool: pg.Pool, newSession: (config: pg.ClientConfig) => pg.Client) {
    this.#newSession = newSession;
    pool.on('acquire', (client) => this.#lent.set(client, see(client)));
    pool.on('release', (_error, client) => this.#lent.delete(client));
    this.#timer = setInterval(() => void this.#look(), POLL_INTERVAL_MILLISECONDS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#session !== undefined) breakOff(this.#session);
  }

  async #look(): Promise<void> {
    for (const [client, before] of this.#lent) this.#lent.set(client, see(client, before));
    const silent = [...this.#lent].filter(([, seen]) => isSilent(seen));
    if (silent.length === 0 || this.#session !== undefined) return;
    const over = await this.#ask(silent.map(([client]) => processIdOf(client)));
    for (const [client, seen] of silent) {
      // What came meanwhile, be it a part of an answer, was on its way.
      if (over.has(processIdOf(client)) && isWaiting(see(client), seen)) breakOff(client);
    }
  }

  /** @returns which of these sessions are not there, or do nothing; none where that cannot be known */
  async #ask(sessions: readonly number[]): Promise<Set<number>> {
    try {
      // Fails where a certificate that the url names is not there just now.
      const session = this.#newSession({
        application_name: 'pharmacy-service',
        connectionTimeoutMillis: ASK_MILLISECONDS_MAX,
        query_timeout: ASK_MILLISECONDS_MAX,
      });
      this.#session = session;
      session.on('error', () => {});
      // The promise of one that follows a primary is none.
      await new Promise<void>((resolve, reject) => {
        session.connect((error?: Error) => (error ? reject(error) : resolve()));
      });
      const { rows } = await session.query(ASK, [sessions, SILENT_MILLISECONDS / 1_000]);
      if (rows.some(({ own }) => own !== processIdOf(session))) {
        // A pooler stays one, and is asked when it has most to do.
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
  // A long answer: its server idles while the network still has it.
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

/** Of sessions of other roles, and where activities are not tracked, what they do is not shown: they are waited for. */
const ASK = `
  select asked.pid, pg_backend_pid() as own
    from unnest($1::int[]) as asked (pid)
    left join pg_stat_activity activity on activity.pid = asked.pid
   where activity.pid is null
      or (activity.state like 'idle%'
          and activity.state_change < clock_timestamp() - make_interval(secs => $2))`;
