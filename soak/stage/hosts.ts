// A primary and its synchronous standby, which take turns.
//
// What decides on a promotion here does as Patroni would. Each commit waits until the standby has it, and only such a
// standby is promoted, once it has all that the primary had when the fault was drawn: what a caller may have been
// answered is there. The new primary is alone at first and waits for nobody. The old one becomes a copy of it; then
// each commit waits again, and then may the next promotion come.
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { stopLater } from '../../kit/cleanup.ts';
import {
  copyAsStandby,
  initialise,
  makeHome,
  makeServer,
  type SystemServer,
} from '../../kit/system-server.ts';
import type { Draw } from '../draw.ts';

/** Little log is kept, so that it does not fill a small disk, and a full disk is soon out of it. */
const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '150',
  log_min_messages: 'fatal',
  max_wal_size: '64MB',
  min_wal_size: '2MB',
  wal_recycle: 'off',
  wal_keep_size: '64MB',
  // Each commit waits until a standby has come back.
  wal_retrieve_retry_interval: '500ms',
};
/** The size of a file of its log. */
export const SEGMENT_MEGABYTES = 1;
/** What decides on a promotion has to notice first. */
const NOTICED_MILLISECONDS = { least: 1_000, most: 3_000 };
/** After this time each process of the service knows which is the later timeline. */
const WAKES_MILLISECONDS = { least: 4_000, most: 8_000 };
const AWAKE_MILLISECONDS_MAX = 4_000;
const POLL_INTERVAL_MILLISECONDS = 100;
const SYNCHRONOUS_SECONDS_MAX = 30;
const CAUGHT_UP_SECONDS_MAX = 10;
const MEND_TRIES_MAX = 20;

export class Hosts {
  #primary: SystemServer;
  #standby: SystemServer;
  /** Until the standby is a synchronous one again. */
  #mending: Promise<void> | undefined;
  #isStopping = false;
  readonly #owners = new Set<pg.Client>();

  private constructor(primary: SystemServer, standby: SystemServer) {
    this.#primary = primary;
    this.#standby = standby;
  }

  /** @param folders one for each, in which it may write whatever it likes */
  static async start(folders: readonly [string, string]): Promise<Hosts> {
    const [primary, standby] = await Promise.all(
      folders.map((folder) => {
        const home = join(folder, 'postgres');
        makeHome(home);
        return makeServer(join(home, 'data'), SETTINGS);
      }),
    );
    const hosts = new Hosts(primary as SystemServer, standby as SystemServer);
    stopLater(() => hosts.#stop());
    await initialise(hosts.primary.data, `--wal-segsize=${SEGMENT_MEGABYTES}`);
    await hosts.primary.start();
    await hosts.#copy();
    await hosts.#untilSynchronous();
    return hosts;
  }

  get primary(): SystemServer {
    return this.#primary;
  }

  get standby(): SystemServer {
    return this.#standby;
  }

  get all(): readonly SystemServer[] {
    return [this.#primary, this.#standby];
  }

  /** Each commit waits for the standby. */
  get isWhole(): boolean {
    return this.#mending === undefined;
  }

  /** The owner's connections, to whichever is the primary. */
  pool(database: string, connections: number): pg.Pool {
    const hosts = this;
    const pool = new pg.Pool({
      connectionString: this.#primary.url(database),
      max: connections,
      Client: class extends pg.Client {
        override connect(callback?: (...ends: never[]) => void): Promise<never> {
          Object.assign(this, { port: hosts.#primary.port });
          hosts.#owners.add(this);
          this.once('end', () => hosts.#owners.delete(this));
          super.connect(callback as (error: Error) => void);
          return undefined as never;
        }
      },
    });
    pool.on('error', () => {});
    return pool;
  }

  /** Stops the primary at once, and starts it again. */
  async crash(): Promise<void> {
    await this.#primary.stopAtOnce();
    await this.#primary.start();
  }

  /**
   * Makes the standby the primary; resolves when it accepts writes.
   *
   * @param how the primary `dies`, or `falls silent`: then it may wake once all have left it
   */
  async promote(how: 'dies' | 'falls silent', draw: Draw): Promise<void> {
    await this.#untilCaughtUp().catch((error) => {
      this.mend();
      throw error;
    });
    const [failed, promoted] = [this.#primary, this.#standby];
    if (how === 'dies') await failed.kill();
    else failed.freeze();
    await pause(draw.between(NOTICED_MILLISECONDS.least, NOTICED_MILLISECONDS.most));
    await promoted.query('select pg_promote(wait => true)');
    [this.#primary, this.#standby] = [promoted, failed];
    for (const owner of this.#owners) breakOff(owner);
    const wakes = how === 'falls silent' && draw.chance(50);
    const { least, most } = WAKES_MILLISECONDS;
    const [wakesAfter, awakeFor] = [draw.between(least, most), draw.below(AWAKE_MILLISECONDS_MAX)];
    this.#mend(async () => {
      await this.#waitFor('');
      if (wakes) {
        await pause(wakesAfter);
        failed.thaw();
        await pause(awakeFor);
      }
      await this.#copy();
    });
  }

  /** After what may have ended the one or the other. */
  mend(): void {
    if (this.#mending !== undefined) return;
    this.#mend(async () => {
      await this.#standby.start();
    });
  }

  /** @param rejoin where that fails, or does not make a standby, the standby is copied again */
  #mend(rejoin: () => Promise<void>): void {
    this.#mending = (async () => {
      let next = rejoin;
      for (let tries = 1; !this.#isStopping; tries += 1) {
        try {
          await this.#primary.start();
          await next();
          await this.#untilSynchronous();
          this.#mending = undefined;
          return;
        } catch (error) {
          // The primary may be on its way back from another fault.
          if (tries === MEND_TRIES_MAX && !this.#isStopping) throw error;
          next = () => this.#copy();
          await pause(POLL_INTERVAL_MILLISECONDS);
        }
      }
    })();
  }

  async #copy(): Promise<void> {
    await this.#waitFor('');
    await this.#standby.kill();
    rmSync(this.#standby.data, { recursive: true, force: true });
    await copyAsStandby(this.#primary, this.#standby);
    await this.#standby.start();
  }

  async #untilSynchronous(): Promise<void> {
    await this.#until('the standby streams', SYNCHRONOUS_SECONDS_MAX, async () => {
      const rows = await this.#primary.query(
        "select from pg_stat_replication where state = 'streaming'",
      );
      return rows.length > 0;
    });
    await this.#waitFor('*');
    await this.#until('the standby is synchronous', SYNCHRONOUS_SECONDS_MAX, async () => {
      const rows = await this.#primary.query(
        "select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
      );
      return rows.length > 0;
    });
    // It is the checkpointer that has commits wait, and no view shows whether it has read the setting yet.
    await this.#primary.query('checkpoint');
    await this.#untilCaughtUp();
  }

  /** Waits until the standby has everything that was acknowledged. */
  async #untilCaughtUp(): Promise<void> {
    const [row] = await this.#primary.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
    await this.#until('the standby has all', CAUGHT_UP_SECONDS_MAX, async () => {
      const rows = await this.#primary.query(
        "select from pg_stat_replication where sync_state = 'sync' and flush_lsn >= $1::pg_lsn",
        [row?.lsn],
      );
      return rows.length > 0;
    });
  }

  async #waitFor(standbys: '*' | ''): Promise<void> {
    await this.#primary.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await this.#primary.query('select pg_reload_conf()');
  }

  async #until(what: string, secondsMax: number, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + secondsMax * 1000;
    while (!(await isSo())) {
      if (this.#isStopping) throw new Error('It is over.');
      if (performance.now() > deadline) throw new Error(`Not within ${secondsMax} s: ${what}.`);
      await pause(POLL_INTERVAL_MILLISECONDS);
    }
  }

  /** Kills all servers: their data is thrown away, and one may be frozen. */
  async #stop(): Promise<void> {
    this.#isStopping = true;
    await this.#mending?.catch(() => undefined);
    await Promise.all(this.all.map((server) => server.kill()));
  }
}

/** Closes the socket without a Terminate message, since the server may be frozen. */
function breakOff(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
