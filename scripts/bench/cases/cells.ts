// One database against two cells, each in turn: what it costs to find the cell of a key, and that each cell makes
// batches of its own. The cells are databases of the one server, with the same cores and the same disk.

import { hashOfKey } from '../../../src/api-keys/key-format.ts';
import { directoryIn } from '../../../src/cells/directory.ts';
import { migrateDirectory } from '../../../src/cells/migrate-directory.ts';
import { Database } from '../../../src/database/database.ts';
import { SKUS_EACH } from '../fixture.ts';
import { fulfil, fulfilMany, type Load, readStock } from '../load/requests.ts';
import { type BenchCase, inTurn, loadContender, onCopy, type Stage } from '../stage.ts';

const ITEMS = 100;

export const cells: BenchCase = {
  name: 'cells',
  title: 'One database, and two cells with half of the organizations each',
  unit: 'requests or movements',
  run: (stage) =>
    onCopy(stage, 'one', (one) =>
      onCopy(stage, 'a', (a) =>
        onCopy(stage, 'b', async (b) => {
          const [urlA, urlB] = [a, b].map(({ database }) => stage.postgres.url(database));
          await makeDirectory(stage, urlA as string);
          const products = [
            ['one database', await one.start()],
            ['two cells', await a.start({ CELLS: `a=${urlA} b=${urlB}`, MIGRATE: 'off' })],
          ] as const;
          return inTurn(
            stage,
            loads(stage).flatMap(([name, load]) =>
              products.map(([which, product]) =>
                loadContender(stage, product, {
                  name: `${which}, ${name}`,
                  ...(which !== 'one database' && { against: `one database, ${name}` }),
                  load,
                }),
              ),
            ),
          );
        }),
      ),
    ),
};

/** Both cells are copies of one database, so every second key is put into each by hand. */
async function makeDirectory({ fixture }: Stage, url: string): Promise<void> {
  await migrateDirectory(url, new Map());
  const database = new Database(url, { preparedStatements: true });
  const directory = directoryIn(database);
  const hashes = fixture.keys.map((key) => hashOfKey(key).toString('hex'));
  for (const [index, cell] of ['a', 'b'].entries()) {
    const own = hashes.filter((_, place) => place % 2 === index);
    await directory.placeKeys(own, cell);
  }
  await database.close();
}

function loads({ fixture: { keys } }: Stage): [string, Load][] {
  const common = { keys, skus: SKUS_EACH };
  return [
    ['64 connections', { ...common, requests: [fulfil], connections: 64 }],
    ['1 connection', { ...common, requests: [fulfil], connections: 1 }],
    [`4 connections of ${ITEMS}`, { ...common, ...fulfilMany(ITEMS), connections: 4 }],
    ['stock reads at 16', { ...common, requests: [readStock], connections: 16 }],
  ];
}
