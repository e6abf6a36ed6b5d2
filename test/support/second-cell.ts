// A cell beside that of a test's database, which is then the second one of the platform.
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { authenticator } from '../../src/api-keys/admission.ts';
import { cellAuthenticator } from '../../src/cells/authenticate.ts';
import { directoryIn } from '../../src/cells/directory.ts';
import { migrateDirectory } from '../../src/cells/migrate-directory.ts';
import type { Authenticate } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';

/** Set where services of tests have two cells, the test's database as the second. */
export const SECOND_CELL = 'TEST_SECOND_CELL';

export interface FirstCell {
  readonly database: Database;
  /** Of both cells. */
  readonly authenticate: Authenticate;
}

let shared: Promise<TestDatabase> | undefined;

/** The first cell of all programs that this process starts; it goes with the server. */
function sharedFirst(): Promise<TestDatabase> {
  shared ??= (async () => {
    const first = await createTestDatabase();
    await migrateDirectory(first.ownerUrl, new Map());
    return first;
  })();
  return shared;
}

/** The settings of a program whose one database is the second of two cells. */
export async function asSecondCell(env: Record<string, string>): Promise<Record<string, string>> {
  const { DATABASE_URL: second, READ_DATABASE_URL: standby, ...rest } = env;
  if (!process.env[SECOND_CELL] || !second) return env;
  const { ownerUrl, owner } = await sharedFirst();
  // Programs of several tests come with secrets keys of their own.
  await owner.query('delete from secrets_key');
  // What has no tables yet is put into the directory by the program that migrates it.
  if (await isMigrated(second)) await migrateDirectory(ownerUrl, new Map([['b', second]]));
  return {
    CELLS: `a=${ownerUrl} b=${second}`,
    DIRECTORY_URL: ownerUrl,
    ...(standby !== undefined && { READ_DATABASE_URL: `b=${standby}` }),
    ...rest,
  };
}

async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select to_regclass('organization') is not null as is`);
  await client.end();
  return rows[0].is;
}

/** Puts a key that is made while programs run into the second cell. */
export async function placeInSecondCell(hash: Buffer): Promise<void> {
  if (!process.env[SECOND_CELL]) return;
  const { database } = await sharedFirst();
  await directoryIn(database.pool).placeKeys([hash.toString('hex')], 'b');
}

/** The cell `a` of the services in this process; the test's database is `b`. */
export async function firstCellBeside(second: Database): Promise<FirstCell> {
  const { database } = await sharedFirst();
  const directory = directoryIn(database.pool);
  return {
    database,
    authenticate: cellAuthenticator(
      new Map([
        ['a', authenticator(database, 'a')],
        ['b', authenticator(second, 'b')],
      ]),
      // What a test makes by other means than `issueKey` is in no directory, and in the test's database.
      { cellOfKey: async (hash) => (await directory.cellOfKey(hash)) ?? 'b' },
    ),
  };
}
