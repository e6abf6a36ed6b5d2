// Reads from a standby: who answers them, and that no caller meets an error while the standby is lost, silent, late,
// in conflict or promoted away.
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { ReadStandby } from '../../../src/database/read-standby.ts';
import { type Client, client } from '../../support/client.ts';
import { hold, until } from '../../support/concurrency.ts';
import { day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { noServers, type Pair, startPair } from '../../support/postgres-pair.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../../support/spawn-server.ts';
import { describeUnless, noteMeasurements, withOpenDatabase } from '../fault-stage.ts';

const SKU = 'SKU-1';
const LOT = { lot_number: 'L-1', expiry_date: day(900) };
/** More than read at once, so that some wait for those that read. */
const READERS = 24;
const READ_PAUSE_MILLISECONDS = 50;
/** A read waits for a silent standby for a second, another one for its slot, and both then for the primary. */
const READ_SECONDS_MAX = 4;
const BACK_SECONDS_MAX = 15;
const AWAY_MILLISECONDS = 3_000;
const SILENT_MILLISECONDS = 8_000;
/** What is five seconds old is not shown; the machine may be busy. */
const STALE_SECONDS_MAX = 8;
const SIGUSR1_BIT = 1 << (constants.signals.SIGUSR1 - 1);
const MEASURED_READS = 300;

describeUnless(noServers, 'reads from a standby', () => {
  let pair: Pair;
  let owner: pg.Pool;
  let liveKey: string;
  let server: SpawnedServer;
  let api: Client;

  beforeAll(async () => {
    pair = await startPair();
    owner = new pg.Pool({ connectionString: pair.primary.url() });
    owner.on('error', () => {});
    // Where commits wait for it, all of them would end with the standby.
    await setOnPrimary('synchronous_standby_names', '');
    await migrate(pair.primary.url());
    ({ liveKey } = await withOpenDatabase(pair.primary.url(), ({ database }) =>
      makePharmacy(database, { skuCodes: [SKU], lots: [{ sku_code: SKU, ...LOT, qty: 100_000 }] }),
    ));
    server = await spawnServer({
      DATABASE_URL: pair.primary.url(),
      READ_DATABASE_URL: pair.standby.url(),
    });
    api = client({ url: server.url, key: liveKey });
    // What is compiled at the first of each may take longer than the standby may be behind.
    await draw();
    await onHand();
  });
  beforeEach(() => until('the standby answers', standbyAnswers, BACK_SECONDS_MAX));
  afterEach(async () => {
    pair.standby.thaw();
    await pair.standby.query('select pg_wal_replay_resume() where pg_is_in_recovery()');
  });
  afterAll(async () => {
    await endSpawned();
    await owner?.end();
    await pair?.end();
  });

  const setOnPrimary = async (name: string, value: string) => {
    await pair.primary.query(`alter system set ${name} = '${value}'`);
    await pair.primary.query('select pg_reload_conf()');
  };
  const stock = (of = api) => of.get('/v1/inventory/stock', { query: { sku_code: SKU } });
  const onHand = async (of = api): Promise<number> => {
    const { status, body } = await stock(of);
    expect(status).toBe(200);
    return body.data[0].on_hand;
  };
  const draw = async (of = api): Promise<void> => {
    expect((await post(of, { type: 'fulfill', sku_code: SKU, qty: 1 })).status).toBe(201);
  };
  /** Whether a session on the standby has run a statement of this read. */
  const isAnsweredByStandby = async (read: () => Promise<{ status: number }>) => {
    const [{ now }] = (await pair.standby.query('select clock_timestamp()::text as now')) as [
      { now: string },
    ];
    expect((await read()).status).toBe(200);
    const rows = await pair.standby.query(
      `select from pg_stat_activity
        where application_name = 'pharmacy-service' and query_start > $1::timestamptz
          and query not like '%pg_control_system%'`,
      [now],
    );
    return rows.length > 0;
  };
  const standbyAnswers = () => isAnsweredByStandby(stock);
  const untilReplayed = async () => {
    const [{ at }] = (await pair.primary.query(
      'select pg_current_wal_insert_lsn()::text as at',
    )) as [{ at: string }];
    await until('the standby has replayed it', async () => {
      const [row] = await pair.standby.query<{ is_there: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
        [at],
      );
      return row?.is_there === true;
    });
  };

  /** Reads all the while, until it is ended. */
  const readAllTheWhile = () => {
    const statuses = new Map<number, number>();
    let isOver = false;
    let slowestSeconds = 0;
    const readers = Array.from({ length: READERS }, async () => {
      while (!isOver) {
        const startedAt = performance.now();
        const { status } = await stock();
        slowestSeconds = Math.max(slowestSeconds, (performance.now() - startedAt) / 1_000);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(READ_PAUSE_MILLISECONDS);
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(readers);
      expect([...statuses.keys()]).toEqual([200]);
      expect(slowestSeconds).toBeLessThan(READ_SECONDS_MAX);
      noteMeasurements({ reads: statuses.get(200) ?? 0, 's for the slowest': slowestSeconds });
    };
  };

  it('are lists, previews and scans, and nothing that is posted', async () => {
    const preview = { body: { type: 'fulfill', sku_code: SKU, qty: 1 } };
    const scan = { body: { code: SKU } };
    const locations = () => api.get('/v1/inventory/locations');
    const reads = [
      locations,
      () => api.post('/v1/inventory/movements/preview', preview),
      () => api.post('/v1/inventory/scan/resolve', scan),
    ];
    for (const read of reads) await until('the standby answers', () => isAnsweredByStandby(read));
    const post = async () => {
      await draw();
      return { status: 200 };
    };
    for (let count = 0; count < 3; count += 1) expect(await isAnsweredByStandby(post)).toBe(false);
  });

  it('come with a warning where commits do not wait until the standby shows them', () => {
    expect(server.log()).toContain('synchronous_commit to remote_apply');
  });

  it('that the standby refuses are those of the primary: what was just written is found', async () => {
    await pair.standby.query('select pg_wal_replay_pause()');
    const before = await onHand();
    await draw();
    const isStandbyAsked = async () => (await onHand()) === before;
    await until('the standby shows what was before', isStandbyAsked);
    const key = freshKey();
    await post(api, { type: 'fulfill', sku_code: SKU, qty: 1 }, key);
    const found = await api.get('/v1/inventory/movements', { query: { idempotency_key: key } });
    expect(found.status).toBe(200);
    await until('the standby still shows it', isStandbyAsked);
  });

  it('are the primary’s once the standby is five seconds behind', async () => {
    const end = readAllTheWhile();
    await pair.standby.query('select pg_wal_replay_pause()');
    const before = await onHand();
    await draw();
    const writtenAt = performance.now();
    await until('the standby shows what was before', async () => (await onHand()) === before);
    await until('it is noticed', () => server.log().includes('it is behind'));
    expect((performance.now() - writtenAt) / 1_000).toBeLessThan(STALE_SECONDS_MAX);
    await until('the standby is asked nothing', async () => !(await standbyAnswers()));
    expect(await onHand()).toBe(before - 1);
    await end();
  });

  it('go on while the standby is stopped, and while it starts', async () => {
    const end = readAllTheWhile();
    await pair.standby.stop();
    await pause(AWAY_MILLISECONDS);
    expect(await onHand()).toBeGreaterThan(0);
    await pair.standby.start();
    await until('the standby answers again', standbyAnswers, BACK_SECONDS_MAX);
    await end();
  });

  it('go on while the standby stands still, and come from it again when it continues', async () => {
    const end = readAllTheWhile();
    pair.standby.freeze();
    await pause(SILENT_MILLISECONDS);
    await draw();
    pair.standby.thaw();
    const thawedAt = performance.now();
    await until('the standby answers again', standbyAnswers, BACK_SECONDS_MAX);
    noteMeasurements({ 's until it answers again': (performance.now() - thawedAt) / 1_000 });
    await end();
  });

  it('that a recovery conflict cancels are answered by the primary', async () => {
    const conflicts = async () => {
      const [row] = await pair.standby.query<{ count: number }>(
        `select confl_snapshot::int as count from pg_stat_database_conflicts
          where datname = current_database()`,
      );
      return row?.count;
    };
    await pair.standby.query('alter system set max_standby_streaming_delay = 0');
    await pair.standby.query('select pg_reload_conf()');
    await pair.primary.query('create table old_rows as select generate_series(1, 1000) as value');
    await untilReplayed();
    const before = await conflicts();
    const holder = await hold(owner, 'lock table location in access exclusive mode');
    await untilReplayed();
    // The read has its snapshot, and waits for the lock that the standby holds as the primary does.
    const read = api.get('/v1/inventory/locations');
    let pid = 0;
    await until('the read waits on the standby', async () => {
      const rows = await pair.standby.query<{ pid: number }>(
        "select pid from pg_stat_activity where wait_event_type = 'Lock'",
      );
      pid = rows[0]?.pid ?? 0;
      return rows.length === 1;
    });
    // Its session stands still, so that the lock goes and the rows go before it reads on.
    process.kill(pid, 'SIGSTOP');
    try {
      await holder.commit();
      await pair.primary.query('delete from old_rows');
      await pair.primary.query('vacuum old_rows');
      await until('the standby asks it to give way', () => isSignalled(pid));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await read).status).toBe(200);
    await until('the conflict is counted', async () => (await conflicts()) === Number(before) + 1);
  });

  it.each([
    ['on', '', 'may be older than what their caller was answered before'],
    ['remote_apply', '*', 'are never older where commits wait until the standby shows them'],
  ])('with synchronous_commit = %s and standbys "%s" %s', async (commits, names) => {
    await setOnPrimary('synchronous_commit', commits);
    await setOnPrimary('synchronous_standby_names', names);
    const other = await spawnServer({
      DATABASE_URL: pair.primary.url(),
      READ_DATABASE_URL: pair.standby.url(),
    });
    const of = client({ url: other.url, key: liveKey });
    await until('the standby answers', () => isAnsweredByStandby(() => stock(of)));
    expect(other.log().includes('remote_apply')).toBe(names === '');
    let older = 0;
    let expected = await onHand(of);
    for (let read = 0; read < MEASURED_READS; read += 1) {
      await draw(of);
      expected -= 1;
      const seen = await onHand(of);
      expect(seen).toBeGreaterThanOrEqual(expected);
      if (seen > expected) older += 1;
    }
    noteMeasurements({ reads: MEASURED_READS, 'older than the answer before': older });
    if (names !== '') expect(older).toBe(0);
    await other.stop();
    await setOnPrimary('synchronous_standby_names', '');
  });

  it('are not asked of another database, whichever is named by mistake', async () => {
    const lines: string[] = [];
    const databases = [pair.primary.url(), pair.standby.url('postgres')].map(
      (url) => new Database(url, { preparedStatements: true }),
    ) as [Database, Database];
    const standby = new ReadStandby(databases[1], {
      primary: databases[0],
      host: 'standby',
      warn: (line) => lines.push(line),
    });
    standby.watch();
    await until('it is refused', () => lines.some((line) => line.includes('of another database')));
    expect(standby.isFresh()).toBe(false);
    await standby.close();
    await databases[0].close();
  });

  // The last one: what is promoted is a standby no more.
  it('are the primary’s once the standby was promoted next to it', async () => {
    const end = readAllTheWhile();
    await pair.promote();
    await until('it is noticed', () => server.log().includes('it is no standby'));
    await draw();
    const now = await onHand();
    await draw();
    expect(await onHand()).toBe(now - 1);
    expect(await standbyAnswers()).toBe(false);
    await end();
  });
});

/** Whether SIGUSR1, by which PostgreSQL cancels a read for the recovery, waits for a process that stands still. */
function isSignalled(pid: number): boolean {
  const [, pending] =
    /^ShdPnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number.parseInt(pending?.slice(-4) ?? '', 16) & SIGUSR1_BIT) !== 0;
}
