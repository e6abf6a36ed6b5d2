import { withSession } from './session.ts';

/**
 * Whether the server has room for so many connections. Behind a pooler it is the pooler that gives them, so
 * too little room is told and does not stop the start.
 *
 * @param url of the service's own role, whose limit counts
 * @returns one line for whoever starts the service, or undefined where there is room
 */
export async function connectionShortfall(
  url: string,
  connections: number,
): Promise<string | undefined> {
  const room: Room = await withSession(
    url,
    async (client) => (await client.query(READ_ROOM)).rows[0],
  );
  const limits = [
    [`max_connections ${room.max_connections}, reserved ${room.reserved}`, room.of_server],
    [`limit of the role ${room.role_limit}`, room.of_role],
    [`limit of the database ${room.database_limit}`, room.of_database],
  ] as const;
  const [limit, free] = limits.reduce((one, other) => (other[1] < one[1] ? other : one));
  if (connections <= free) return undefined;
  return (
    `DATABASE_CONNECTIONS is ${connections}, and the database has room for ${Math.max(0, free)} (${limit}). ` +
    'What it cannot give it refuses with SQLSTATE 53300, and we answer 503: set DATABASE_CONNECTIONS lower, ' +
    'or raise the limit.'
  );
}

interface Room {
  max_connections: number;
  reserved: number;
  role_limit: number;
  database_limit: number;
  /** What is left of each; without a limit as much as an int holds. */
  of_server: number;
  of_role: number;
  of_database: number;
}

/**
 * reserved_connections came with PostgreSQL 16. This session is counted and gone before the service's come.
 */
const READ_ROOM = `
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
