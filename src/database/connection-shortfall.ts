import { withShortSession } from './session.ts';

/**
 * Checks whether the server has so many connections left. Behind a pooler it is the pooler that gives them, so a
 * shortfall is logged and does not stop the start.
 *
 * @param url of the service's own role, whose limit counts
 * @returns one line for whoever starts the service, or undefined where there are enough
 */
export async function connectionShortfall(
  url: string,
  connections: number,
): Promise<string | undefined> {
  const capacity: Capacity = await withShortSession(
    url,
    async (client) => (await client.query(READ_CAPACITY)).rows[0],
  );
  const limits = [
    [
      `max_connections ${capacity.max_connections}, reserved ${capacity.reserved}`,
      capacity.of_server,
    ],
    [`limit of the role ${capacity.role_limit}`, capacity.of_role],
    [`limit of the database ${capacity.database_limit}`, capacity.of_database],
  ] as const;
  const [limit, free] = limits.reduce((one, other) => (other[1] < one[1] ? other : one));
  if (connections <= free) return undefined;
  return (
    `DATABASE_CONNECTIONS is ${connections}, and the database has room for ${Math.max(0, free)} (${limit}). ` +
    'What it cannot give it refuses with SQLSTATE 53300, and we answer 503: set DATABASE_CONNECTIONS lower, ' +
    'or raise the limit.'
  );
}

interface Capacity {
  max_connections: number;
  reserved: number;
  role_limit: number;
  database_limit: number;
  /** These three are the connections left; without a limit the largest int. */
  of_server: number;
  of_role: number;
  of_database: number;
}

/** reserved_connections came with PostgreSQL 16. The 1 is this session, which ends before the service connects. */
const READ_CAPACITY = `
  with setting as (
    select current_setting('max_connections')::int as max_connections,
           current_setting('superuser_reserved_connections')::int
             + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
           (select rolconnlimit from pg_roles where rolname = current_user) as role_limit,
           (select datconnlimit from pg_database where datname = current_database()) as database_limit,
           2147483647 as unlimited
  )
  select *,
         max_connections - reserved + 1 - (select sum(numbackends)::int from pg_stat_database) as of_server,
         case when role_limit < 0 then unlimited else role_limit + 1 - (
           select count(*)::int from pg_stat_activity where usename = current_user) end as of_role,
         case when database_limit < 0 then unlimited else database_limit + 1 - (
           select numbackends from pg_stat_database where datname = current_database()) end as of_database
    from setting`;
