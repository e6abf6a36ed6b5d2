// Prisma's calls and our own statements in one transaction of a command.
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { Database, type Queryable } from '../../src/database/database.ts';
import { failureKind } from '../../src/database/failures.ts';
import { withPrisma } from '../../src/database/prisma.ts';
import type { Statement } from '../../src/database/statement.ts';
import { hold } from '../support/concurrency.ts';
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

it('waits for a lock no longer than any other transaction', async () => {
  await withPrisma(world.db.database, (prisma) => prisma.organization.create({ data: data('a') }));
  const held = await hold(world.db.owner, 'select from organization for update', []);
  const update = withPrisma(world.db.database, (prisma) =>
    prisma.organization.update({ where: { slug: 'a' }, data: { status: 'suspended' } }),
  );
  await expect(update).rejects.toSatisfy((failure) => failureKind(failure) === 'lock_timeout');
  await held.commit();
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
