import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Database, type Transaction } from '../../src/database/database.ts';
import { failureKind } from '../../src/database/failures.ts';
import { DEADLINE_CHECK } from '../../src/database/transaction.ts';
import { useWorld } from '../support/world.ts';

const SECONDS = 4;
const STEP_MILLISECONDS = 1_800;
/** What a busy machine may need to hear of a timer. */
const LATE_MILLISECONDS = 900;

const world = useWorld(
  async ({ db }) => {
    const database = new Database(db.serviceUrl, {
      preparedStatements: true,
      transactionSeconds: SECONDS,
    });
    await db.owner.query(
      `insert into periodic_job (name, last_run_at) values ('a', now()), ('b', now()), ('c', now())`,
    );
    return { database };
  },
  { service: false },
);

afterAll(async () => {
  await world.database.close();
});

const lock = (tx: Transaction, name: string) =>
  tx.query({ name: 'lock-job', text: 'select from periodic_job where name = $1 for update' }, [
    name,
  ]);

it('ends a transaction in its time as a whole, though each of its waits is short enough', async () => {
  const holders = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const holder = await world.db.owner.connect();
      await holder.query('begin');
      await holder.query('select from periodic_job where name = $1 for update', [name]);
      return holder;
    }),
  );
  const began = performance.now();
  const waiting = world.database.transaction(async (tx) => {
    for (const name of ['a', 'b', 'c']) await lock(tx, name);
  });
  const ended = waiting.then(
    () => 'committed',
    (error) => failureKind(error),
  );
  for (const holder of holders.slice(0, 2)) {
    await pause(STEP_MILLISECONDS);
    await holder.query('rollback');
  }
  expect(await ended).toBe('lock_timeout');
  expect(performance.now() - began).toBeLessThan(SECONDS * 1_000 + LATE_MILLISECONDS);
  await holders[2]?.query('rollback');
  for (const holder of holders) holder.release();
});

it('commits nothing after its time, whatever the process did meanwhile', async () => {
  const late = world.database.transaction(async (tx) => {
    await tx.query(
      { name: 'note-job', text: `insert into periodic_job values ('late', now())` },
      [],
    );
    const until = performance.now() + SECONDS * 1_000 - 200;
    while (performance.now() < until);
    await pause(300);
  });
  await expect(late).rejects.toThrow(/too long|terminat/);
  const { rows } = await world.db.owner.query(`select from periodic_job where name = 'late'`);
  expect(rows).toEqual([]);
});

it('has the server refuse a commit by its own clock', async () => {
  const session = await world.db.owner.connect();
  try {
    await session.query('begin');
    await session.query('select pg_sleep(1.1)');
    await session.query(DEADLINE_CHECK.text, [2]);
    await expect(session.query(DEADLINE_CHECK.text, [1])).rejects.toThrow(/division by zero/);
  } finally {
    await session.query('rollback');
    session.release();
  }
});

it('sends nothing next to its statements while there is time', async () => {
  const sent: string[] = [];
  await world.database.transaction(async (tx) => {
    const { rows } = await world.db.owner.query('select 1');
    expect(rows).toHaveLength(1);
    await lock(tx, 'a');
    const [limits] = await tx.query<{ statement_timeout: string }>(
      { name: 'limits', text: `select current_setting('statement_timeout') as statement_timeout` },
      [],
    );
    sent.push(limits?.statement_timeout ?? '');
  });
  expect(sent).toEqual(['3s']);
});

it('runs nothing that is asked for after its end', async () => {
  for (const ends of ['commits', 'rolls back']) {
    let ended: Transaction | undefined;
    const over = world.database.transaction(async (tx) => {
      ended = tx;
      await lock(tx, 'a');
      if (ends === 'rolls back') throw new Error('refused');
    });
    await over.catch(() => undefined);
    await expect(lock(ended as Transaction, 'a')).rejects.toThrow('is over');
  }
});
