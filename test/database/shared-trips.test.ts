// Short statements of one turn share a connection. Each is a transaction of its own.
import { afterAll, expect, it } from 'vitest';
import { Database, failureKind } from '../../src/database/database.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(
  async ({ db }) => ({ database: new Database(db.serviceUrl, { preparedStatements: true }) }),
  { service: false },
);

afterAll(async () => {
  await world.database.close();
});

const WHERE = { name: 'where', text: 'select pg_backend_pid() as pid, $1::int as number' };
const DIVIDED = { name: 'divided', text: 'select 1 / $1::int as number', isShort: true };

const ask = (isShort: boolean) =>
  Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      world.database.query<{ pid: number; number: number }>({ ...WHERE, isShort }, [number]),
    ),
  );

it('asks for up to four over one connection, and each gets its own rows', async () => {
  const rows = (await ask(true)).flat();
  expect(rows.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const shared = Map.groupBy(rows, ({ pid }) => pid);
  expect([...shared.values()].map((of) => of.length)).toEqual([4, 4]);
  const alone = (await ask(false)).flat();
  expect(new Set(alone.map(({ pid }) => pid)).size).toBe(8);
});

it('fails one alone, and leaves the connection to the next', async () => {
  const ends = await Promise.allSettled(
    [1, 0, 1].map((number) => world.database.query(DIVIDED, [number])),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(world.database.pool.idleCount).toBe(world.database.pool.totalCount);
  expect(await world.database.query(DIVIDED, [1])).toEqual([{ number: 1 }]);
});

it('fails all of a connection that breaks, and gives it up', async () => {
  const end = {
    name: 'end',
    text: 'select pg_terminate_backend(pg_backend_pid()), $1::int',
    isShort: true,
  };
  const ends = await Promise.allSettled(
    [end, DIVIDED].map((one) => world.database.query(one, [1])),
  );
  expect(ends.map((one) => one.status === 'rejected' && failureKind(one.reason))).toEqual([
    'lost',
    'lost',
  ]);
  expect(await world.database.query(DIVIDED, [1])).toEqual([{ number: 1 }]);
});
