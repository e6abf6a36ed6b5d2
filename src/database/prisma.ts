// Prisma's client, for plain reads and writes of an operator's command. The command that needs it loads it, which takes
// a second and 90 MB; nothing that serves does. It knows the tables that scripts/contract/client-schema.ts names.
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Database, type Queryable, TRANSACTION_SECONDS_MAX } from './database.ts';
import { withoutPrisma } from './failures.ts';
import { statement } from './statement.ts';

/**
 * Runs a command's work in one transaction of Prisma's, on a connection and with the role of the pool.
 *
 * @param work receives Prisma's calls, and `sql` for statements of the same transaction, whose rows have Prisma's types
 * @throws what the database failed with, as any other transaction does
 */
export async function withPrisma<Result>(
  database: Database,
  work: (prisma: Prisma.TransactionClient, sql: Queryable) => Promise<Result>,
): Promise<Result> {
  const [{ PrismaPg }, { PrismaClient }, [current]] = await Promise.all([
    import('@prisma/adapter-pg'),
    import('../../generated/prisma/client.ts'),
    database.query(CURRENT_SCHEMA, []),
  ]);
  const adapter = new PrismaPg(database.pool, current);
  const client = new PrismaClient({ adapter });
  try {
    return await client.$transaction(
      async (prisma) => {
        const sql: Queryable = {
          query: ({ text }, values) => prisma.$queryRawUnsafe(text, ...values),
        };
        const { lockSeconds, statementSeconds, idleSeconds } = database.limits;
        const limits = [lockSeconds, statementSeconds, idleSeconds].map((limit) => `${limit}s`);
        await sql.query(SET_LIMITS, limits);
        return work(prisma, sql);
      },
      { timeout: TRANSACTION_SECONDS_MAX * 1_000 },
    );
  } catch (error) {
    throw withoutPrisma(error);
  } finally {
    await client.$disconnect();
  }
}

/** Prisma writes a schema before each table. */
const CURRENT_SCHEMA = statement<{ schema: string }>(
  'current-schema',
  'select current_schema() as schema',
);

/** The adapter writes and reads times without their zone. */
const SET_LIMITS = statement<{ zone: string; lock: string; statement: string; idle: string }>(
  'set-limits-of-prisma',
  `select set_config('timezone', 'UTC', true) as zone, set_config('lock_timeout', $1::text, true) as lock,
    set_config('statement_timeout', $2::text, true) as statement,
    set_config('idle_in_transaction_session_timeout', $3::text, true) as idle`,
);
