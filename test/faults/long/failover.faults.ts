// The primary dies, or falls silent, and its synchronous standby takes its place. The service is pointed at both
// hosts, and nobody restarts it.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STATEMENT_SECONDS_MAX } from '../../../src/database/database.ts';
import { until } from '../../support/concurrency.ts';
import { noServers, type Pair, startPair } from '../../support/postgres-pair.ts';
import {
  describeUnless,
  drawer,
  FAULT_SEED,
  FaultStage,
  noteMeasurements,
  secondsUntilAcknowledged,
} from '../fault-stage.ts';

/** From the promotion to the first 201. */
const SECONDS_MAX = 10;
/** What decides on a promotion has to notice first. */
const NOTICED_MILLISECONDS = 3_000;
/** What was committed before may still be answered so much later, on a machine that is busy. */
const ON_ITS_WAY_MILLISECONDS = 1_000;

describeUnless(noServers, `a synchronous standby, seed ${FAULT_SEED}`, () => {
  const draw = drawer();
  let pair: Pair;
  let stage: FaultStage;
  beforeEach(async () => {
    pair = await startPair();
    stage = await FaultStage.open(pair.url);
  });
  afterEach(async () => {
    pair.primary.thaw();
    await stage?.end();
    await pair?.end();
  });

  it('that is cut off loses nothing when the primary dies: no commit was acknowledged without it', async () => {
    const load = stage.load();
    await load.moves(100 + draw(100));
    await pair.standby.query("alter system set primary_conninfo = ''");
    await pair.standby.query('select pg_reload_conf()');
    await until('the standby has gone', async () => {
      const rows = await pair.primary.query('select from pg_stat_replication');
      return rows.length === 0;
    });
    const cutAt = performance.now();
    // Longer than a statement may run: the server then gives up the wait, and says that it has committed.
    await pause((STATEMENT_SECONDS_MAX + 4) * 1_000);
    await pair.primary.kill();
    const promotedAt = performance.now();
    await pair.promote();
    await load.moves(200);
    await load.end();
    expect(
      load.acknowledged.filter(({ at }) => at > cutAt + ON_ITS_WAY_MILLISECONDS && at < promotedAt)
        .length,
    ).toBe(0);
    noteMeasurements({
      ...(await stage.expectWhole()),
      's from the promotion to the first 201': secondsUntilAcknowledged(load, promotedAt),
      'requests that had to be repeated': load.undecided.length,
    });
  });

  it.each([
    ['is killed', (failed: Pair) => failed.primary.kill()],
    ['falls silent', async (failed: Pair) => failed.primary.freeze()],
  ] as const)(
    'takes over when the primary %s: every acknowledged movement is there once',
    async (_how, fail) => {
      const [server] = stage.servers;
      const load = stage.load();
      await load.moves(200 + draw(100));
      await fail(pair);
      const failedAt = performance.now();
      await pause(NOTICED_MILLISECONDS);
      const promotingAt = performance.now();
      await pair.promote();
      const promotedAt = performance.now();
      await load.moves(300);
      // What was silent wakes, takes itself for the primary, and is asked by a process that knows neither.
      pair.primary.thaw();
      await stage.spawn();
      await load.moves(100);
      await load.end();
      const seconds = secondsUntilAcknowledged(load, promotedAt);
      expect(
        load.acknowledged.filter(
          ({ at }) => at > failedAt + ON_ITS_WAY_MILLISECONDS && at < promotingAt,
        ),
      ).toEqual([]);
      expect(seconds).toBeLessThan(SECONDS_MAX);
      expect(server?.child.exitCode).toBeNull();
      const measurements = await stage.expectWhole();
      noteMeasurements({
        ...measurements,
        's from the promotion to the first 201': seconds,
        's for the slowest movement': load.slowestSeconds,
        'requests that had to be repeated': load.undecided.length,
      });
    },
  );
});
