// A connection that the network lost without a message, as opposed to a server that is slow.
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { Database } from '../../src/database/database.ts';
import { failureKind } from '../../src/database/failures.ts';
import type { Statement } from '../../src/database/statement.ts';
import { HalfOpenWatch } from '../../src/hosts/half-open.ts';
import { hold, until } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

/** Until an answer is overdue; none of these is. */
const ANSWER_SECONDS = 60;
/** Several looks. */
const SLOW_SECONDS = 5;
const SLOW: Statement<{ slept: string }> = {
  name: 'test-slow',
  text: `select pg_sleep(${SLOW_SECONDS})::text as slept`,
};
const LOST: Statement<{ lost: number }> = { name: 'test-lost', text: 'select 1 as lost' };
const WAITS: Statement<{ locked: string }> = {
  name: 'test-waits',
  text: 'select pg_advisory_xact_lock(1)::text as locked',
};

const world = useWorld(
  async ({ db }) => {
    const proxy = await DatabaseProxy.start(db.serviceUrl);
    const database = new Database(proxy.url, {
      preparedStatements: true,
      answerSeconds: ANSWER_SECONDS,
    });
    return { proxy, database };
  },
  { service: false },
);
afterAll(async () => {
  await world.database.close();
  await world.proxy.close();
});

it('gives up a connection whose server has nothing to do, and none whose server works or waits', async () => {
  const held = await hold(world.db.owner, 'select pg_advisory_xact_lock(1)');
  const slow = world.database.query(SLOW, []);
  const waiting = world.database.transaction((tx) => tx.query(WAITS, []), { long: true });
  world.proxy.judge = ({ text }) => (text.includes('lost') ? 'swallow' : 'pass');
  const lost = [
    world.database.query(LOST, []),
    world.database.transaction((tx) => tx.query(LOST, [])),
  ].map((answer) => answer.then(() => 'answered', failureKind));
  expect(await Promise.all(lost)).toEqual(['lost', 'lost']);
  expect(await slow).toHaveLength(1);
  await held.release();
  expect(await waiting).toHaveLength(1);
  world.proxy.judge = () => 'pass';
  expect(await world.database.query(LOST, [])).toEqual([{ lost: 1 }]);
});

// Made up: a network that is slow to the byte, and moments that no real one keeps to.
describe('a connection whose server says that it is idle', () => {
  const [PROCESS, SESSION] = [7, 9];
  const pool = new EventEmitter() as pg.Pool;
  let watch: HalfOpenWatch;
  let stream: {
    bytesRead: number;
    bytesWritten: number;
    writableLength: number;
    destroy: () => void;
  };
  let questions: number;
  /** Connections that are asked over, and those of them that are gone. */
  let opened: pg.ClientConfig[];
  let closed: number;
  /** What the server says of it. */
  let found: () => Promise<object[]>;
  /** As the session that asks is named on the server. */
  let own: number;
  let newSession: () => object;
  /** While the server is asked. */
  let meanwhile: () => void;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    questions = 0;
    opened = [];
    closed = 0;
    found = async () => [{ pid: PROCESS, own }];
    meanwhile = () => {};
    stream = { bytesRead: 0, bytesWritten: 0, writableLength: 0, destroy: vi.fn() };
    own = SESSION;
    newSession = () => ({
      processID: SESSION,
      connection: {
        stream: {
          destroy: () => {
            closed += 1;
          },
        },
      },
      on: () => {},
      connect: (onEnd: () => void) => onEnd(),
      query: async () => {
        questions += 1;
        meanwhile();
        return { rows: await found() };
      },
    });
    watch = new HalfOpenWatch(pool, (config) => {
      opened.push(config);
      return newSession() as pg.Client;
    });
  });
  afterEach(() => {
    watch.close();
    pool.removeAllListeners();
    vi.useRealTimers();
  });

  /** Lends it, and asks with so many bytes. */
  const ask = (bytes: number) => {
    const client = {
      _activeQuery: null as object | null,
      processID: PROCESS,
      connection: { stream },
    };
    pool.emit('acquire', client as unknown as pg.PoolClient);
    client._activeQuery = {};
    stream.bytesWritten += bytes;
    return client;
  };
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

  it('is kept while a long question may be on its way, though nothing of it is seen from here', async () => {
    const client = ask(1_000_000);
    await seconds(15);
    expect(questions).toBe(0);
    // What is asked next is short.
    client._activeQuery = {};
    stream.bytesRead += 10;
    stream.bytesWritten += 100;
    await seconds(5);
    expect(stream.destroy).toHaveBeenCalled();
  });

  it('is kept where a part of its answer comes while the server is asked', async () => {
    ask(100);
    meanwhile = () => {
      stream.bytesRead += 10;
    };
    await seconds(10);
    expect(questions).toBeGreaterThan(0);
    expect(stream.destroy).not.toHaveBeenCalled();
  });

  it('is kept where no one can be asked, and given up once somebody can', async () => {
    ask(100);
    const asked = newSession;
    newSession = () => {
      throw new Error('no certificate');
    };
    await seconds(5);
    expect(stream.destroy).not.toHaveBeenCalled();
    newSession = asked;
    await seconds(2);
    expect(stream.destroy).toHaveBeenCalled();
  });

  it('is kept while nothing is asked over it, as between two statements of a transaction', async () => {
    const client = ask(100);
    client._activeQuery = null;
    await seconds(10);
    expect([questions, closed]).toEqual([0, 0]);
    expect(stream.destroy).not.toHaveBeenCalled();
  });

  it('is kept while a part of what is asked waits here to be sent', async () => {
    stream.writableLength = 1;
    ask(100);
    await seconds(10);
    expect(questions).toBe(0);
    stream.writableLength = 0;
    await seconds(5);
    expect(stream.destroy).toHaveBeenCalled();
  });

  it('is looked at no more once it is given back, nor once all is closed', async () => {
    const client = ask(100);
    pool.emit('release', undefined as unknown as Error, client as unknown as pg.PoolClient);
    await seconds(10);
    ask(100);
    watch.close();
    await seconds(10);
    expect(questions).toBe(0);
  });

  it('is asked about again and again, each time over a connection that ends with the answer', async () => {
    found = async () => [];
    ask(100);
    await seconds(10);
    expect(questions).toBeGreaterThan(3);
    expect([opened.length, closed]).toEqual([questions, questions]);
    expect(stream.destroy).not.toHaveBeenCalled();
    found = async () => [{ pid: PROCESS, own }];
    await seconds(2);
    expect(stream.destroy).toHaveBeenCalled();
  });

  it('is asked about once at a time, and by one who does not wait for ever', async () => {
    found = () => new Promise(() => {});
    ask(100);
    await seconds(10);
    expect(questions).toBe(1);
    const ends = expect.any(Number);
    expect(opened).toMatchObject([{ connectionTimeoutMillis: ends, query_timeout: ends }]);
  });

  it('is kept behind a pooler, which is asked once and no more', async () => {
    own += 1;
    ask(100);
    await seconds(10);
    expect(questions).toBe(1);
    expect(stream.destroy).not.toHaveBeenCalled();
  });

  it('is given up where the server does not know it, or says that it has idled for a while', async () => {
    // Before the catalogue, in which the server's own clock and sessions are.
    await world.db.owner.query(`
      create schema made_up;
      grant usage on schema made_up to public;
      create function made_up.clock_timestamp() returns timestamptz stable language sql
        as $$select timestamptz '2026-03-01T00:00:10Z'$$;
      create table made_up.pg_stat_activity (pid int, state text, state_change timestamptz);
      grant select on made_up.pg_stat_activity to public`);
    await world.db.owner.query(`
      insert into made_up.pg_stat_activity values
        (1, 'idle', '2026-03-01T00:00:09Z'), (2, 'idle in transaction', '2026-03-01T00:00:09Z'),
        (3, 'idle', '2026-03-01T00:00:07Z'), (4, 'idle in transaction', '2026-03-01T00:00:07Z'),
        (5, 'active', '2026-03-01T00:00:00Z'), (6, null, null)`);
    const url = new URL(world.db.serviceUrl);
    url.searchParams.set('options', '-c search_path=made_up,pg_catalog');
    newSession = () => new pg.Client({ connectionString: url.toString() });
    const broken: number[] = [];
    for (const processID of [1, 2, 3, 4, 5, 6, 7]) {
      const client = {
        _activeQuery: null as object | null,
        processID,
        connection: {
          stream: { ...stream, destroy: () => broken.push(processID) },
        },
      };
      pool.emit('acquire', client as unknown as pg.PoolClient);
      client._activeQuery = {};
    }
    await seconds(4);
    // All are judged together.
    await until('it was answered', () => broken.length > 0);
    expect(broken).toEqual([3, 4, 7]);
  });
});
