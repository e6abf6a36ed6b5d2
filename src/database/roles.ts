// Defines the two roles that the service connects as: their settings and their rights.
//
// The service's role serves the API and the operator's commands; the reader's role only selects.
// Poolers pool by user, so a setting of a role also holds behind one. A table that is in no list here is for the
// owner alone.
import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  LOCK_SECONDS_MAX,
  READ_SECONDS_MAX,
  STATEMENT_SECONDS_MAX,
  TRANSACTION_SECONDS_MAX,
} from './database.ts';
import { INSUFFICIENT_PRIVILEGE, MigrationError } from './session.ts';

interface Access {
  readonly service: string;
  /** Null means nothing; a list means all columns but these. */
  readonly reader: 'all' | null | readonly string[];
}

/**
 * The rights by table. The service may delete only where it forgets or releases rows, and test data, where triggers
 * keep the live rows; the ledger is only added to, but for redactions. Locking a row needs the right to update it.
 */
const ACCESS: Readonly<Record<string, Access>> = {
  organization: { service: 'select, insert, update', reader: 'all' },
  api_key: { service: 'select, insert, update', reader: null },
  api_key_usage: { service: 'select, insert, update', reader: null },
  refused_request: { service: 'select, insert, delete', reader: 'all' },
  operator_action: { service: 'select, insert', reader: 'all' },
  person: { service: 'select, insert, update', reader: null },
  terminal: { service: 'select, insert, update', reader: null },
  sign_in_link: { service: 'select, insert, update, delete', reader: null },
  passkey: { service: 'select, insert, update, delete', reader: null },
  oidc_sign_in: { service: 'select, insert, delete', reader: null },
  passkey_challenge: { service: 'select, insert, delete', reader: null },
  person_session: { service: 'select, insert, update, delete', reader: null },
  witness_token: { service: 'select, insert, update, delete', reader: null },
  location: { service: 'select, insert, update', reader: 'all' },
  product: { service: 'select, insert, update', reader: ['wholesale_cost_cents'] },
  sku: { service: 'select, insert, update', reader: 'all' },
  sku_pack: { service: 'select, insert, update, delete', reader: 'all' },
  stock_level: { service: 'select, insert, update', reader: 'all' },
  lot_number: { service: 'select, insert, update', reader: 'all' },
  lot: { service: 'select, insert, update', reader: 'all' },
  movement: {
    service: `select, insert, update (note, note_salt, rx_number, rx_number_salt, request_salt,
                                      redacted_at)`,
    reader: 'all',
  },
  ledger_entry: { service: 'select, insert', reader: 'all' },
  temperature_reading: { service: 'select, insert', reader: 'all' },
  lot_record: { service: 'select, insert', reader: 'all' },
  count_sheet: { service: 'select, insert, update', reader: 'all' },
  count_line: { service: 'select, insert, update', reader: 'all' },
  allocation: { service: 'select, insert, update, delete', reader: 'all' },
  idempotency_key: { service: 'select, insert, update, delete', reader: null },
  patient: { service: 'select, insert, update, delete', reader: ['sealed'] },
  patient_access: { service: 'select, insert, delete', reader: null },
  intake: { service: 'select, insert, update, delete', reader: null },
  prescription: { service: 'select, insert, update, delete', reader: 'all' },
  customer_order: {
    service: 'select, insert, update, delete',
    reader: ['wholesale_total_cents', 'commission_cents', 'sealed'],
  },
  order_reader: { service: 'select, insert, update, delete', reader: 'all' },
  order_item: {
    service: 'select, insert, update (affiliate_organization_id, fulfillment_organization_id)',
    reader: 'all',
  },
  account_charge: { service: 'select, insert, update, delete', reader: null },
  storefront_listing: { service: 'select, insert, update', reader: 'all' },
  bundle: { service: 'select, insert, update, delete', reader: 'all' },
  bundle_item: { service: 'select, insert, delete', reader: 'all' },
  partner: { service: 'select, insert, update, delete', reader: 'all' },
  store_order: { service: 'select, insert, update, delete', reader: 'all' },
  checkout_config: { service: 'select, insert, update, delete', reader: ['sealed'] },
  event_counter: { service: 'select, insert, update', reader: 'all' },
  event: { service: 'select, insert, delete', reader: 'all' },
  webhook_endpoint: {
    service: 'select, insert, update, delete',
    reader: ['secret', 'next_secret'],
  },
  webhook_delivery: { service: 'select, insert, update, delete', reader: 'all' },
  webhook_replay: { service: 'select, insert, update, delete', reader: null },
  webhook_attempt: { service: 'select, insert', reader: 'all' },
  periodic_job: { service: 'select, insert, update', reader: null },
  secrets_key: { service: 'select, insert, delete', reader: null },
  service_role: { service: 'select (reader_name, reader_password)', reader: null },
  // The readiness check (ready.ts) compares these with the migrations of the program.
  _prisma_migrations: { service: 'select (migration_name, finished_at)', reader: null },
};

/**
 * The settings of every session; a transaction may set its own. Names are spelt as PostgreSQL stores them, so
 * that a setting is recognised at the next start.
 *
 * Plans take an index wherever there is one: a table that fills within one import, or faster than its
 * statistics are gathered, looks empty to the planner, and a scan of it for each row is quadratic (an
 * import of 100,000 lots took over ten minutes instead of one). They take it in its order: a bitmap reads a
 * whole range and sorts it, where a page needs the first rows of it.
 *
 * A connection plans each statement once, for any values. Left alone, PostgreSQL compares at every call what it guesses
 * that a plan for the values would save, and so planned scans, previews and pages each time, for half of what they cost
 * it (docs/performance.md).
 */
const SETTINGS = [
  ['enable_seqscan', 'off'],
  ['enable_bitmapscan', 'off'],
  ['plan_cache_mode', 'force_generic_plan'],
  ['jit', 'off'],
  ['lock_timeout', `${LOCK_SECONDS_MAX}s`],
  // Statements format dates themselves; this holds for one that does not.
  ['DateStyle', 'ISO, YMD'],
  ['IntervalStyle', 'postgres'],
  ['idle_in_transaction_session_timeout', `${TRANSACTION_SECONDS_MAX}s`],
] as const;

type Setting = readonly [name: string, value: string];

const SERVICE_SETTINGS: readonly Setting[] = [
  ...SETTINGS,
  // The server must send the warning that a commit was not waited for (standby.ts), whatever its own setting.
  ['client_min_messages', 'notice'],
  // Writes look up rows by key, one at a time: for a few rows against a table whose size it does not know, the
  // planner would rather scan and hash the whole table.
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
  // It also bounds statements outside our transactions, so that the server stops what no one waits for.
  ['statement_timeout', `${STATEMENT_SECONDS_MAX}s`],
];

const READER_SETTINGS: readonly Setting[] = [
  ...SETTINGS,
  ['statement_timeout', `${READ_SECONDS_MAX}s`],
  ['default_transaction_read_only', 'on'],
];

/**
 * On Citus: it plans a statement for the node that has its rows, and so with its values; and it tells that node what a
 * transaction sets, the organizations that it acts for among it.
 */
const CITUS_SETTINGS: readonly Setting[] = [
  ['plan_cache_mode', 'auto'],
  ['citus.propagate_set_commands', 'local'],
];

/**
 * Makes the roles once for each schema, stores their random passwords in a table that only the owner
 * may read whole, and grants each what it needs.
 *
 * @returns statements that an administrator of the server has yet to run, since the owner may not
 * @throws MigrationError with what an administrator must run first, when the owner may not create roles
 */
export async function makeRoles(client: pg.Client): Promise<string[]> {
  // The names are committed before the roles exist: an administrator may have to make them.
  const stored = await storeRoles(client);
  const { rows: extensions } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  );
  const onCitus = extensions.length === 0 ? [] : CITUS_SETTINGS;
  const planRoles = async () => [
    await planRole(client, stored.service, replaced(SERVICE_SETTINGS, onCitus)),
    await planRole(client, stored.reader, replaced(READER_SETTINGS, onCitus)),
  ];
  const roles = await planRoles();
  const revocations = await planRevocations(client);
  const { rows } = await client.query(
    `select rolname as owner, rolsuper or rolcreaterole as may_create
       from pg_roles where rolname = current_user`,
  );
  const { owner, may_create: mayCreate } = rows[0];
  const absent = roles.filter(({ found }) => !found);
  if (absent.length > 0 && !mayCreate) {
    const statements = absent
      .flatMap(({ creation, settings, access }) => [creation, ...settings, ...access])
      .concat(revocations)
      .map((statement) => `  ${statement};\n`);
    throw new MigrationError(
      `The service connects as database roles of its own, and ${owner} may not create roles. ` +
        `Have an administrator of the server run this once, then start again:\n\n${statements.join('')}`,
    );
  }
  await client.query('begin');
  for (const { found, creation, settings, access } of roles) {
    if (!found) await client.query(creation);
    if (mayCreate && settings.length > 0) await setIfAllowed(client, settings);
    await client.query(access.join(';'));
  }
  // PostgreSQL only warns where these are not the owner's to revoke.
  await client.query(revocations.join(';'));
  await grantTables(client, stored);
  await client.query('commit');
  const planned = [...roles.flatMap(({ lacking }) => lacking), ...revocations];
  if (planned.length === 0) return [];
  const left = (await planRoles()).flatMap(({ lacking }) => lacking);
  return [...left, ...(await planRevocations(client))];
}

function replaced(settings: readonly Setting[], by: readonly Setting[]): Setting[] {
  return [...new Map([...settings, ...by])];
}

interface Role {
  readonly name: string;
  readonly password: string;
}

interface Roles {
  readonly service: Role;
  readonly reader: Role;
}

/** @returns the stored names and passwords; makes and stores them at the first start */
async function storeRoles(client: pg.Client): Promise<Roles> {
  const known = await client.query(
    'select name, password, reader_name, reader_password from service_role',
  );
  const [row] = known.rows;
  if (row !== undefined) {
    return {
      service: { name: row.name, password: row.password },
      reader: { name: row.reader_name, password: row.reader_password },
    };
  }
  const suffix = randomBytes(6).toString('hex');
  const [service, reader] = ['service', 'reader'].map((kind) => ({
    name: `pharmacy_${kind}_${suffix}`,
    password: randomBytes(24).toString('base64url'),
  })) as [Role, Role];
  await client.query(
    'insert into service_role (name, password, reader_name, reader_password) values ($1, $2, $3, $4)',
    [service.name, service.password, reader.name, reader.password],
  );
  return { service, reader };
}

/** @returns the statements that make the role and those that it still lacks */
async function planRole(client: pg.Client, { name, password }: Role, wanted: readonly Setting[]) {
  const role = pg.escapeIdentifier(name);
  const { rows } = await client.query(
    `select exists (select from pg_roles where rolname = $1) as found,
            coalesce((select rolconfig from pg_roles where rolname = $1), '{}') as set,
            quote_ident(current_database()) as database, quote_ident(current_schema()) as schema,
            (select has_schema_privilege(oid, current_schema(), 'usage')
               from pg_roles where rolname = $1) as may_use`,
    [name],
  );
  const { found, set, database, schema, may_use: mayUse } = rows[0];
  const usage = `grant usage on schema ${schema} to ${role}`;
  const settings = wanted
    .filter(([key, value]) => !set.includes(`${key}=${value}`))
    .map(([key, value]) => `alter role ${role} set ${key} = '${value}'`);
  // Behind a pooler, which may refuse the url's own search path. It is stored as it is quoted.
  if (!set.includes(`search_path=${schema}`)) {
    settings.push(`alter role ${role} set search_path = ${schema}`);
  }
  return {
    found,
    creation: `create role ${role} login nosuperuser nocreatedb nocreaterole password '${scramVerifier(password)}'`,
    settings,
    access: [`grant connect on database ${database} to ${role}`, usage],
    /** What the role still lacks, since PostgreSQL only warns an owner who may not grant it. */
    lacking: mayUse ? settings : [...settings, usage],
  };
}

const NEW_LARGE_OBJECT = ['lo_creat(int)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)'];

/** Revokes two ways to fill the disk outside the tables, which a new server allows everybody and no role needs. */
async function planRevocations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select 'temporary on database ' || quote_ident(current_database()) as privilege
      where has_database_privilege('public', current_database(), 'temporary')
     union all
     select 'execute on function ' || name from unnest($1::text[]) as one (name)
      where has_function_privilege('public', name, 'execute')`,
    [NEW_LARGE_OBJECT],
  );
  return rows.map(({ privilege }) => `revoke ${privilege} from public`);
}

/** One transaction revokes and grants, so no session is ever without its rights. An unlisted table gets none. */
async function grantTables(client: pg.Client, { service, reader }: Roles): Promise<void> {
  const roles = {
    service: pg.escapeIdentifier(service.name),
    reader: pg.escapeIdentifier(reader.name),
  };
  const { rows } = await client.query(
    `select relname as table, quote_ident(current_schema()) as schema,
            array(select attname::text from pg_attribute
                   where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
       from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'`,
  );
  const tables = new Set(rows.map(({ table }) => table));
  const grants = rows.flatMap(({ table, columns }: { table: string; columns: string[] }) => {
    const access = ACCESS[table];
    if (access === undefined) return [];
    const shown =
      access.reader === 'all'
        ? 'select'
        : access.reader && `select (${columns.filter((one) => !access.reader?.includes(one))})`;
    return [
      access.service && `grant ${access.service} on ${table} to ${roles.service}`,
      shown && `grant ${shown} on ${table} to ${roles.reader}`,
    ].filter((grant) => grant);
  });
  await client.query(`
    revoke all on ${Object.keys(ACCESS).filter((table) => tables.has(table))} from public, ${roles.service}, ${roles.reader};
    ${grants.join(';')};
    grant usage on all sequences in schema ${rows[0].schema} to ${roles.service};
    revoke execute on function gather_statistics() from public;
    grant execute on function gather_statistics() to ${roles.service}`);
}

/** From PostgreSQL 16 on, the owner may not change a role that an administrator made. */
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
 * Computes what PostgreSQL stores of a password (RFC 5803), so that no statement holds the password itself: the
 * server's log may quote statements, and an administrator reads them. The password is ASCII.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(SCRAM_SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, SHA256_BYTES, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = hash('sha256', keyed('Client Key'), 'base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
