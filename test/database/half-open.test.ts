// A connection that the network lost without a word, told apart from a server that is slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, failureKind } from '../../src/database/database.ts';
import { statement } from '../../src/database/statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/database-proxy.ts';
import { hold } from '../support/storm.ts';

/** Until an answer is overdue; none of these is. */
const ANSWER_SECONDS = 60;
/** Several looks. */
const SLOW_SECONDS = 5;
const SLOW = statement<{ slept: string }>(
  'slow',
  `select pg_sleep(${SLOW_SECONDS})::text as slept`,
);
const LOST = statement<{ lost: number }>('lost', 'select 1 as lost');

let db: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await DatabaseProxy.start(db.serviceUrl);
  database = new Database(proxy.url, { preparedStatements: true, answerSeconds: ANSWER_SECONDS });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await db.drop();
});

it('gives up a connection whose server has nothing to do, and none whose server works or waits', async () => {
  const held = await hold(db.owner, 'select pg_advisory_xact_lock(1)');
  const waits = statement<{ locked: string }>(
    'waits',
    'select pg_advisory_xact_lock(1)::text as locked',
  );
  const slow = database.query(SLOW, []);
  const waiting = database.transaction((tx) => tx.query(waits, []), { long: true });
  proxy.judge = ({ text }) => (text.includes('lost') ? 'swallow' : 'pass');
  const lost = [database.query(LOST, []), database.transaction((tx) => tx.query(LOST, []))].map(
    (answer) => answer.then(() => 'answered', failureKind),
  );
  expect(await Promise.all(lost)).toEqual(['lost', 'lost']);
  expect(await slow).toHaveLength(1);
  await held.release();
  expect(await waiting).toHaveLength(1);
  proxy.judge = () => 'pass';
  expect(await database.query(LOST, [])).toEqual([{ lost: 1 }]);
});
