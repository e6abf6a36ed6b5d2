// Which of several hosts accepts writes.
//
// The driver knows one host alone. So all hosts are asked, at once and again each second, over a session of
// each that stays: whether it accepts writes, and on which timeline. New connections go to the one that does, on
// the latest timeline where several say so: a primary that fell silent, and wakes after its standby was promoted,
// is still of the old one. When the answer changes, every connection to another host is broken, also those that
// wait for an answer: a host that is silent, rather than dead, would keep each of them for as long as an answer is
// waited for.
//
// Promises: no connection is broken while no other host accepts writes, however slow the one is. While none does,
// nobody waits longer than PATIENCE_MILLISECONDS to hear so. A commit that was on its way is unanswered, and is
// looked up as any other such is.
//
// Who may be primary is decided elsewhere: this follows.
import pg from 'pg';
import { breakOff } from '../internals/pg.ts';
import { hostName, urlsOfHosts } from '../lib/hosts.ts';

/** How long a promotion goes unnoticed at the most, as long as nothing fails. */
const POLL_INTERVAL_MILLISECONDS = 1_000;
/** A host that has not answered by then is silent. */
const PATIENCE_MILLISECONDS = 2_000;
/** Once a host says that it accepts writes, others have so long to say that they do since later. */
const OTHERS_MILLISECONDS = 300;

/**
 * The timeline is the first eight hexadecimal digits of a name of its log. A standby has no such name. What a role
 * prefers, as the reader's does, says nothing of its server.
 */
const ASK = `
  select pg_is_in_recovery() as is_standby,
         exists (select from pg_settings
                  where name = 'default_transaction_read_only' and setting = 'on'
                    and source not in ('user', 'database user', 'client', 'session')) as is_read_only,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** SQLSTATE cannot_connect_now. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = '57P03';
}

interface Host {
  readonly url: string;
  readonly name: string;
  /** What the driver makes of the url. */
  readonly address: { readonly host: string; readonly port: number };
  /** The session in which it is asked, while it answers. */
  session: pg.Client | undefined;
  asking: Promise<void> | undefined;
  /** As it said last; undefined where it does not accept writes, or did not answer. */
  timeline: string | undefined;
  /** Why it does not; for people. */
  lack: string;
  /** Of the pools, also those that are being made. */
  readonly connections: Set<pg.Client>;
}

export class Primary {
  readonly #hosts: readonly Host[];
  readonly #log: (line: string) => void;
  #current: Host | undefined;
  /** Of the one, when it was chosen. */
  #timeline = '';
  /** Something failed, so it is asked before anybody connects. */
  #isSuspected = false;
  #look: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param url that names several hosts */
  constructor(url: string, log: (line: string) => void = () => {}) {
    this.#log = log;
    this.#hosts = urlsOfHosts(url).map((one) => {
      const { host, port } = new pg.Client({ connectionString: one });
      return {
        url: one,
        name: hostName(one),
        address: { host, port },
        session: undefined,
        asking: undefined,
        timeline: undefined,
        lack: '(not asked)',
        connections: new Set(),
      };
    });
  }

  /** Where new connections go; asked of all hosts where it is not known. @throws NoPrimary */
  async find(): Promise<string> {
    return (await this.#find()).url;
  }

  /**
   * A driver's client for a pool whose url is any of the hosts': it connects to the one that accepts writes. From
   * the first on, the hosts are asked each second.
   */
  clients(): typeof pg.Client {
    const primary = this;
    this.#timer ??= setInterval(() => this.#watch(), POLL_INTERVAL_MILLISECONDS).unref();
    return class extends pg.Client {
      /** The pool calls it so, and no other way. */
      override connect(callback?: (...ends: never[]) => void): Promise<never> {
        const onEnd = callback as (error?: Error) => void;
        primary.#find().then((host) => {
          Object.assign(this, host.address);
          host.connections.add(this);
          this.once('end', () => host.connections.delete(this));
          super.connect(onEnd);
        }, onEnd);
        return undefined as never;
      }
    };
  }

  /** A statement or a connection was lost: before the next connection is made, all hosts are asked. */
  suspect(): void {
    if (this.#isClosed) return;
    this.#isSuspected = true;
    void this.#lookAround();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const host of this.#hosts) hangUp(host);
  }

  async #find(): Promise<Host> {
    if (this.#current === undefined || this.#isSuspected) {
      const isFound = await this.#lookAround();
      if (!isFound) {
        const lacks = this.#hosts.map(({ name, lack }) => `${name} ${lack}`);
        throw new NoPrimary(`none of the hosts accepts writes: ${lacks.join(', ')}`);
      }
    }
    return this.#current as Host;
  }

  /** A host that is silent holds up no answer of another. */
  #watch(): void {
    for (const host of this.#hosts) {
      void ask(host).then(() => {
        if (this.#current !== undefined) this.#follow();
      });
    }
  }

  /** Of all that ask at once, one looks. @returns whether a host accepts writes */
  #lookAround(): Promise<boolean> {
    this.#look ??= this.#askAll().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #askAll(): Promise<boolean> {
    if (this.#isClosed) return false;
    const { promise: isEnough, resolve: enough } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const all = this.#hosts.map(async (host) => {
      await ask(host);
      if (host.timeline !== undefined) timer ??= setTimeout(enough, OTHERS_MILLISECONDS);
    });
    await Promise.race([Promise.all(all), isEnough]);
    clearTimeout(timer);
    this.#follow();
    const { timeline } = this.#current ?? {};
    const isFound = timeline !== undefined && timeline >= this.#timeline;
    if (isFound) this.#isSuspected = false;
    return isFound;
  }

  /**
   * Of one timeline stays the host that we are with, or else comes the one that is named first. Never back to an
   * older one: what was written since is not there.
   */
  #follow(): void {
    const latest = this.#hosts.reduce(
      (found, { timeline = '' }) => (timeline > found ? timeline : found),
      '',
    );
    const best = this.#hosts.find(({ timeline }) => timeline === latest);
    const isWithout = this.#current?.timeline === undefined;
    if (this.#isClosed || best === undefined || latest < this.#timeline) return;
    if (!isWithout && latest === this.#timeline) return;
    this.#timeline = latest;
    this.#moveTo(best);
  }

  #moveTo(host: Host): void {
    const before = this.#current;
    this.#current = host;
    if (before === undefined || before === host) return;
    this.#log(
      `writes go to the database at ${host.name} from now on, and no longer to ${before.name}`,
    );
    for (const other of this.#hosts) {
      if (other !== host) for (const client of other.connections) breakOff(client);
    }
  }
}

/** The url of the host that accepts writes, where the url names several. @throws NoPrimary */
export async function primaryUrl(url: string): Promise<string> {
  if (urlsOfHosts(url).length === 1) return url;
  const primary = new Primary(url);
  try {
    return await primary.find();
  } finally {
    primary.close();
  }
}

/** Never rejects, and is never late. */
function ask(host: Host): Promise<void> {
  host.asking ??= askOnce(host).finally(() => {
    host.asking = undefined;
  });
  return host.asking;
}

async function askOnce(host: Host): Promise<void> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (host.session !== undefined) breakOff(host.session);
  }, PATIENCE_MILLISECONDS);
  try {
    const isNew = host.session === undefined;
    // Fails where a certificate that the url names is not there just now.
    const session = host.session ?? newSession(host.url);
    host.session = session;
    if (isNew) await session.connect();
    const { rows } = await session.query(ASK);
    const { is_standby, is_read_only, timeline } = rows[0];
    host.timeline = is_standby || is_read_only ? undefined : timeline;
    host.lack = is_standby ? '(a standby)' : '(read-only)';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    host.timeline = undefined;
    host.lack = isLate ? '(no answer)' : `(${code || message})`;
    hangUp(host);
  } finally {
    clearTimeout(timer);
  }
}

function newSession(url: string): pg.Client {
  const session = new pg.Client({
    connectionString: url,
    application_name: 'pharmacy-primary',
    keepAlive: true,
  });
  // The next question fails; unheard, the event would end the process.
  session.on('error', () => {});
  return session;
}

function hangUp(host: Host): void {
  if (host.session !== undefined) breakOff(host.session);
  host.session = undefined;
}
