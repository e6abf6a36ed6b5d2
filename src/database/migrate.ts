// Migrations and the service's own role.
//
// Prisma's engine applies the migrations as WebAssembly, so that nothing but npm packages is needed;
// `_prisma_migrations` stays what `prisma migrate deploy` would write. It runs as the owner. The service
// itself connects as a lesser role that can neither change the schema nor rewrite the ledger.
import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { LOCK_SECONDS_MAX, STATEMENT_SECONDS_MAX, TRANSACTION_SECONDS_MAX } from './database.ts';
import { INSUFFICIENT_PRIVILEGE, withSession } from './session.ts';

const PRISMA = fileURLToPath(new URL('../../prisma/', import.meta.url));
/** Any constant; all processes that migrate a database take this advisory lock. */
const MIGRATION_LOCK = 7_203_114_001;
const VERSION_MIN = 150_000;
const PLAIN_STYLES = "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'";

/** @throws MigrationError with a message for the operator */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Brings the schema up to date and makes the lesser role. Safe to run from several processes at once. */
export async function migrate(ownerUrl: string): Promise<void> {
  await withSession(ownerUrl, async (client) => {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version",
    );
    if (rows[0].version < VERSION_MIN)
      throw new MigrationError('PostgreSQL 15 or newer is needed.');
    await client.query(PLAIN_STYLES);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { rows: tables } = await client.query(
      "select to_regclass('_prisma_migrations') as found",
    );
    if (tables[0].found !== null) await client.query(MARK_ROLLED_BACK);
    await applyMigrations(ownerUrl);
    await makeServiceRole(client);
    // Closing the session frees the advisory lock.
  });
}

/**
 * The url that the service connects with. An owner's url (or a superuser's) is exchanged for the lesser
 * role's; a url that is already a lesser role's is used as it is.
 */
export async function serviceUrl(url: string): Promise<string> {
  return withSession(url, async (client) => {
    const { rows } = await client.query(
      `select r.rolsuper or pg_has_role(c.relowner, 'member') as owner
         from pg_roles r, pg_class c
        where r.rolname = current_user and c.oid = to_regclass('ledger_entry')`,
    );
    if (rows.length === 0) {
      throw new MigrationError('The database has no tables yet: run `npm run migrate` first.');
    }
    if (!rows[0].owner) return url;
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

/** A url may carry its user in the query string as well, which wins; without a host, nowhere else. */
function withCredentials(url: string, { user, password }: { user: string; password: string }) {
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
}

/** Whatever stands between, a pooler or a certificate, may decide on another user: never the owner. */
async function refuseAnyOther(url: string, name: string): Promise<void> {
  const user = await withSession(url, async (client) => {
    const { rows } = await client.query('select current_user as name');
    return rows[0].name;
  }).catch((cause: Error) => {
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

async function applyMigrations(ownerUrl: string): Promise<void> {
  const folder = `${PRISMA}migrations`;
  const datamodel = readFileSync(`${PRISMA}schema.prisma`, 'utf8');
  const adapter = new WholeScripts({
    connectionString: ownerUrl,
    // The adapter reads times as PostgreSQL writes them in this style. The pool waits for it.
    onConnect: async (client) => {
      await client.query(PLAIN_STYLES);
    },
  });
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  await engine
    .applyMigrations({
      migrationsList: {
        baseDir: folder,
        lockfile: {
          path: 'migration_lock.toml',
          content: readFileSync(`${folder}/migration_lock.toml`, 'utf8'),
        },
        shadowDbInitScript: '',
        migrationDirectories: readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name)
          .sort()
          .map((path) => ({
            path,
            migrationFile: {
              path: 'migration.sql',
              content: {
                tag: 'ok',
                value: readFileSync(`${folder}/${path}/migration.sql`, 'utf8'),
              },
            },
          })),
      },
      filters: { externalTables: [], externalEnums: [] },
    })
    .catch((error: Error) => {
      const cause = adapter.failure ?? error;
      throw new MigrationError(`A migration failed and was rolled back: ${cause.message}`, {
        cause,
      });
    })
    .finally(() => adapter.disconnect());
}

const UNFINISHED = 'finished_at is null and rolled_back_at is null';
const MARK_FINISHED = `update _prisma_migrations set finished_at = now() where ${UNFINISHED}`;
const MARK_ROLLED_BACK = `update _prisma_migrations set rolled_back_at = now() where ${UNFINISHED}`;

/**
 * The adapter cuts a script at each semicolon, even within a function's body. Sent whole, it is one
 * implicit transaction, and it carries its own mark: a migration whose process died is either applied and
 * marked or neither, so the next start may simply run it again.
 */
class WholeScripts extends PrismaPg {
  /** What the database said; the engine keeps only an id of it. */
  failure: Error | undefined;
  readonly #connected: { dispose(): Promise<void> }[] = [];

  async disconnect(): Promise<void> {
    for (const adapter of this.#connected) await adapter.dispose();
  }

  override async connect() {
    const adapter = await super.connect();
    this.#connected.push(adapter);
    adapter.executeScript = async (script) => {
      await adapter
        .underlyingDriver()
        .query(`${script};\n${MARK_FINISHED}`)
        .catch((cause: Error) => {
          this.failure = cause;
          throw cause;
        });
    };
    return adapter;
  }
}

/**
 * What holds in every session of the service's role; a transaction may set its own. Names are spelt as
 * PostgreSQL keeps them, so that what is set is found again.
 *
 * Plans take an index wherever there is one: a table that fills within one import, or faster than its
 * statistics are gathered, looks empty to the planner, and a scan of it for each row is quadratic (an
 * import of 100,000 lots took over ten minutes instead of one).
 */
const ROLE_SETTINGS = [
  ['enable_seqscan', 'off'],
  ['jit', 'off'],
  // Of statements outside of a transaction of ours too, so that the server stops what nobody waits for.
  ['statement_timeout', `${STATEMENT_SECONDS_MAX}s`],
  ['lock_timeout', `${LOCK_SECONDS_MAX}s`],
  // What is read as text says its own form; this is for what nobody thought of.
  ['DateStyle', 'ISO, YMD'],
  ['IntervalStyle', 'postgres'],
  ['idle_in_transaction_session_timeout', `${TRANSACTION_SECONDS_MAX}s`],
] as const;

/**
 * Makes the role once for each database, remembers its random password in a table that only the owner may
 * read, and grants what the service needs: never DDL, and on the ledger only to read and to add.
 *
 * @throws MigrationError with what an administrator must run, when the owner may not create roles
 */
async function makeServiceRole(client: pg.Client): Promise<void> {
  // Committed before the role is there: an administrator may have to make it.
  const { name, password } = await rememberRole(client);
  const role = pg.escapeIdentifier(name);
  const { rows } = await client.query(
    `select u.rolname as owner, u.rolsuper or u.rolcreaterole as may_create, r.oid is not null as found,
            coalesce(r.rolconfig, '{}') as settings, quote_ident(current_database()) as database
       from pg_roles u left join pg_roles r on r.rolname = $1
      where u.rolname = current_user`,
    [name],
  );
  const { owner, may_create: mayCreate, found, settings, database } = rows[0];
  const creation = `create role ${role} login nosuperuser nocreatedb nocreaterole password '${scramVerifier(password)}'`;
  const missing = ROLE_SETTINGS.filter(([key, value]) => !settings.includes(`${key}=${value}`)).map(
    ([key, value]) => `alter role ${role} set ${key} = '${value}'`,
  );
  const access = [
    `grant connect on database ${database} to ${role}`,
    `grant usage on schema public to ${role}`,
  ];
  if (!found && !mayCreate) {
    const statements = [creation, ...missing, ...access].map((statement) => `  ${statement};\n`);
    throw new MigrationError(
      `The service connects as a database role of its own, and ${owner} may not create roles. ` +
        `Have an administrator of the server run this once, then start again:\n\n${statements.join('')}`,
    );
  }
  await client.query('begin');
  if (!found) await client.query(creation);
  if (mayCreate && missing.length > 0) await setIfAllowed(client, missing);
  await client.query(`${access.join(';')};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    revoke all on service_role, _prisma_migrations from public, ${role};
    revoke update, delete, truncate on ledger_entry, movement from ${role}`);
  await client.query('commit');
}

async function rememberRole(client: pg.Client): Promise<{ name: string; password: string }> {
  const known = await client.query('select name, password from service_role');
  if (known.rows.length > 0) return known.rows[0];
  const name = `pharmacy_service_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  await client.query('insert into service_role (name, password) values ($1, $2)', [name, password]);
  return { name, password };
}

/** From PostgreSQL 16 on, a role that an administrator made is not the owner's to set. */
async function setIfAllowed(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('savepoint settings');
  try {
    await client.query(statements.join(';'));
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await client.query('rollback to savepoint settings');
  }
}

const SCRAM_ITERATIONS = 4096;
const SCRAM_SALT_BYTES = 16;
const SHA256_BYTES = 32;

/**
 * What PostgreSQL stores of a password (RFC 5803), so that the password itself is in no statement: the
 * server's log may quote those, and an administrator reads them. The password is ASCII.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(SCRAM_SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, SHA256_BYTES, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = hash('sha256', keyed('Client Key'), 'base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
