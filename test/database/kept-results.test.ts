import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { it } from 'vitest';
import type { Statement } from '../../src/database/statement.ts';
import { until } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ROWS: Statement<{ n: number }> = {
  name: 'test-rows',
  text: 'select n from generate_series(1, 10) n',
};

const world = useWorld(undefined, { service: false });

it('a transaction keeps no rows that it has handed out, however many statements it runs', async () => {
  await world.db.database.transaction(async (tx) => {
    const handedOut: WeakRef<object>[] = [];
    for (let page = 0; page < 20; page += 1) handedOut.push(new WeakRef(await tx.query(ROWS, [])));
    await until('the rows are gone', () => {
      collectGarbage();
      // The connection holds the last ones.
      return handedOut.filter((rows) => rows.deref() !== undefined).length <= 2;
    });
  });
});
