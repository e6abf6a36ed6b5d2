// Prisma's calls and our own statements in one transaction of a command.
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { Database, type Queryable } from '../../src/database/database.ts';
import { failureKind } from '../../src/database/failures.ts';
import { withPrisma } from '../../src/database/prisma.ts';
import type { Statement } from '../../src/database/statement.ts';
import { hold } from '../support/concurrency.ts';
import { runProgram } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const INSERT: Statement<never> = {
  name: 'test-insert-organization',
  text: `insert into organization (id, slug, name, kind) values ($1::uuid, $2, $2, 'pharmacy')`,
};
const SLUGS: Statement<{ slug: string }> = {
  name: 'test-slugs',
  text: 'select slug from organization order by slug',
};
const ZONE: Statement<{ TimeZone: string }> = { name: 'test-zone', text: 'show timezone' };

const LIMITS: Statement<Record<string, string>> = {
  name: 'test-limits',
  text: `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`,
};
const LOCKED = 'canceling statement due to lock timeout';

const world = useWorld(undefined, { service: false });
beforeEach(async () => {
  await world.db.owner.query('delete from organization');
});

const data = (slug: string) => ({ id: uuidv7(), slug, name: slug, kind: 'pharmacy' });
const insert = (sql: Queryable, slug: string) => sql.query(INSERT, [uuidv7(), slug]);
const slugs = async () => (await world.db.database.query(SLUGS, [])).map(({ slug }) => slug);

it('commits both together, each seeing the other', async () => {
  await withPrisma(world.db.database, async (prisma, sql) => {
    await prisma.organization.create({ data: data('a') });
    await insert(sql, 'b');
    expect(await sql.query(SLUGS, [])).toEqual([{ slug: 'a' }, { slug: 'b' }]);
    expect(await prisma.organization.count()).toBe(2);
    expect(await slugs()).toEqual([]);
  });
  expect(await slugs()).toEqual(['a', 'b']);
});

it('keeps nothing of either where a later one fails, and gives its connection back', async () => {
  const { database } = world.db;
  const twice = withPrisma(database, async (prisma, sql) => {
    await prisma.organization.create({ data: data('a') });
    await insert(sql, 'a');
  });
  await expect(twice).rejects.toSatisfy((failure) => failureKind(failure) === 'conflict');
  expect(await slugs()).toEqual([]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

it('has the limits of any other transaction', async () => {
  const { database } = world.db;
  const limits = await withPrisma(database, (_prisma, sql) => sql.query(LIMITS, []));
  expect(limits).toEqual(await database.transaction((tx) => tx.query(LIMITS, [])));
});

it('waits for a lock no longer than any other transaction, and says so in no words of Prisma', async () => {
  // A second one that waits for the same row would wait for the first, and then again.
  for (const slug of ['a', 'b']) await insert(world.db.database, slug);
  const held = await hold(world.db.owner, 'select from organization for update', []);
  const update = withPrisma(world.db.database, (prisma) =>
    prisma.organization.update({ where: { slug: 'a' }, data: { status: 'suspended' } }),
  );
  const words = ['organization', 'set-status', '--organization', 'b', '--status', 'suspended'];
  const [failure, command] = await Promise.all([
    update.catch((error) => error),
    runProgram(['operator', ...words], { DATABASE_URL: world.db.ownerUrl }),
  ]);
  await held.commit();
  expect(failureKind(failure)).toBe('lock_timeout');
  expect(failure.message).toBe(LOCKED);
  expect(command).toEqual({
    code: 1,
    stdout: '',
    stderr: `The database could not do this now; try again later: ${LOCKED}\n`,
  });
});

it('has the right times where the server prefers another zone', async () => {
  const { owner, ownerUrl, serviceUrl } = world.db;
  const name = new URL(ownerUrl).pathname.slice(1);
  await owner.query(`alter database ${name} set timezone = 'America/New_York'`);
  // Sessions that begin before this keep the old zone.
  const fresh = new Database(serviceUrl, { preparedStatements: true });
  const created_at = new Date('2027-01-31T12:00:00.123Z');
  try {
    const made = await withPrisma(fresh, (prisma) =>
      prisma.organization.create({ data: { ...data('a'), created_at } }),
    );
    expect(made.created_at).toEqual(created_at);
    const { rows } = await owner.query('select created_at from organization');
    expect(rows).toEqual([{ created_at }]);
    expect(await fresh.query(ZONE, [])).toEqual([{ TimeZone: 'America/New_York' }]);
  } finally {
    await fresh.close();
    await owner.query(`alter database ${name} reset timezone`);
  }
});
