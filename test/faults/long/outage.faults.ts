// One PostgreSQL that stops, starts, ends sessions, refuses transactions or falls silent for one connection.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseProxy } from '../../../kit/database-proxy.ts';
import { LOCK_SECONDS_MAX } from '../../../src/database/database.ts';
import { until } from '../../support/concurrency.ts';
import { noServers, startSystemServer } from '../../support/postgres-pair.ts';
import {
  describeUnless,
  drawer,
  FAULT_SEED,
  FaultStage,
  noteMeasurements,
  secondsUntilAcknowledged,
} from '../fault-stage.ts';

/** From the moment that PostgreSQL takes connections again to the first 201. */
const SECONDS_MAX = 10;
/** A connection that the network has lost is given up so soon, though answers are waited for longer. */
const SILENT_SECONDS_MAX = 10;

describeUnless(noServers, `one PostgreSQL, seed ${FAULT_SEED}`, () => {
  const draw = drawer();
  let server: Awaited<ReturnType<typeof startSystemServer>>;
  let stage: FaultStage;
  beforeEach(async () => {
    server = await startSystemServer();
  });
  afterEach(async () => {
    await stage?.end();
    await server.end();
  });

  it.each([
    ['stopped', () => server.stop()],
    ['killed', () => server.kill()],
  ] as const)(
    'that is %s and started loses and doubles nothing, and is served again soon',
    async (_how, end) => {
      stage = await FaultStage.open(server.url());
      const load = stage.load();
      const waits: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        await load.moves(100 + draw(100));
        await end();
        await pause(500 + draw(2_000));
        await server.start();
        const startedAt = performance.now();
        await load.moves(100);
        waits.push(secondsUntilAcknowledged(load, startedAt));
      }
      await load.end();
      expect(Math.max(...waits)).toBeLessThan(SECONDS_MAX);
      noteMeasurements({
        ...(await stage.expectWhole()),
        's from the start to the first 201, at the most': Math.max(...waits),
        'requests that had to be repeated': load.undecided.length,
      });
    },
  );

  it('that refuses transactions with 40001, 40P01 and 57P01 at any point of them loses and doubles nothing', async () => {
    stage = await FaultStage.open(server.url());
    await server.query(faultyInserts(5 + draw(5)));
    const load = stage.load();
    await load.moves(600, 120);
    await load.end();
    const [injected] = await server.query<{ count: number }>(
      'select last_value::int as count from fault_moment',
    );
    await server.query('drop function fault() cascade');
    noteMeasurements({
      ...(await stage.expectWhole()),
      'moments at which one could fail': injected?.count ?? 0,
      'requests that had to be repeated': load.undecided.length,
    });
  });

  it('whose sessions are ended by an administrator again and again loses and doubles nothing', async () => {
    stage = await FaultStage.open(server.url());
    const load = stage.load();
    let ended = 0;
    for (let round = 0; round < 40; round += 1) {
      await pause(50 + draw(100));
      const rows = await server.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'pharmacy-service' and random() < 0.3`,
      );
      ended += rows.length;
    }
    await load.moves(50);
    await load.end();
    expect(ended).toBeGreaterThan(40);
    noteMeasurements({
      ...(await stage.expectWhole()),
      'sessions ended': ended,
      'requests that had to be repeated': load.undecided.length,
    });
  });

  it('that one process no longer reaches, in the midst of a commit, keeps others waiting no longer than for a lock', async () => {
    stage = await FaultStage.open(server.url());
    const [direct] = stage.servers;
    const proxy = await DatabaseProxy.start(server.url());
    const through = await stage.spawn({ DATABASE_URL: proxy.url, WORKER: 'off' });
    await stage.warm();
    const load = stage.load(() => stage.apiAt(direct?.url as string));
    const cutOff = stage.load(() => stage.apiAt(through.url));
    await Promise.all([load.moves(100 + draw(100)), cutOff.moves(50)]);
    let isHalfOpen = false;
    proxy.judge = ({ type, text }) => {
      if (isHalfOpen || type !== 'Q' || !text.startsWith('commit')) return 'pass';
      isHalfOpen = true;
      return 'swallow';
    };
    await until('one connection is half open', () => isHalfOpen);
    await load.moves(300);
    await until('it is given up', () => proxy.abandoned > 0, SILENT_SECONDS_MAX);
    await Promise.all([load.end(), cutOff.end()]);
    expect(load.slowestSeconds).toBeLessThan(LOCK_SECONDS_MAX + 2);
    expect(cutOff.slowestSeconds).toBeLessThan(SILENT_SECONDS_MAX + 10);
    noteMeasurements({
      ...(await stage.expectWhole()),
      's for the slowest movement of the other process': load.slowestSeconds,
      's for the slowest movement': cutOff.slowestSeconds,
    });
    await proxy.close();
  });
});

/** Every so many entries or commits one fails, with one of three codes; at the insert, or at the commit itself. */
function faultyInserts(every: number): string {
  return `
    create sequence fault_moment;
    create function fault() returns trigger language plpgsql security definer as $$
    declare moment bigint := nextval('fault_moment');
    begin
      if moment % ${every} = 0 then
        case (moment / ${every}) % 3
          when 0 then raise exception 'injected' using errcode = '40001';
          when 1 then raise exception 'injected' using errcode = '40P01';
          else raise exception 'injected' using errcode = '57P01';
        end case;
      end if;
      return null;
    end $$;
    create trigger fault_at_insert after insert on ledger_entry for each row execute function fault();
    create constraint trigger fault_at_commit after insert on movement deferrable initially deferred
      for each row execute function fault()`;
}
