// One real PostgreSQL server for a run, one database for each test file, cloned from a migrated template.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database, READ_SECONDS_MAX, timestampText } from '../src/database/database.ts';
import { migrate, readerUrl, serviceUrl } from '../src/database/migrate.ts';

/** Set by the global setup: the owner's url of the migrated template. */
export const TEMPLATE_URL = 'TEST_TEMPLATE_URL';
/** Names the schema that test databases serve from, next to the copy of the tables that each has in `public`. */
export const SCHEMA = 'TEST_SCHEMA';

/** Names the coordinator of a Citus cluster, on which each test database is then a distributed schema. */
export const CITUS_URL = 'TEST_CITUS_URL';

export interface TestDatabase {
  /** Of the tables' owner, to whom the service's limits do not apply. */
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  /** As the service, in its lesser role. */
  readonly database: Database;
  /** As the owner. */
  readonly owner: pg.Pool;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const citus = process.env[CITUS_URL];
  return citus === undefined ? cloneTemplate(name) : makeDistributedSchema(citus, name);
}

async function cloneTemplate(name: string): Promise<TestDatabase> {
  const template = process.env[TEMPLATE_URL];
  if (template === undefined) throw new Error('The global setup has not run.');
  const templateName = new URL(template).pathname.slice(1);
  // Copied as files: 25 ms of a processor in memory, and 50 ms where each page goes through the log.
  await asOwner(template, `create database ${name} template ${templateName} strategy file_copy`);
  const schema = process.env[SCHEMA];
  const ownerUrl = withSettings(
    withDatabase(template, name),
    schema === undefined ? {} : { search_path: schema },
  );
  if (schema !== undefined) await migrate(ownerUrl);
  return testDatabase(ownerUrl, () => asOwner(template, `drop database ${name} with (force)`));
}

async function makeDistributedSchema(citus: string, schema: string): Promise<TestDatabase> {
  const ownerUrl = withSettings(citus, { search_path: schema });
  await migrate(ownerUrl);
  await distribute(citus, schema);
  return testDatabase(ownerUrl, async () => {});
}

/**
 * Spreads a migrated schema over a Citus cluster, as docs/scaling.md says.
 *
 * @param coordinator the owner's url
 */
export async function distribute(coordinator: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    // Triggers are safe in a schema that lies on one node.
    await client.query('set citus.enable_unsafe_triggers = on');
    await client.query('select citus_schema_distribute($1)', [schema]);
  } finally {
    await client.end();
  }
}

async function testDatabase(ownerUrl: string, dropIt: () => Promise<void>): Promise<TestDatabase> {
  const { database, close } = await openDatabase(ownerUrl);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  // A test may end the server's sessions on purpose.
  owner.on('error', () => {});
  return {
    ownerUrl,
    serviceUrl: await serviceUrl(ownerUrl),
    database,
    owner,
    drop: async () => {
      await close();
      await owner.end();
      await dropIt();
    },
  };
}

/** The database's clock, as a timestamp text. */
export async function clock({ owner }: Pick<TestDatabase, 'owner'>): Promise<string> {
  const { rows } = await owner.query(`select ${timestampText('clock_timestamp()')} as now`);
  return rows[0].now;
}

/**
 * As the service, and as the reader that `readsOf` answers for it.
 *
 * @param settings of every session
 * @param connections of each, at most
 */
export async function openDatabase(
  ownerUrl: string,
  {
    settings = {},
    ...limit
  }: { settings?: Readonly<Record<string, string>>; connections?: number } = {},
): Promise<{ database: Database; reads: Database; close: () => Promise<void> }> {
  const database = new Database(withSettings(await serviceUrl(ownerUrl), settings), {
    preparedStatements: true,
    ...limit,
  });
  const reads = new Database(withSettings(await readerUrl(ownerUrl), settings), {
    preparedStatements: true,
    statementSeconds: READ_SECONDS_MAX,
    ...limit,
  });
  readers.set(database, reads);
  const close = async () => {
    await database.close();
    await reads.close();
  };
  return { database, reads, close };
}

const readers = new WeakMap<Database, Database>();

/** The same database in the reader's role, where it is the one that was made with its test database. */
export function readsOf(database: Database): Database {
  return readers.get(database) ?? database;
}

async function asOwner(template: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** Adds settings of every session to those that the url has. */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (options.length === 0) return url;
  const changed = new URL(url);
  const before = changed.searchParams.get('options') ?? '';
  changed.searchParams.set('options', [before, ...options].join(' ').trim());
  return changed.toString();
}

/** Until a test analyses them itself, the server knows of the tables what it knows now: plans stay as they are. */
export async function keepStatistics(owner: pg.Pool): Promise<void> {
  await owner.query(`
    do $$
    declare name text;
    begin
      for name in select relname from pg_class
                   where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r' loop
        execute format('alter table %I set (autovacuum_enabled = off)', name);
      end loop;
    end $$`);
}
