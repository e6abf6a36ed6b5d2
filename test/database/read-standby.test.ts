// What needs no standby; the rest is in test/faults/long/standby-reads.faults.ts.
import { afterEach, expect, it } from 'vitest';
import { Database, type Queryable } from '../../src/database/database.ts';
import { ReadStandby } from '../../src/database/read-standby.ts';
import { errors } from '../../src/errors.ts';
import { until } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async () => ({}), { service: false });

const made: ReadStandby[] = [];
afterEach(async () => {
  for (const standby of made.splice(0)) await standby.close();
});

function make(primary: Queryable = world.db.database) {
  const database = new Database(world.db.serviceUrl, { preparedStatements: true });
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  const standby = new ReadStandby(database, { primary, host: 'one.example', warn });
  made.push(standby);
  return { standby, lines };
}

it('is not fresh before it was compared', () => {
  expect(make().standby.isFresh()).toBe(false);
});

it('says once why it is not asked: a primary is no standby', async () => {
  let probes = 0;
  const { standby, lines } = make({
    query: (statement, values) => {
      probes += 1;
      return world.db.database.query(statement, values);
    },
  });
  standby.watch();
  await until('it was compared twice', () => probes > 2);
  expect(standby.isFresh()).toBe(false);
  expect(lines).toEqual([
    expect.stringContaining('set synchronous_commit to remote_apply'),
    'reads are answered from the primary and not from the standby at one.example: it is no standby',
  ]);
});

it('gives a read up that takes longer than a second', async () => {
  const { standby } = make();
  const startedAt = performance.now();
  await expect(standby.run(() => new Promise(() => {}))).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});

it('passes on what a read answers, and what it throws', async () => {
  const { standby } = make();
  expect(await standby.run(async () => 'answer')).toBe('answer');
  const refusal = errors.notFound();
  await expect(
    standby.run(async () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
});
