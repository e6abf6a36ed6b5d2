// A cell beside that of a test's database, which is then the second one of the platform.
import { authenticator } from '../../src/api-keys/admission.ts';
import { cellAuthenticator } from '../../src/cells/authenticate.ts';
import { directoryIn } from '../../src/cells/directory.ts';
import { migrateDirectory } from '../../src/cells/migrate-directory.ts';
import type { Authenticate } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';
import { createTestDatabase, ownerUrlOf } from './database.ts';

/** Set where services of tests have two cells, the test's database as the second. */
export const SECOND_CELL = 'TEST_SECOND_CELL';

export interface FirstCell {
  readonly database: Database;
  /** Of both cells. */
  readonly authenticate: Authenticate;
  drop(): Promise<void>;
}

/** Makes the cell `a`, which has the directory; the test's database is `b`. */
export async function firstCellBeside(second: Database): Promise<FirstCell> {
  const { database, ownerUrl, drop } = await createTestDatabase();
  const cells = new Map([['b', ownerUrlOf(second)]]);
  await migrateDirectory(ownerUrl, cells);
  const directory = directoryIn(database);
  return {
    database,
    drop,
    authenticate: cellAuthenticator(
      new Map([
        ['a', authenticator(database, 'a')],
        ['b', authenticator(second, 'b')],
      ]),
      {
        // Tests make keys in their database alone; what they have made since is filled in as `npm run migrate` does.
        cellOfKey: async (hash) => {
          const cell = await directory.cellOfKey(hash);
          if (cell !== undefined) return cell;
          await migrateDirectory(ownerUrl, cells);
          return directory.cellOfKey(hash);
        },
      },
    ),
  };
}
