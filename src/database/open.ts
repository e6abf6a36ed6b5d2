import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { joinEmbeddedServer } from '../embedded/embedded-server.ts';
import { Primary } from '../hosts/primary.ts';
import { hostName, urlsOfHosts } from '../lib/hosts.ts';
import type { PoolName } from '../telemetry/metrics.ts';
import {
  Database,
  type FindRole,
  type LoginRole,
  type Queryable,
  READ_SECONDS_MAX,
} from './database.ts';
import { migrate, readerUrl, serviceUrl } from './migrate.ts';
import { ReadStandby } from './read-standby.ts';
import { INSUFFICIENT_PRIVILEGE, MigrationError, withShortSession } from './session.ts';
import { statement } from './statement.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** The reader's role, for operations that count as reads: many slow ones keep no movement waiting. */
  readonly reads: Database;
  /** Where the settings name one; it is asked nothing before it is watched. */
  readonly standby: ReadStandby | undefined;
  /** One connection for readiness checks, however busy the others are. */
  readonly health: Database;
  /** How many reads can run at once. */
  readonly readsAtOnce: number;
  /** Closes the connections and leaves the server as it is. */
  disconnect(): Promise<void>;
  /** Closes the connections; the embedded server stops when no one else uses it. */
  close(): Promise<void>;
}

export interface DatabaseServer {
  /** The url of the service's own role, which is not the owner. */
  readonly serviceUrl: string;
  /** The url of a role that may only select. */
  readonly readerUrl: string;
  /** The url of the owner of the tables. */
  readonly ownerUrl: string;
  /** The keys that secrets are sealed with; the first encrypts. */
  readonly secretsKeys: readonly Buffer[];
  /** Set where the server did not answer: finds the roles of both urls, which then name the owner. */
  readonly findRoles?: { readonly service: FindRole; readonly reader: FindRole };
  leave(): Promise<void>;
}

/** The server that the settings name, or the embedded one, with the schema brought up to date. */
export async function reachServer(
  config: Config,
  log: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.databaseDirectUrl ?? config.databaseUrl;
    if (config.migrate) log(await migrate(ownerUrl));
    return {
      ownerUrl,
      serviceUrl: await migratedUrl(config.databaseUrl, config),
      readerUrl: await readerUrl(config.databaseUrl),
      // The settings require it where they name a database.
      secretsKeys: config.secretsKeys ?? [],
      leave: async () => {},
    };
  }
  const server = await joinEmbeddedServer({ dataDir: config.dataDir, log });
  try {
    if (config.migrate) log(await migrate(server.ownerUrl));
    return {
      ownerUrl: server.ownerUrl,
      serviceUrl: await serviceUrl(server.ownerUrl),
      readerUrl: await readerUrl(server.ownerUrl),
      secretsKeys: config.secretsKeys ?? [await keptSecretsKey(config.dataDir)],
      leave: () => server.leave(),
    };
  } catch (error) {
    await server.leave();
    throw error;
  }
}

/** After a failure, the roles are asked for again at the earliest after this time. */
const FIND_AGAIN_MILLISECONDS = 1_000;

/**
 * A server of settings that name a database and do not migrate it. It is asked for nothing until somebody connects, and
 * then, until it answers, again and again.
 */
export function serverToReach(config: Config & { databaseUrl: string }): DatabaseServer {
  const { databaseUrl: url, secretsKeys = [] } = config;
  return {
    ownerUrl: url,
    serviceUrl: url,
    readerUrl: url,
    secretsKeys,
    findRoles: {
      service: roleFinder(() => migratedUrl(url, config)),
      reader: roleFinder(() => readerUrl(url)),
    },
    leave: async () => {},
  };
}

/**
 * Finds the url that the service connects with. A cell must have the tables of this version, as all the others have.
 *
 * @throws MigrationError
 */
async function migratedUrl(url: string, { cell }: Config): Promise<string> {
  const found = await serviceUrl(url);
  if (cell === undefined) return found;
  const state = await withShortSession(found, (client) =>
    readinessOf({
      query: async ({ text }, values) => (await client.query(text, values)).rows,
    })(),
  );
  if (state === 'ok') return found;
  throw new MigrationError(
    'The database lacks migrations of this version: run `npm run migrate` before this start.',
  );
}

/** @param findUrl finds the url of the role, or throws DatabaseError or MigrationError */
export function roleFinder(findUrl: () => Promise<string>): FindRole {
  let finding: Promise<LoginRole> | undefined;
  const find = async (): Promise<LoginRole> => {
    try {
      return roleIn(await findUrl());
    } catch (cause) {
      setTimeout(() => {
        finding = undefined;
      }, FIND_AGAIN_MILLISECONDS).unref();
      throw new NotReached((cause as Error).message, { cause });
    }
  };
  return () => {
    finding ??= find();
    return finding;
  };
}

/** SQLSTATE cannot_connect_now: whoever asked is told to come again. */
class NotReached extends Error {
  override readonly name = 'NotReached';
  readonly code = '57P03';
}

function roleIn(url: string): LoginRole {
  const { user, password } = new pg.Client({ connectionString: urlsOfHosts(url)[0] as string });
  return { user: user ?? '', password: password ?? '' };
}

const HEALTH_CONNECTIONS = 1;
/** Each host has one, over which primary.ts probes it. */
const PRIMARY_CONNECTIONS = 1;
/** The longest that the metrics' statement may run: a readiness check waits behind it. */
const HEALTH_SECONDS_MAX = 2;
/** How long a connection to a standby waits for an answer, which no read has to wait for. */
const STANDBY_ANSWER_SECONDS_MAX = READ_SECONDS_MAX + 1;

/** @param connections the largest number for this process, as `databaseConnections` */
export function connect(
  server: DatabaseServer,
  {
    preparedStatements,
    databaseConnections: connections,
    cell,
    readDatabaseUrl,
  }: Pick<Config, 'preparedStatements' | 'databaseConnections' | 'cell' | 'readDatabaseUrl'>,
  log: (line: string) => void,
): OpenDatabase {
  const hasHosts = urlsOfHosts(server.serviceUrl).length > 1;
  const primary = hasHosts ? new Primary(server.serviceUrl, log) : undefined;
  const rest = connections - HEALTH_CONNECTIONS - (hasHosts ? PRIMARY_CONNECTIONS : 0);
  const [readConnections, otherConnections] = [Math.floor(rest / 2), Math.ceil(rest / 2)];
  const options = {
    preparedStatements,
    primary,
    warn: log,
    onIdleError: (error: Error) => log(`an idle database connection broke: ${error.message}`),
  };
  const labelsOf = (pool: PoolName) => ({ pool, ...(cell !== undefined && { cell }) });
  const { service, reader } = server.findRoles ?? {};
  const database = new Database(server.serviceUrl, {
    ...options,
    labels: labelsOf('writes'),
    findRole: service,
    connections: otherConnections,
  });
  const reads = new Database(server.readerUrl, {
    ...options,
    labels: labelsOf('reads'),
    findRole: reader,
    connections: readConnections,
    statementSeconds: READ_SECONDS_MAX,
  });
  const health = new Database(server.serviceUrl, {
    ...options,
    labels: labelsOf('health'),
    findRole: service,
    connections: HEALTH_CONNECTIONS,
    statementSeconds: HEALTH_SECONDS_MAX,
  });
  const standby =
    readDatabaseUrl === undefined
      ? undefined
      : new ReadStandby(
          new Database(readDatabaseUrl, {
            ...options,
            primary: undefined,
            labels: labelsOf('standby'),
            findRole: reader ?? (async () => roleIn(server.readerUrl)),
            connections: readConnections,
            statementSeconds: READ_SECONDS_MAX,
            answerSeconds: STANDBY_ANSWER_SECONDS_MAX,
          }),
          { primary: health, host: hostName(readDatabaseUrl), warn: log },
        );
  const disconnect = async () => {
    await Promise.all([database.close(), reads.close(), standby?.close(), health.close()]);
    primary?.close();
  };
  return {
    database,
    reads,
    standby,
    health,
    readsAtOnce: readConnections,
    disconnect,
    close: async () => {
      await disconnect();
      await server.leave();
    },
  };
}

const SECRETS_KEY_BYTES = 32;

/** @returns the key in DATA_DIR, which the first process makes */
async function keptSecretsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secrets.key');
  const fresh = randomBytes(SECRETS_KEY_BYTES).toString('base64');
  const own = `${path}.${process.pid}`;
  await writeFile(own, `${fresh}\n`, { mode: 0o600 });
  try {
    // A link fails where the file is there, and never shows it half written.
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(own);
  }
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}

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

/**
 * Checks whether the server has so many connections left. Behind a pooler it is the pooler that gives them, so a
 * shortfall is logged and does not stop the start.
 *
 * @param url of the service's own role, whose limit counts
 * @returns one line for the person who starts the service, or undefined where there are enough
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
