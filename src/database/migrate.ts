// Applies migrations, and finds the urls of the service's own roles.
//
// Prisma's engine applies the migrations as WebAssembly, so that nothing but npm packages is needed;
// `_prisma_migrations` stays what `prisma migrate deploy` would write. The engine runs as the owner. The service
// itself connects as roles that can neither change the schema nor rewrite the ledger.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { hostName, overHosts } from '../lib/hosts.ts';
import { makeRoles } from './roles.ts';
import { GUARDED_TABLES } from './row-security.ts';
import {
  MigrationError,
  reachedUrl,
  refuseOtherEntry,
  withSession,
  withShortSession,
} from './session.ts';

const PRISMA = fileURLToPath(new URL('../../prisma/', import.meta.url));
const MIGRATIONS = `${PRISMA}migrations`;
/** Any constant; all processes that migrate a database take this advisory lock. */
export const MIGRATION_LOCK = 7_203_114_001;
const LOCK_POLL_MILLISECONDS = 200;
const VERSION_MIN = 150_000;
/** A migration that waits for a lock blocks every transaction that asks for the table after it. */
const LOCK_SECONDS_MAX = 4;
const PLAIN_STYLES = "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'";

/** Every server has these databases; tools connect to them and new databases are copies of them. */
const SERVER_DATABASES = ['postgres', 'template0', 'template1'];

/**
 * Brings the schema up to date and makes the lesser roles. Safe to run from several processes at once. The schema is
 * the first of the url's search path, which is made where it is missing.
 *
 * @returns the database and what was applied to it, in a line for the operator
 * @throws MigrationError with a message for the operator
 */
export async function migrate(hosts: string, folder = MIGRATIONS): Promise<string> {
  const ownerUrl = await reachedUrl(hosts);
  return withSession(ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as version, current_database() as name`,
    );
    const [{ version, name }] = rows;
    if (version < VERSION_MIN) throw new MigrationError('PostgreSQL 15 or newer is needed.');
    if (SERVER_DATABASES.includes(name)) {
      throw new MigrationError(
        `The database ${name} belongs to the server: make one for the service, such as with ` +
          '"create database pharmacy", and name it in DATABASE_URL.',
      );
    }
    await client.query(PLAIN_STYLES);
    await takeLock(client, MIGRATION_LOCK);
    const schema = await enterSchema(client);
    const { rows: tables } = await client.query(
      "select to_regclass('_prisma_migrations') as found",
    );
    const scripts = readScripts(folder);
    const known = tables[0].found !== null;
    if (known) {
      await client.query(MARK_ROLLED_BACK);
      await refuseOtherHistory(client, scripts);
    }
    const isCurrent = known && (await areApplied(client, scripts));
    const applied = isCurrent ? [] : await applyMigrations({ ownerUrl, schema, folder, scripts });
    const left = await makeRoles(client);
    const done =
      applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date, nothing to apply';
    const advice =
      left.length === 0
        ? ''
        : `. Have an administrator of the server run this once:\n\n${left.map((one) => `  ${one};\n`).join('')}`;
    const where = schema === 'public' ? '' : `, schema ${schema}`;
    return `${hostName(ownerUrl)}/${name}${where}: ${done}${advice}`;
    // Closing the session frees the advisory lock.
  });
}

/**
 * Waits until no other process migrates, however long that takes. It polls: a statement that waits has a snapshot,
 * and an index that is built concurrently waits for all snapshots, so that neither would ever go on.
 */
export async function takeLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_taken', [lock]);
    if (rows[0].is_taken) return;
    await pause(LOCK_POLL_MILLISECONDS);
  }
}

/** The first schema of a search path, as the setting is written; `"$user"` stands for a schema that need not be there. */
const FIRST_SCHEMA = /^\s*(?:"((?:[^"]|"")*)"|([^",\s]+))/;

/**
 * Makes the schema that the search path names first, and keeps the session to it: in the other schemas of the path may
 * be another copy of the tables, which must not be taken for this one.
 *
 * @returns its name
 * @throws MigrationError when the user may not use it
 */
async function enterSchema(client: pg.Client): Promise<string> {
  const read = async () => {
    const { rows } = await client.query(
      `select current_user as user, current_setting('search_path') as path, current_schema() as schema`,
    );
    return rows[0];
  };
  const { user, path, schema: found } = await read();
  const [, quoted, plain] = FIRST_SCHEMA.exec(path) ?? [];
  const wanted = quoted?.replaceAll('""', '"') ?? plain?.toLowerCase();
  const isNamed = wanted !== undefined && wanted !== '$user';
  let schema: string | null = found;
  await refuseOtherSchema(client, { own: isNamed ? wanted : found, isOwner: true });
  if (isNamed && found !== wanted) {
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [
      wanted,
    ]);
    if (rowCount === 0) await client.query(`create schema ${pg.escapeIdentifier(wanted)}`);
    ({ schema } = await read());
  }
  if (schema === null || (isNamed && schema !== wanted)) {
    throw new MigrationError(
      `${user} may not use the first schema of the search path ${path}: grant usage and create on it, or name ` +
        'another at the end of the url, such as ?options=-c%20search_path%3Dpharmacy.',
    );
  }
  await client.query(keepTo(schema));
  return schema;
}

/**
 * Refuses a schema that the url does not name while another one has the product's tables: a default of the database or of
 * the owner would lead to a second platform, which is empty. A lesser role has its schema by `makeRoles`.
 */
async function refuseOtherSchema(
  client: pg.Client,
  { own, isOwner }: { own: string | null; isOwner: boolean },
): Promise<void> {
  const { rows } = await client.query(OTHER_SCHEMA, [own, isOwner]);
  if (rows.length === 0 || (own !== null && isOwner && (await isInUse(client, own)))) return;
  const [{ schema, database, path }] = rows;
  const option = encodeURIComponent(`-c search_path=${pg.escapeIdentifier(schema)}`);
  throw new MigrationError(
    `The schema ${schema} of the database ${database} has the product's tables, and the url does not name a schema; the ` +
      `search path ${path} leads to ${own ?? 'none'}. Name the one that is meant at the end of the url, such as ` +
      `?options=${option}, or take back what sets that path, such as with ` +
      `"alter database ${pg.escapeIdentifier(database)} reset search_path".`,
  );
}

/** What has organizations is no second platform that was made by mistake: the other schema is a copy that somebody keeps. */
async function isInUse(client: pg.Client, schema: string): Promise<boolean> {
  const table = `${pg.escapeIdentifier(schema)}.organization`;
  const { rows } = await client.query('select to_regclass($1) is not null as found', [table]);
  if (!rows[0].found) return false;
  return (await client.query(`select from ${table} limit 1`)).rowCount === 1;
}

const OTHER_SCHEMA = `
  select nspname as schema, current_database() as database, current_setting('search_path') as path
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relname in ('ledger_entry', 'stock_level', 'event_counter')
     and nspname is distinct from $1::text
     and exists (select from pg_settings
                  where name = 'search_path' and source <> 'client'
                    and ($2::boolean or source not in ('user', 'database user')))
   group by nspname
  having count(*) = 3
   order by nspname
   limit 1`;

function keepTo(schema: string): string {
  return `set search_path = ${pg.escapeIdentifier(schema)}`;
}

/**
 * Finds the url that the service connects with. An owner's (or superuser's) url is exchanged for that of the service's
 * role; a url of any other role is used as it is.
 *
 * @throws MigrationError also when row-level security does not hold that role back
 */
export async function serviceUrl(url: string): Promise<string> {
  return withShortSession(url, async (client) => {
    const { rows } = await client.query(
      `select case when c.oid is not null then r.rolsuper or pg_has_role(c.relowner, 'member') end as owner,
              current_schema() as schema
         from pg_roles r left join pg_class c on c.relname = 'ledger_entry'
              and c.relnamespace = to_regnamespace(quote_ident(current_schema()))
        where r.rolname = current_user`,
    );
    const [{ owner, schema }] = rows;
    await refuseOtherSchema(client, { own: schema, isOwner: owner !== false });
    if (owner === null) {
      throw new MigrationError('The database has no tables yet: run `npm run migrate` first.');
    }
    if (!owner) {
      await refuseUnsafe(client);
      return url;
    }
    const role = await client.query('select name, password from service_role');
    if (role.rows.length === 0) {
      throw new MigrationError('The service role is missing: run `npm run migrate` first.');
    }
    const { name, password } = role.rows[0];
    const own = withCredentials(url, { user: name, password });
    await refuseAnyOther(own, name);
    return own;
  });
}

/**
 * Finds the url that reads connect with: that of the reader's role, whose password the owner and the service's role
 * may read. Any other role reads as itself.
 */
export async function readerUrl(url: string): Promise<string> {
  return withShortSession(url, async (client) => {
    const { rows } = await client.query(
      `select has_column_privilege('service_role', 'reader_password', 'select') as known`,
    );
    if (!rows[0].known) {
      await refuseUnsafe(client);
      return url;
    }
    const role = await client.query(
      'select reader_name as name, reader_password as password from service_role',
    );
    const { name, password } = role.rows[0];
    const own = withCredentials(url, { user: name, password });
    await refuseAnyOther(own, name);
    return own;
  });
}

/** A url may carry its user in the query string as well, which wins; without a host it can carry it only there. */
function withCredentials(
  hosts: string,
  { user, password }: { user: string; password: string },
): string {
  return overHosts(hosts, (url) => {
    const changed = new URL(url);
    changed.searchParams.delete('user');
    changed.searchParams.delete('password');
    if (changed.host === '') {
      changed.searchParams.set('user', user);
      changed.searchParams.set('password', password);
    } else {
      changed.username = user;
      changed.password = password;
    }
    return changed.toString();
  });
}

/** A pooler or a certificate may connect as another user, who must never be the owner. */
async function refuseAnyOther(url: string, name: string): Promise<void> {
  const user = await withShortSession(url, async (client) => {
    const { rows } = await client.query('select current_user as name');
    if (rows[0].name === name) await refuseUnsafe(client);
    return rows[0].name;
  }).catch((cause: Error) => {
    if (cause instanceof MigrationError) throw cause;
    throw new MigrationError(`The service's own role ${name} cannot connect. ${cause.message}`, {
      cause,
    });
  });
  if (user !== name) {
    throw new MigrationError(
      `The service would run as ${user} and not as its own role ${name}: set DATABASE_URL so that its user and password decide who connects.`,
    );
  }
}

/** Superusers, roles with BYPASSRLS and owners of tables without forced row security see everybody's rows. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  await refuseUnguarded(client);
  await refuseOtherEntry(client);
}

async function refuseUnguarded(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_user as name,
            array(select guarded.name from unnest($1::text[]) as guarded (name)
                   where row_security_active(to_regclass(guarded.name)) is not true) as tables`,
    [GUARDED_TABLES],
  );
  const { name, tables } = rows[0];
  if (tables.length === 0) return;
  throw new MigrationError(
    `Row-level security does not keep ${name} to the rows of one organization (${tables.join(', ')}): the ` +
      'service must connect as a role that is no superuser, owns no table and has no BYPASSRLS; if that is so, ' +
      'run `npm run migrate`.',
  );
}

interface Script {
  readonly folder: string;
  readonly sql: string;
}

function readScripts(folder: string): Script[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      folder: name,
      sql: readFileSync(`${folder}/${name}/migration.sql`, 'utf8'),
    }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Builds from before the first release had a baseline of their own, from which nothing leads here. */
async function refuseOtherHistory(client: pg.Client, [first]: readonly Script[]): Promise<void> {
  const { rowCount } = await client.query(
    `select from _prisma_migrations
      where migration_name < $1 or (migration_name = $1 and checksum <> $2)`,
    [first?.folder, hash('sha256', first?.sql ?? '')],
  );
  if (rowCount === 0) return;
  throw new MigrationError(
    'The database was made by a build from before the first release, and cannot be brought up to date. Make a new one; ' +
      'that of `npm start` is made again once the folder .data is removed.',
  );
}

/** Whether exactly these scripts have been applied; then the engine need not be loaded. */
async function areApplied(client: pg.Client, scripts: readonly Script[]): Promise<boolean> {
  const { rows } = await client.query(
    `select migration_name || ' ' || checksum as applied from _prisma_migrations
      where finished_at is not null and rolled_back_at is null`,
  );
  const applied = new Set(rows.map((row) => row.applied));
  return (
    applied.size === scripts.length &&
    scripts.every((script) => applied.has(`${script.folder} ${hash('sha256', script.sql)}`))
  );
}

/** @returns the names of those that were not applied before */
async function applyMigrations({
  ownerUrl,
  schema,
  folder,
  scripts,
}: {
  ownerUrl: string;
  schema: string;
  folder: string;
  scripts: readonly Script[];
}): Promise<readonly string[]> {
  // A start that finds nothing to apply loads none of them.
  const [{ SchemaEngine }, { bindMigrationAwareSqlAdapterFactory }, { WholeScripts }] =
    await Promise.all([
      import('@prisma/schema-engine-wasm'),
      import('@prisma/driver-adapter-utils'),
      import('../internals/prisma.ts'),
    ]);
  const datamodel = readFileSync(`${PRISMA}schema.prisma`, 'utf8');
  const config = {
    connectionString: ownerUrl,
    // The adapter reads times in this style. The pool waits for this function.
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `${PLAIN_STYLES}; set lock_timeout = '${LOCK_SECONDS_MAX}s'; ${keepTo(schema)}`,
      );
    },
  };
  const adapter = new WholeScripts(config, { schema, run: runScript });
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  const { appliedMigrationNames } = await engine
    .applyMigrations({
      migrationsList: {
        baseDir: folder,
        lockfile: {
          path: 'migration_lock.toml',
          content: readFileSync(`${folder}/migration_lock.toml`, 'utf8'),
        },
        shadowDbInitScript: '',
        migrationDirectories: scripts.map(({ folder: path, sql }) => ({
          path,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    })
    .catch((error: Error) => {
      const cause = adapter.failure ?? error;
      if ((cause as { code?: string }).code === LOCK_NOT_AVAILABLE) {
        throw new MigrationError(
          `A migration waited ${LOCK_SECONDS_MAX} s for a lock and was rolled back, so that nobody waits for it: ` +
            'start again when the tables are less busy.',
          { cause },
        );
      }
      throw new MigrationError(`A migration failed and was rolled back: ${cause.message}`, {
        cause,
      });
    })
    .finally(() => adapter.disconnect());
  return appliedMigrationNames;
}

const LOCK_NOT_AVAILABLE = '55P03';
const UNFINISHED = 'finished_at is null and rolled_back_at is null';
const MARK_FINISHED = `update _prisma_migrations set finished_at = now() where ${UNFINISHED}`;
const MARK_ROLLED_BACK = `update _prisma_migrations set rolled_back_at = now() where ${UNFINISHED}`;

/**
 * A script goes to the server whole, as one implicit transaction, and carries its own mark: a migration whose process
 * died is either applied and marked or neither, so the next start may simply run it again.
 *
 * A script that builds an index concurrently is a single statement in no transaction and locks nobody out, so it may
 * wait without a limit. The invalid index of an interrupted build is dropped first. An index that is there and valid was
 * built for a process that died before it marked the script.
 */
async function runScript(pool: pg.Pool, script: string): Promise<void> {
  if (CONCURRENTLY.test(script)) await buildConcurrently(pool, script);
  else await pool.query(`${script};\n${MARK_FINISHED}`);
}

const CONCURRENTLY = /\b(create\s+(unique\s+)?|reindex\s+)index\s+concurrently\b/i;
const CREATED_CONCURRENTLY = /\bcreate\s+(unique\s+)?index\s+concurrently\b(?!\s+if\b)/i;

async function buildConcurrently(pool: pg.Pool, script: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0');
    const { rows } = await client.query(
      `select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
        where not indisvalid and relnamespace = quote_ident(current_schema())::regnamespace`,
    );
    for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
    await client.query(script.replace(CREATED_CONCURRENTLY, '$& if not exists'));
    await client.query(MARK_FINISHED);
  } finally {
    client.release(true);
  }
}
