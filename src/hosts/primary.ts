// Which of several hosts accepts writes.
//
// The driver knows one host alone. So all hosts are probed together, each second, over one open session each:
// whether the host accepts writes, and on which timeline. New connections go to the host that accepts writes, and to
// the latest timeline where several do: a primary that fell silent, and wakes after its standby was promoted, is
// still on the old one. When the answer changes, every connection to another host is broken, also those that wait
// for an answer: a silent host would keep each of them until the driver gives up.
//
// Promises: no connection is broken while no other host accepts writes, however slow the current one is. While no
// host does, a caller learns it within PROBE_TIMEOUT_MILLISECONDS. A commit that was on its way counts as unanswered, and
// is looked up like any other.
//
// Another system decides which host is the primary; this module only follows.
import pg from 'pg';
import { breakOff } from '../internals/pg.ts';
import { hostName, urlsOfHosts } from '../lib/hosts.ts';

/** A promotion goes unnoticed for so long at most while no statement fails. */
const POLL_INTERVAL_MILLISECONDS = 1_000;
/** The probe timeout: a host that has not answered by then counts as silent. */
const PROBE_TIMEOUT_MILLISECONDS = 2_000;
/** After one host accepts writes, the others have so long to report a later timeline. */
const OTHERS_MILLISECONDS = 300;

/**
 * The timeline is the first eight hexadecimal digits of the name of a WAL file; a standby cannot name one. A setting
 * that comes from the role, as the reader's does, is ignored, since it is not the server's.
 */
const PROBE = `
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
  /** The driver derives it from the url. */
  readonly address: { readonly host: string; readonly port: number };
  /** The session of its probes; it stays open while the host answers. */
  session: pg.Client | undefined;
  probe: Promise<void> | undefined;
  /** The result of the last probe; undefined where the host does not accept writes, or did not answer. */
  timeline: string | undefined;
  /** Tells people why the host does not accept writes. */
  refusal: string;
  /** The connections of the pools, also those that are being opened. */
  readonly connections: Set<pg.Client>;
}

export class Primary {
  readonly #hosts: readonly Host[];
  readonly #log: (line: string) => void;
  #current: Host | undefined;
  /** The timeline of the current host when it was chosen. */
  #timeline = '';
  /** A statement or connection failed, so all hosts are probed before the next connection. */
  #isSuspected = false;
  #round: Promise<boolean> | undefined;
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
        probe: undefined,
        timeline: undefined,
        refusal: '(not asked)',
        connections: new Set(),
      };
    });
  }

  /** @returns the url for new connections; probes all hosts where it is not known. @throws NoPrimary */
  async find(): Promise<string> {
    return (await this.#find()).url;
  }

  /**
   * Makes a client class for a pool whose url names any of the hosts: it connects to the one that accepts writes.
   * The first call starts the probe of each second.
   */
  clients(): typeof pg.Client {
    const primary = this;
    this.#timer ??= setInterval(() => this.#watch(), POLL_INTERVAL_MILLISECONDS).unref();
    return class extends pg.Client {
      /** The pool calls it with a callback, and in no other way. */
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

  /** Reports a lost statement or connection: all hosts are probed before the next connection is opened. */
  suspect(): void {
    if (this.#isClosed) return;
    this.#isSuspected = true;
    void this.#probeAll();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const host of this.#hosts) hangUp(host);
  }

  async #find(): Promise<Host> {
    if (this.#current === undefined || this.#isSuspected) {
      const isFound = await this.#probeAll();
      if (!isFound) {
        const refusals = this.#hosts.map(({ name, refusal }) => `${name} ${refusal}`);
        throw new NoPrimary(`none of the hosts accepts writes: ${refusals.join(', ')}`);
      }
    }
    return this.#current as Host;
  }

  /** Each host is followed as it answers, so a silent one does not delay the others. */
  #watch(): void {
    for (const host of this.#hosts) {
      void probe(host).then(() => {
        if (this.#current !== undefined) this.#follow();
      });
    }
  }

  /** Callers at the same time share one round of probes. @returns whether a host accepts writes */
  #probeAll(): Promise<boolean> {
    this.#round ??= this.#probeRound().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async #probeRound(): Promise<boolean> {
    if (this.#isClosed) return false;
    const { promise: isEnough, resolve: enough } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const all = this.#hosts.map(async (host) => {
      await probe(host);
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
   * Chooses the host on the latest timeline. Among several on it the current host stays, or else the first in the url
   * is taken. It never goes back to an older timeline, which lacks what was written since.
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

/** @returns the url of the host that accepts writes, where the url names several. @throws NoPrimary */
export async function primaryUrl(url: string): Promise<string> {
  if (urlsOfHosts(url).length === 1) return url;
  const primary = new Primary(url);
  try {
    return await primary.find();
  } finally {
    primary.close();
  }
}

/** Never rejects, and settles within the probe timeout. */
function probe(host: Host): Promise<void> {
  host.probe ??= probeOnce(host).finally(() => {
    host.probe = undefined;
  });
  return host.probe;
}

async function probeOnce(host: Host): Promise<void> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (host.session !== undefined) breakOff(host.session);
  }, PROBE_TIMEOUT_MILLISECONDS);
  try {
    const isNew = host.session === undefined;
    // It throws where a certificate file that the url names is missing for the moment.
    const session = host.session ?? newSession(host.url);
    host.session = session;
    if (isNew) await session.connect();
    const { rows } = await session.query(PROBE);
    const { is_standby, is_read_only, timeline } = rows[0];
    host.timeline = is_standby || is_read_only ? undefined : timeline;
    host.refusal = is_standby ? '(a standby)' : '(read-only)';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    host.timeline = undefined;
    host.refusal = isLate ? '(no answer)' : `(${code || message})`;
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
  // The next probe fails by itself; without a listener the event would end the process.
  session.on('error', () => {});
  return session;
}

function hangUp(host: Host): void {
  if (host.session !== undefined) breakOff(host.session);
  host.session = undefined;
}
