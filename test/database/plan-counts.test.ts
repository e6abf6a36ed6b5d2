// How often PostgreSQL plans what is done often. Planning a scan costs more than running it, so each statement is
// planned once for each connection, and that plan serves every value. The server itself counts.
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../kit/database.ts';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { beginTables, growTables } from '../support/grown-tables.ts';
import { useWorld } from '../support/world.ts';
import { countUses, FOR_WORK, stageOf, TYPICAL_WORKLOAD } from './typical-workload.ts';

const ROWS = 2_000;
/** PostgreSQL plans for the values of a call five times before it weighs a plan for any. */
const ROUNDS = 7;

let service: Awaited<ReturnType<typeof openDatabase>>;

useWorld(
  async ({ db }) => {
    await beginTables(db.owner);
    await growTables(db.owner, { from: 0, to: ROWS });
    await db.owner.query(FOR_WORK);
    await db.owner.query('analyze');
    // Each session knows its own statements alone.
    service = await openDatabase(db.ownerUrl, { connections: 1 });
  },
  { service: false, timeout: 60_000 },
);

afterAll(async () => {
  await service.close();
});

interface Counted {
  readonly name: string;
  /** Calls that were planned for their values. */
  readonly custom: number;
  /** Calls that used the plan for any value. */
  readonly generic: number;
}

const COUNTS: Statement<Counted> = {
  name: '',
  text: `select name, custom_plans as custom, generic_plans as generic from pg_prepared_statements order by name`,
};

it('plans no statement of what is done often again for each call', async () => {
  const stage = stageOf(service.database, countUses());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const work of Object.values(TYPICAL_WORKLOAD)) await work(stage);
  }
  const countsOf = (database: Database) => database.query(COUNTS, []);
  const counts = [...(await countsOf(service.database)), ...(await countsOf(service.reads))];
  const planned = counts.filter(({ custom }) => custom > 0);
  expect(planned.map(({ name, custom }) => `${name} ${custom} times`)).toEqual([]);
  // That the sessions were the ones that worked.
  const used = new Set(counts.filter(({ generic }) => generic >= ROUNDS).map(({ name }) => name));
  for (const name of [
    'find-code',
    'find-code-batch',
    'preview',
    'read-simple-facts',
    'update-lots',
    'insert-movements',
  ]) {
    expect(used).toContain(name);
  }
});
