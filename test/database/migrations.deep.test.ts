// What a migration may do to a database that is in use, and how one that may not is found.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { migrate } from '../../src/database/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await db.drop();
});

function add(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

it('waits no longer for a lock than callers do, is rolled back, and runs at the next start', async () => {
  add('20991231000000_column', 'alter table lot add column fresh int');
  const busy = await db.owner.connect();
  await busy.query('begin; lock table lot in access share mode');
  const startedAt = performance.now();
  await expect(migrate(db.ownerUrl, folder)).rejects.toThrow(
    'A migration waited 4 s for a lock and was rolled back',
  );
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  await busy.query('rollback');
  busy.release();
  await migrate(db.ownerUrl, folder);
  expect((await db.owner.query('select fresh from lot')).rows).toEqual([]);
}, 60_000);

it('builds an index concurrently while rows are written and others wait to migrate, also after an interrupted build', async () => {
  add('20991231000000_index', 'create index concurrently lot_fresh on lot (status);\n');
  // As an interrupted build leaves it.
  await db.owner.query('create index lot_fresh on lot (status)');
  await db.owner.query(
    `update pg_index set indisvalid = false where indexrelid = 'lot_fresh'::regclass`,
  );
  const busy = await db.owner.connect();
  await busy.query('begin; lock table lot in row exclusive mode');
  const migrated = Promise.all([migrate(db.ownerUrl, folder), migrate(db.ownerUrl, folder)]);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await busy.query('rollback');
  busy.release();
  await migrated;
  await migrate(db.ownerUrl, folder);
  const { rows } = await db.owner.query(
    `select indisvalid as valid from pg_index where indexrelid = 'lot_fresh'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
}, 60_000);

it.each([
  ['create index concurrently lot_fresh on lot (status)', 'create index lot_fresh on lot (status)'],
  ['reindex index concurrently lot_number_look_alike', 'reindex index lot_number_look_alike'],
])('marks %s as applied where a process died behind it', async (script, done) => {
  add('20991231000000_index', `${script};\n`);
  await db.owner.query(done);
  await migrate(db.ownerUrl, folder);
  const { rows } = await db.owner.query(
    `select finished_at is not null as is_marked from _prisma_migrations where migration_name like '2099%'`,
  );
  expect(rows).toEqual([{ is_marked: true }]);
});

/** What a migration does that would lock a table in use for as long as its rows take to read. */
function flawsOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*$/gm, '');
  const made = new Set(
    [...bare.matchAll(/create\s+(?:unlogged\s+)?table\s+"?(\w+)/gi)].map(([, table]) => table),
  );
  const indexes = [
    ...bare.matchAll(
      /create\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?"?\w*"?\s*on\s+"?(\w+)/gi,
    ),
  ];
  const flaws = indexes.flatMap(([, concurrently, table]) =>
    made.has(table) || concurrently ? [] : [`an index on ${table} must be built concurrently`],
  );
  const statements = bare.split(';').filter((statement) => statement.trim() !== '');
  const isAlone = statements.length === 1;
  const reindexed = [...bare.matchAll(/\breindex\b(\s+index\s+concurrently)?/gi)];
  if (reindexed.some(([, concurrently]) => !concurrently)) {
    flaws.push('an index is built anew by reindex index concurrently');
  }
  return [...indexes, ...reindexed].some(([, concurrently]) => concurrently) && !isAlone
    ? [...flaws, 'an index that is built concurrently must be alone in its file']
    : flaws;
}

it.each(readdirSync(MIGRATIONS).filter((name) => !name.endsWith('.toml')))(
  'the migration %s builds no index that locks a table in use',
  (name) => {
    expect(flawsOf(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'))).toEqual([]);
  },
);

it.each([
  ['create index a on lot (status)', ['an index on lot must be built concurrently']],
  ['CREATE UNIQUE INDEX "a" ON "lot"("status")', ['an index on lot must be built concurrently']],
  ['create table x (id int); create index a on x (id)', []],
  ['-- why\ncreate index concurrently a on lot (status);', []],
  [
    'create index concurrently a on lot (status); drop index b',
    ['an index that is built concurrently must be alone in its file'],
  ],
  ['reindex index a', ['an index is built anew by reindex index concurrently']],
  ['reindex index concurrently a;', []],
  [
    'reindex index concurrently a; drop index b',
    ['an index that is built concurrently must be alone in its file'],
  ],
])('the rule finds what is wrong with %s', (sql, flaws) => {
  expect(flawsOf(sql)).toEqual(flaws);
});
