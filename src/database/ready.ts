import { readdirSync } from 'node:fs';
import type { Queryable } from './database.ts';
import { INSUFFICIENT_PRIVILEGE } from './session.ts';
import { statement } from './statement.ts';

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);
const UNDEFINED_TABLE = '42P01';

/**
 * Checks with the service's own role whether all migrations of this program are applied.
 *
 * @returns a function that rejects where the database does not answer
 */
export function readinessOf(database: Queryable): () => Promise<'ok' | 'migrations pending'> {
  const migrations = readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return async () => {
    try {
      const [found] = await database.query(ASK_READY, [migrations]);
      return found?.pending === 0 ? 'ok' : 'migrations pending';
    } catch (error) {
      const { code } = error as { code?: unknown };
      // The right to read the table comes with the migrations.
      if (code === INSUFFICIENT_PRIVILEGE || code === UNDEFINED_TABLE) return 'migrations pending';
      throw error;
    }
  };
}

const ASK_READY = statement<{ pending: number }>(
  'ready',
  `select count(*)::int as pending
     from unnest($1::text[]) as wanted (name)
    where not exists (
            select from _prisma_migrations
             where migration_name = wanted.name and finished_at is not null)`,
);
