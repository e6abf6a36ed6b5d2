// What the database says of itself, of rows that are known and at a time that stands still.
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { statements } from '../../src/database/statement.ts';
import { databaseMetrics } from '../../src/program/database-metrics.ts';
import { alone } from '../support/alone.ts';
import { metricValue } from '../support/metrics-text.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const NOW = `timestamptz '2026-03-01T00:00:00Z'`;
const HOUR = 3_600;
/** Events that there are before. */
const BEFORE = 1_000;
/** Before the catalogue, in which the server's own clock and sessions are. */
const SEARCH_PATH = '-c search_path=made_up,pg_catalog,public';

const world = useWorld(
  async ({ db }) => {
    await makePharmacy(db.database);
    await makePharmacy(db.database, { slug: 'other' });
    await db.owner.query(`
    create schema made_up;
    grant usage on schema made_up to public;
    create function made_up.now() returns timestamptz stable language sql as $$select ${NOW}$$;
    create function made_up.clock_timestamp() returns timestamptz stable language sql as $$select ${NOW}$$;
    create table made_up.pg_stat_activity (
      datname text, usename text, wait_event_type text, state_change timestamptz);
    grant select on made_up.pg_stat_activity to public`);
    const url = new URL(db.serviceUrl);
    url.searchParams.set('options', SEARCH_PATH);
    const database = new Database(url.toString(), { preparedStatements: true });
    return { database };
  },
  { service: false },
);
afterAll(async () => {
  await world.database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** @param state columns of it that are not as they are made */
async function endpoint(
  slug: string,
  { environment = 'live', fanned = 100, era = 0, ended = '' } = {},
): Promise<string> {
  const { rows } = await world.db.owner.query(
    `insert into webhook_endpoint (id, organization_id, environment, url, events, secret, fanned_position, era,
                                   era_began_at, created_at)
     select gen_random_uuid(), id, $2, 'https://example.com', '{stock.changed}', '', $3, $4::int,
            case when $4::int > 0 then ${NOW} end, ${NOW}
       from organization where slug = $1 returning id`,
    [slug, environment, BEFORE + fanned, era],
  );
  const [{ id }] = rows;
  if (ended !== '') {
    const reason = ended === 'disabled_at' ? `, disabled_reason = 'requested'` : '';
    await world.db.owner.query(
      `update webhook_endpoint set ${ended} = ${NOW} ${reason} where id = $1`,
      [id],
    );
  }
  return id;
}

/** @param dueHoursAgo negative: in the future */
const delivery = (
  endpointId: string,
  dueHoursAgo: number,
  { isQueued = true, era = 0, status = 'pending' } = {},
) =>
  world.db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status, era,
                                   created_at, next_attempt_at, is_queued, finished_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', $3, $4, ${NOW},
            case when $3 = 'pending' then ${NOW} - make_interval(hours => $2) end, $5,
            case when $3 <> 'pending' then ${NOW} end
       from webhook_endpoint where id = $1`,
    [endpointId, dueHoursAgo, status, era, isQueued && status === 'pending'],
  );

const event = (slug: string, position: number, environment: string | null, hoursAgo: number) =>
  world.db.owner.query(
    `insert into event (organization_id, position, id, environment, type, data, created_at)
     select id, $2, gen_random_uuid(), $3::text, case when $3::text is null then 'stock.changed' else 'order.updated' end,
            '{}', ${NOW} - make_interval(hours => $4)
       from organization where slug = $1`,
    [slug, BEFORE + position, environment, hoursAgo],
  );

async function read(): Promise<Record<string, number | undefined>> {
  const text = await databaseMetrics(alone(world.database))();
  const names = [
    'webhook_fan_out_lag_seconds',
    'webhook_deliveries_pending',
    'webhook_deliveries_due',
    'webhook_oldest_due_seconds',
    'database_sessions_waiting_for_locks',
    'database_longest_lock_wait_seconds',
    'job_last_run_age_seconds{task="sweep"}',
    'job_last_run_age_seconds{task="reallocate"}',
    'job_last_run_age_seconds{task="unknown"}',
  ];
  return Object.fromEntries(names.map((name) => [name, metricValue(text, name)]));
}

it('reads exactly what rows say: what waits, what is due and since when, and whose turn was when', async () => {
  const none = {
    webhook_fan_out_lag_seconds: 0,
    webhook_deliveries_pending: 0,
    webhook_deliveries_due: 0,
    webhook_oldest_due_seconds: 0,
    database_sessions_waiting_for_locks: 0,
    database_longest_lock_wait_seconds: 0,
    'job_last_run_age_seconds{task="sweep"}': undefined,
    'job_last_run_age_seconds{task="reallocate"}': undefined,
    'job_last_run_age_seconds{task="unknown"}': undefined,
  };
  expect(await read()).toEqual(none);

  // What is to come is pending, and not due.
  const live = await endpoint('pharmacy', { era: 2, fanned: 1 });
  await delivery(live, -1, { era: 2 });
  await delivery(live, -2, { era: 2, isQueued: false });
  expect(await read()).toEqual({ ...none, webhook_deliveries_pending: 2 });

  // Of an earlier era, or of an endpoint that has ended, it is as good as dead.
  await delivery(live, 50, { era: 1 });
  await delivery(live, 60, { era: 1, isQueued: false });
  for (const ended of ['disabled_at', 'deleted_at']) {
    const over = await endpoint('pharmacy', { ended, fanned: 0 });
    await delivery(over, 40);
    await delivery(over, 45, { isQueued: false });
  }
  await delivery(live, 0, { era: 2, status: 'succeeded' });
  await delivery(live, 0, { era: 2, status: 'dead' });
  expect(await read()).toEqual({ ...none, webhook_deliveries_pending: 8 });

  // The oldest of those of each endpoint, and of each of these.
  await delivery(live, 2, { era: 2 });
  await delivery(live, 5, { era: 2 });
  await delivery(await endpoint('other'), 3);
  const due = {
    ...none,
    webhook_deliveries_pending: 11,
    webhook_deliveries_due: 3,
    webhook_oldest_due_seconds: 5 * HOUR,
  };
  expect(await read()).toEqual(due);
  await delivery(live, 6, { era: 2, isQueued: false });
  await delivery(live, 7, { era: 2, isQueued: false });
  const [counted] = (await world.db.owner.query(`${statements.get('metrics')?.text}`, [2])).rows;
  expect([counted.pending, counted.due].map(Number)).toEqual([2, 2]);
  const all = {
    ...due,
    webhook_deliveries_pending: 13,
    webhook_deliveries_due: 5,
    webhook_oldest_due_seconds: 7 * HOUR,
  };
  expect(await read()).toEqual(all);

  // Of events that are not yet deliveries the oldest: not those of test for a live endpoint, nor the other way.
  await world.db.owner.query(
    `update event_counter set position = ${BEFORE + 100}, pending_since = ${NOW}`,
  );
  await event('pharmacy', 1, 'live', 30);
  await event('pharmacy', 2, 'test', 20);
  await event('pharmacy', 3, null, 4);
  await event('pharmacy', 4, 'live', 1);
  expect(await read()).toEqual({ ...all, webhook_fan_out_lag_seconds: 4 * HOUR });
  await event('pharmacy', 5, 'test', 10);
  await event('pharmacy', 6, 'test', 2);
  await endpoint('pharmacy', { environment: 'test', fanned: 2 });
  await event('other', 1, 'live', 9);
  await endpoint('other', { fanned: 0 });
  const behind = { ...all, webhook_fan_out_lag_seconds: 10 * HOUR };
  expect(await read()).toEqual(behind);

  // Sessions of the service that wait for a lock here.
  const user = decodeURIComponent(new URL(world.db.serviceUrl).username);
  const { rows } = await world.db.owner.query('select current_database() as name');
  const session = (database: string, role: string, waitsFor: string, hours: number) =>
    world.db.owner.query(
      `insert into made_up.pg_stat_activity values ($1, $2, $3, ${NOW} - make_interval(hours => $4))`,
      [database, role, waitsFor, hours],
    );
  await session(rows[0].name, user, 'Lock', 1);
  await session(rows[0].name, user, 'Lock', 2);
  await session(rows[0].name, user, 'Client', 9);
  await session(rows[0].name, 'somebody', 'Lock', 9);
  await session('elsewhere', user, 'Lock', 9);
  await world.db.owner.query(
    `insert into periodic_job values ('sweep', ${NOW} - interval '90 seconds'),
            ('reallocate', ${NOW} - interval '2 hours'), ('unknown', ${NOW})`,
  );
  expect(await read()).toEqual({
    ...behind,
    database_sessions_waiting_for_locks: 2,
    database_longest_lock_wait_seconds: 2 * HOUR,
    'job_last_run_age_seconds{task="sweep"}': 90,
    'job_last_run_age_seconds{task="reallocate"}': 2 * HOUR,
    'job_last_run_age_seconds{task="unknown"}': undefined,
  });
});

it('asks at most each five seconds, tells its age, and after two minutes in vain says no more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let asked = 0;
  let isGone = false;
  const row = {
    lag_seconds: 1,
    pending: 2,
    due: 3,
    oldest_due_seconds: 4,
    waiting_sessions: 5,
    longest_wait_seconds: 6,
    jobs: [{ job: 'sweep', age_seconds: 7 }],
  };
  const transaction = async () => {
    asked += 1;
    if (isGone) throw new Error('gone');
    return row;
  };
  const ask = databaseMetrics(alone({ transaction } as unknown as Database));
  const after = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    const text = await ask();
    const names = ['database_figures_age_seconds', 'webhook_deliveries_due'];
    const task = 'job_last_run_age_seconds{task="sweep"}';
    return [asked, ...[...names, task].map((name) => metricValue(text, name))];
  };
  expect(await after(0)).toEqual([1, 0, 3, 7]);
  expect(await after(5)).toEqual([1, 5, 3, 7]);
  expect(await after(1)).toEqual([2, 0, 3, 7]);
  isGone = true;
  expect(await after(120)).toEqual([3, 120, 3, 7]);
  expect(await after(1)).toEqual([3, 120, undefined, undefined]);
  isGone = false;
  expect(await after(5)).toEqual([4, 0, 3, 7]);
});
