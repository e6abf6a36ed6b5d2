// Prisma's calls and our own statements in one transaction of ours.
import { setTimeout } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database, type Transaction } from '../../src/database/database.ts';
import { failureKind, isTransient } from '../../src/database/failures.ts';
import type { PrismaCalls } from '../../src/database/prisma-bridge.ts';
import type { Statement } from '../../src/database/statement.ts';
import { useWorld } from '../support/world.ts';

const SLUGS: Statement<{ slug: string }> = {
  name: 'test-slugs',
  text: 'select slug from organization order by slug',
};
const INSERT: Statement<never> = {
  name: 'test-insert-organization',
  text: `insert into organization (id, slug, name, kind) values ($1::uuid, $2, $2, 'pharmacy')`,
};
const ZONE: Statement<{ TimeZone: string }> = { name: 'test-zone', text: 'show timezone' };
const BACKEND: Statement<{ pid: number }> = {
  name: 'test-backend',
  text: 'select pg_backend_pid() as pid',
};

const world = useWorld(undefined, { service: false });
beforeEach(async () => {
  await world.db.owner.query('delete from location; delete from organization');
});

const withPrisma = ({ prisma }: Pick<Transaction, 'prisma'>, slug: string) =>
  prisma.organization.create({ data: { id: uuidv7(), slug, name: slug, kind: 'pharmacy' } });
const withSql = (tx: Transaction, slug: string) => tx.query(INSERT, [uuidv7(), slug]);
const slugs = async () => (await world.db.database.query(SLUGS, [])).map(({ slug }) => slug);

async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await world.db.owner.query(
      `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if (rows.length > 0) return;
    await setTimeout(10);
  }
}

async function caught(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

describe('a transaction with calls of Prisma', () => {
  it('commits them together with our own statements, each seeing the other', async () => {
    await world.db.database.transaction(async (tx) => {
      await withPrisma(tx, 'a');
      await withSql(tx, 'b');
      expect(await tx.query(SLUGS, [])).toHaveLength(2);
      expect(await tx.prisma.organization.count()).toBe(2);
      expect(await slugs()).toEqual([]);
    });
    expect(await slugs()).toEqual(['a', 'b']);
  });

  it('keeps nothing of either where something fails between the two', async () => {
    const failure = new Error('between');
    const prismaFirst = world.db.database.transaction(async (tx) => {
      await withPrisma(tx, 'a');
      if (failure) throw failure;
      await withSql(tx, 'b');
    });
    expect(await caught(prismaFirst)).toBe(failure);
    const sqlFirst = world.db.database.transaction(async (tx) => {
      await withSql(tx, 'a');
      await withPrisma(tx, 'b');
      await tx.query({ name: 'test-fail', text: 'select 1 / 0' }, []);
    });
    expect(await caught(sqlFirst)).toMatchObject({ code: '22012' });
    expect(await slugs()).toEqual([]);
  });

  it('keeps nothing where a statement failed and its failure was swallowed', async () => {
    for (const fail of [withPrisma, withSql]) {
      const swallowed = world.db.database.transaction(async (tx) => {
        await withPrisma(tx, 'a');
        await fail(tx, 'a').catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('nothing is committed');
    }
    expect(await slugs()).toEqual([]);
  });

  it('takes back a nested write that fails half-way, and that alone', async () => {
    const nested = (slug: string, ids: readonly string[]) => ({
      data: {
        id: uuidv7(),
        slug,
        name: slug,
        kind: 'pharmacy',
        locations: { create: ids.map((id) => ({ id, name: id })) },
      },
      include: { locations: true, products: true, api_keys: true },
    });
    await world.db.database.transaction(async (tx) => {
      const id = uuidv7();
      await withSql(tx, 'a');
      const failed = await caught(tx.prisma.organization.create(nested('b', [id, id])));
      expect(failed).toMatchObject({ code: 'P2002' });
      expect(isTransient(failed)).toBe(false);
      const made = await tx.prisma.organization.create(nested('c', [id, uuidv7()]));
      expect(made.locations).toHaveLength(2);
    });
    expect(await slugs()).toEqual(['a', 'c']);
  });

  it('waits for a lock no longer than any statement of the transaction', async () => {
    await world.db.database.transaction((tx) => withPrisma(tx, 'a'));
    const holder = await world.db.owner.connect();
    try {
      await holder.query('begin; select from organization for update');
      const started = performance.now();
      const failure = await caught(
        world.db.database.transaction(
          ({ prisma }) =>
            prisma.organization.update({ where: { slug: 'a' }, data: { status: 'suspended' } }),
          { lockSeconds: 1 },
        ),
      );
      expect(performance.now() - started).toBeLessThan(3_000);
      expect(failureKind(failure)).toBe('lock_timeout');
      expect(isTransient(failure)).toBe(true);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('gives up a connection whose backend is gone, and the next one works', async () => {
    const pids: unknown[] = [];
    const failure = await caught(
      world.db.database.transaction(async (tx) => {
        const [row] = await tx.query(BACKEND, []);
        pids.push(row?.pid);
        await withPrisma(tx, 'a');
        await world.db.owner.query('select pg_terminate_backend($1, 5000)', [row?.pid]);
        await withPrisma(tx, 'b');
      }),
    );
    expect(failureKind(failure)).toBe('lost');
    await world.db.database.transaction(async (tx) => {
      const [row] = await tx.query(BACKEND, []);
      expect(pids).not.toContain(row?.pid);
      await withPrisma(tx, 'c');
    });
    expect(await slugs()).toEqual(['c']);
    expect(world.db.database.pool.waitingCount).toBe(0);
    expect(world.db.database.pool.idleCount).toBe(world.db.database.pool.totalCount);
  });

  it('gives up a connection that falls silent', async () => {
    const impatient = new Database(world.db.serviceUrl, {
      preparedStatements: true,
      answerSeconds: 0.3,
    });
    try {
      const failure = await caught(
        impatient.transaction(({ prisma }) => prisma.$queryRaw`select pg_sleep(2)::text`.then()),
      );
      expect(failureKind(failure)).toBe('lost');
      expect(impatient.pool.totalCount).toBe(0);
    } finally {
      await impatient.close();
    }
  });

  it('lends nothing beyond its end', async () => {
    let kept: PrismaCalls | undefined;
    let late: Promise<unknown> | undefined;
    await world.db.database.transaction(async (tx) => {
      kept = tx.prisma;
      await withSql(tx, 'a');
      late = caught(withPrisma(tx, 'late'));
    });
    await world.db.database.transaction(async (tx) => {
      expect(await tx.prisma.organization.count()).toBe(1);
      expect(await late).toMatchObject({ message: expect.stringContaining('is over') });
      const stale = await caught(kept?.organization.count() ?? Promise.resolve());
      expect(stale).toMatchObject({ message: expect.stringContaining('is over') });
    });
    expect(await slugs()).toEqual(['a']);
  });

  it('sends nothing more of calls that were under way at its end', async () => {
    const unawaited: Promise<unknown>[] = [];
    await world.db.database.transaction(async (tx) => {
      await withPrisma(tx, 'a');
      unawaited.push(tx.prisma.$queryRaw`select pg_sleep(0.2)::text`.then());
      unawaited.push(caught(withPrisma(tx, 'late')));
      await setTimeout(50);
    });
    // Its client is still in a call, so another transaction has another.
    await world.db.database.transaction((tx) => withPrisma(tx, 'b'));
    const [, late] = await Promise.all(unawaited);
    expect(late).toMatchObject({ message: expect.stringContaining('is over') });
    expect(await slugs()).toEqual(['a', 'b']);
  });

  it('commits nothing where a nested write that nobody awaited is half-way', async () => {
    const other = await world.db.owner.connect();
    try {
      await other.query('begin');
      await other.query(INSERT.text, [uuidv7(), 'parent']);
      let late: Promise<unknown> | undefined;
      const ended = world.db.database
        .transaction(async (tx) => {
          await withSql(tx, 'ours');
          const locations = { create: [{ id: uuidv7(), name: 'child' }] };
          const parent = { id: uuidv7(), slug: 'parent', name: 'parent', kind: 'pharmacy' };
          late = tx.prisma.organization.create({ data: { ...parent, locations } }).catch(() => {});
          await someoneWaits();
        })
        .catch((error: Error) => error);
      await someoneWaits();
      // The commit would stand in line behind the parent, which waits for its slug.
      await setTimeout(100);
      await other.query('rollback');
      expect(await ended).toMatchObject({ message: expect.stringContaining('half-way') });
      await late;
      expect(await slugs()).toEqual([]);
    } finally {
      other.release();
    }
  });

  it('runs beside others, each in its own', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        world.db.database.transaction(async (tx) => {
          await withPrisma(tx, `p-${index}`);
          await withSql(tx, `s-${index}`);
          if (index % 3 === 0) throw new Error('not this one');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const kept = await slugs();
    expect(kept).toHaveLength(40);
    for (const slug of kept) expect(Number(slug.slice(2)) % 3).not.toBe(0);
  });

  it('has the right times where the server prefers another zone', async () => {
    const name = new URL(world.db.ownerUrl).pathname.slice(1);
    await world.db.owner.query(`alter database ${name} set timezone = 'America/New_York'`);
    const at = new Date('2027-01-31T12:00:00.123Z');
    // Sessions that begin before this keep the old zone.
    const fresh = new Database(world.db.serviceUrl, { preparedStatements: true });
    try {
      const id = uuidv7();
      const read = await fresh.transaction(async ({ prisma }) => {
        await prisma.organization.create({
          data: { id, slug: 'a', name: 'a', kind: 'pharmacy', created_at: at },
        });
        return prisma.organization.findUnique({ where: { id } });
      });
      expect(read?.created_at).toEqual(at);
      const { rows } = await world.db.owner.query('select created_at from organization');
      expect(rows).toEqual([{ created_at: at }]);
      const [zone] = await fresh.query(ZONE, []);
      expect(zone?.TimeZone).toBe('America/New_York');
    } finally {
      await fresh.close();
      await world.db.owner.query(`alter database ${name} reset timezone`);
    }
  });
});

it('the driver is asked for one thing at a time, which it will insist on', async () => {
  const warned: string[] = [];
  const note = (warning: Error) => warned.push(warning.message);
  process.on('warning', note);
  try {
    await world.db.database.transaction(async (tx) => {
      await withPrisma(tx, 'a');
      await tx.prisma.organization.findMany({
        include: { api_keys: true, locations: true, products: true, skus: true },
      });
    });
    await new Promise(setImmediate);
    expect(warned).toEqual([]);
  } finally {
    process.off('warning', note);
  }
});
