// biome-ignore-all lint/style/noExcessiveLinesPerFile: it lists every setting.
import ipaddr from 'ipaddr.js';
import { urlsOfHosts } from './lib/hosts.ts';

/** Settings from the environment, read once. The only reader of process.env. */
export interface Config {
  /** The port; 0 means a free one. */
  readonly port: number;
  readonly host: string;
  /** Where people open the application, without a path. Absent: `localhost` and the port, below the name of the cell. */
  readonly appUrl: string | undefined;
  /** Where people may sign in by OpenID Connect. Absent: nowhere, and nothing for it is loaded. */
  readonly oidc: OidcSettings | undefined;
  /** The databases that share the platform's organizations, in their order. Absent: there is one. */
  readonly cells: readonly CellSettings[] | undefined;
  /** Where it is kept which cell a key and an organization are in; set where there are cells. */
  readonly directoryUrl: string | undefined;
  /** Set by `configOfCells` where this is the configuration of one of several cells. */
  readonly cell?: string;
  /** Absent: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** A standby that answers reads. Absent: the primary answers them. */
  readonly readDatabaseUrl: string | undefined;
  /** A url that bypasses a pooler, for migrations. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly preparedStatements: boolean;
  readonly migrate: boolean;
  /** Whether an empty database is filled with the demo pharmacy. */
  readonly demo: boolean;
  readonly logLevel: string;
  /** The number of server processes; with 1 the program itself serves. */
  readonly webConcurrency: number;
  /** The most connections to the database of all processes of this start together. */
  readonly databaseConnections: number;
  /** 32 bytes each; the first encrypts, all decrypt. Absent: kept in DATA_DIR. */
  readonly secretsKeys: readonly Buffer[] | undefined;
  /** Networks that webhooks may reach though they are not public, and over http. For development. */
  readonly webhookAllowedNetworks: readonly string[];
  /** The waits after failed attempts; n of them make n + 1 attempts. */
  readonly webhookRetrySeconds: readonly number[];
  /** Whether `serve` also delivers webhooks and does the periodic work. */
  readonly worker: boolean;
  /** The port at which `work` answers with its metrics; 0 means a free one. Absent: nowhere. */
  readonly metricsPort: number | undefined;
  /** Where traces are sent. Absent: there are none, and nothing for them is loaded. */
  readonly otlpEndpoint: string | undefined;
}

interface CellSettings {
  readonly name: string;
  readonly databaseUrl: string;
  readonly readDatabaseUrl: string | undefined;
  /** Where its people open the application. Absent: `localhost` and the port, below the name of the cell. */
  readonly appUrl: string | undefined;
}

interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const ON_OR_OFF = ['on', 'off'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const PORT_MAX = 65_535;
const PROCESSES_MAX = 64;
const CONNECTIONS_DEFAULT = 28;
const CONNECTIONS_MAX = 10_000;
/**
 * A process needs one connection to read with, one for the rest, and one for the health checks. Where the database
 * has several hosts, one more checks which of them accepts writes.
 */
const PROCESS_CONNECTIONS_MIN = 3;
const HOSTS_MAX = 8;
const CELLS_MAX = 64;
/** A process reads the directory over one connection. */
export const DIRECTORY_CONNECTIONS = 1;
const SECRETS_KEY_BYTES = 32;
/** The first attempt is made at once, the retries after these waits: about a day in all. */
const RETRY_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
const RETRY_SECONDS_MAX = 604_800;
const RETRIES_MAX = 50;

/** Describes a variable for people: its default value and its purpose. */
interface Setting {
  readonly defaultValue: string;
  readonly meaning: string;
}

/** Every variable that is read here, in the order of the table in docs/running.md, which is made from them. */
export const SETTINGS = {
  PORT: { defaultValue: '3000', meaning: 'where to listen; 0 takes a free port' },
  HOST: {
    defaultValue: '127.0.0.1',
    meaning: 'the address to listen on; `0.0.0.0` is every one of IPv4',
  },
  APP_URL: {
    defaultValue: '`http://localhost:PORT`',
    meaning:
      'the address at which people open the application, without a path; https, unless the host is `localhost`. ' +
      'Requests of the application to any other host are refused. With `CELLS` each cell has its own, as in ' +
      '`a=https://a.pharmacy.example b=https://b.pharmacy.example`; the default is `http://CELL.localhost:PORT`',
  },
  OIDC_ISSUER: {
    defaultValue: 'none',
    meaning:
      'the issuer of OpenID Connect by which people may sign in, such as `https://login.example`; it must know ' +
      '`APP_URL/app/sign-in/oidc/callback`. People who were invited with an e-mail address find the invitation by it',
  },
  OIDC_CLIENT_ID: { defaultValue: 'none', meaning: 'our id there; needed with `OIDC_ISSUER`' },
  OIDC_CLIENT_SECRET: { defaultValue: 'none', meaning: 'our secret there, unless we have none' },
  DATABASE_URL: {
    defaultValue: 'the embedded server',
    meaning:
      '`postgresql://user:password@host:5432/database`, of PostgreSQL 15 or newer; of several hosts, as in ' +
      '`one:5432,two:5432`, the one that accepts writes is followed',
  },
  DATABASE_DIRECT_URL: {
    defaultValue: '`DATABASE_URL`',
    meaning: 'the same database past a pooler, for migrations',
  },
  READ_DATABASE_URL: {
    defaultValue: 'none',
    meaning:
      'a standby that answers reads, as `postgresql://host:5432/database`; its user is that of the reads of ' +
      '`DATABASE_URL`, and it takes as many connections as those. With `CELLS` those of some or all, as in ' +
      '`a=postgresql://… b=postgresql://…`',
  },
  CELLS: {
    defaultValue: 'one database',
    meaning:
      'several databases that share the organizations, in the place of `DATABASE_URL`: names and urls, as in ' +
      '`a=postgresql://… b=postgresql://…`. Organizations that trade with each other belong in one cell',
  },
  DIRECTORY_URL: {
    defaultValue: 'the first of `CELLS`',
    meaning: 'the database that knows which cell each key and each organization is in',
  },
  DATABASE_CONNECTIONS: {
    defaultValue: `${CONNECTIONS_DEFAULT}`,
    meaning:
      'connections to the database at the most, divided among the processes of one start and the cells; ' +
      `at least ${PROCESS_CONNECTIONS_MIN} for each, with several hosts ${PROCESS_CONNECTIONS_MIN + 1}, ` +
      'and with cells one more for each process',
  },
  PREPARED_STATEMENTS: {
    defaultValue: 'on',
    meaning: '`off` for poolers that do not carry them',
  },
  MIGRATE: { defaultValue: 'on', meaning: '`off` leaves migrations to `npm run migrate`' },
  DATA_DIR: { defaultValue: '.data', meaning: 'the folder of the embedded server' },
  SECRETS_KEY: {
    defaultValue: 'made in `DATA_DIR`',
    meaning:
      `what seals secrets at rest: ${SECRETS_KEY_BYTES} bytes as base64 or ${2 * SECRETS_KEY_BYTES} hex digits, or ` +
      'several with commas between, of which the first seals and all open; required with `DATABASE_URL` and `CELLS`',
  },
  DEMO: {
    defaultValue: '`on`; `off` with `DATABASE_URL`',
    meaning: '`off` leaves an empty database empty, `on` fills it with a demo pharmacy',
  },
  LOG_LEVEL: {
    defaultValue: 'info',
    meaning: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
  },
  WEB_CONCURRENCY: {
    defaultValue: '1',
    meaning: `server processes on the one port, 1 to ${PROCESSES_MAX}; one that dies is replaced`,
  },
  WORKER: {
    defaultValue: 'on',
    meaning: '`off` leaves webhooks and periodic work to `npm run work`',
  },
  OTEL_EXPORTER_PROMETHEUS_PORT: {
    defaultValue: 'none',
    meaning: 'where `npm run work` answers with its metrics; 0 takes a free port',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    defaultValue: 'none',
    meaning:
      'where traces go, over OTLP and HTTP, such as `http://127.0.0.1:4318`; other variables of OpenTelemetry ' +
      'count where this one is set',
  },
  WEBHOOK_ALLOWED_NETWORKS: {
    defaultValue: 'none',
    meaning:
      'networks that webhooks may reach though they are not public, over http too, as CIDRs with commas ' +
      'between; for development. `localhost` is 127.0.0.1; other names are asked of DNS, as those of Compose ' +
      'are, and names of the hosts file are not known',
  },
  WEBHOOK_RETRY_SECONDS: {
    defaultValue: RETRY_SECONDS.join(','),
    meaning: `waits after failed tries, at most ${RETRIES_MAX}, with commas between; n of them make n + 1 tries`,
  },
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;

/** @throws ConfigError that names the variable and says what would be right */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const databaseUrl = postgresUrl(env, 'DATABASE_URL');
  const cells = readCells(env);
  const secretsKeys = readSecretsKeys(env);
  const naming = cells === undefined ? 'DATABASE_URL' : 'CELLS';
  if (secretsKeys === undefined && (databaseUrl ?? cells) !== undefined) {
    throw new ConfigError(
      `SECRETS_KEY is needed with ${naming}: 32 random bytes as base64 or 64 hex digits ` +
        '(openssl rand -base64 32).',
    );
  }
  // A database that somebody named must not be filled with invented stock.
  const demo =
    oneOf(env, 'DEMO', ON_OR_OFF) ?? (databaseUrl === undefined && !cells ? 'on' : 'off');
  if (cells !== undefined && demo === 'on') {
    throw new ConfigError('DEMO=on is for one database: leave it out with CELLS.');
  }
  return {
    secretsKeys,
    webhookAllowedNetworks: readNetworks(env),
    webhookRetrySeconds: readRetrySeconds(env),
    worker: onUnlessOff(env, 'WORKER'),
    metricsPort: integer(env, 'OTEL_EXPORTER_PROMETHEUS_PORT', {
      fallback: undefined,
      min: 0,
      max: PORT_MAX,
    }),
    otlpEndpoint: httpUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    port: integer(env, 'PORT', { fallback: 3000, min: 0, max: PORT_MAX }),
    host: text(env, 'HOST') ?? '127.0.0.1',
    appUrl: cells === undefined ? appUrlIn(text(env, 'APP_URL')) : undefined,
    oidc: readOidc(env),
    cells,
    directoryUrl: readDirectoryUrl(env, cells),
    databaseUrl,
    readDatabaseUrl: cells === undefined ? readOneStandby(env, databaseUrl) : undefined,
    databaseDirectUrl: postgresUrl(env, 'DATABASE_DIRECT_URL'),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    preparedStatements: onUnlessOff(env, 'PREPARED_STATEMENTS'),
    migrate: onUnlessOff(env, 'MIGRATE'),
    demo: demo === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    ...readProcesses(env, { cells, databaseUrl }),
  };
}

/** The address at which people open the application. Browsers allow passkeys at `localhost`, not at `127.0.0.1`. */
export function appUrlOf({ appUrl, cell, port }: Pick<Config, 'appUrl' | 'cell' | 'port'>): string {
  return appUrl ?? `http://${cell === undefined ? '' : `${cell}.`}localhost:${port}`;
}

/**
 * One configuration for each cell, as if it were the platform's only database, with its part of the connections; the
 * configuration itself where there are no cells.
 *
 * @param processes that share the connections
 */
export function configOfCells(config: Config, processes = 1): Config[] {
  const { cells } = config;
  const share = Math.floor(config.databaseConnections / processes);
  if (cells === undefined) return [{ ...config, databaseConnections: share }];
  const databaseConnections = Math.floor((share - DIRECTORY_CONNECTIONS) / cells.length);
  return cells.map(({ name, databaseUrl, readDatabaseUrl, appUrl }) => ({
    ...config,
    cell: name,
    databaseUrl,
    readDatabaseUrl,
    appUrl,
    databaseConnections,
  }));
}

function connectionsMin(databaseUrl: string | undefined): number {
  const namesHosts = databaseUrl !== undefined && urlsOfHosts(databaseUrl).length > 1;
  return PROCESS_CONNECTIONS_MIN + (namesHosts ? 1 : 0);
}

/** The cells have equal parts of the connections, so the one that needs most decides. */
function readProcesses(
  env: NodeJS.ProcessEnv,
  { cells, databaseUrl }: Pick<Config, 'cells' | 'databaseUrl'>,
): Pick<Config, 'webConcurrency' | 'databaseConnections'> {
  const urls = cells?.map((cell) => cell.databaseUrl) ?? [databaseUrl];
  const ofCell = Math.max(...urls.map(connectionsMin));
  const ofProcess = ofCell * urls.length + (cells ? DIRECTORY_CONNECTIONS : 0);
  const webConcurrency = integer(env, 'WEB_CONCURRENCY', {
    fallback: 1,
    min: 1,
    max: PROCESSES_MAX,
  });
  const databaseConnections = integer(env, 'DATABASE_CONNECTIONS', {
    fallback: CONNECTIONS_DEFAULT,
    min: ofCell,
    max: CONNECTIONS_MAX,
  });
  const needed = ofProcess * webConcurrency;
  if (databaseConnections < needed) {
    const why = cells
      ? `${ofCell} for each of ${urls.length} cells in each process, and ${DIRECTORY_CONNECTIONS} for the directory`
      : `${ofCell} for each process`;
    throw new ConfigError(
      `DATABASE_CONNECTIONS must be at least ${needed} for WEB_CONCURRENCY=${webConcurrency}: ${why}.`,
    );
  }
  return { webConcurrency, databaseConnections };
}

function text(env: NodeJS.ProcessEnv, name: Name): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function integer<Fallback extends number | undefined>(
  env: NodeJS.ProcessEnv,
  name: Name,
  range: { fallback: Fallback; min: number; max: number },
): number | Fallback {
  const value = text(env, name);
  if (value === undefined) return range.fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < range.min || number > range.max) {
    throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}.`);
  }
  return number;
}

function oneOf(env: NodeJS.ProcessEnv, name: Name, values: string[]): string | undefined {
  const value = text(env, name)?.toLowerCase();
  if (value !== undefined && !values.includes(value)) {
    throw new ConfigError(`${name} must be one of ${values.join(', ')}.`);
  }
  return value;
}

function onUnlessOff(env: NodeJS.ProcessEnv, name: Name): boolean {
  return oneOf(env, name, ON_OR_OFF) !== 'off';
}

function postgresUrl(env: NodeJS.ProcessEnv, name: Name): string | undefined {
  const value = text(env, name);
  return value === undefined ? undefined : checkedPostgresUrl(name, value);
}

/** @param name of the variable that has it */
function checkedPostgresUrl(name: string, value: string): string {
  const [host] = postgresHosts(name, value);
  const wanted = new URL(host as string).searchParams.get('target_session_attrs');
  if (wanted !== null && !['read-write', 'primary'].includes(wanted)) {
    throw new ConfigError(
      `${name} names the server to write to: leave target_session_attrs out, or make it read-write.`,
    );
  }
  return value;
}

function postgresHosts(name: string, value: string): string[] {
  const hosts = urlsOfHosts(value);
  if (!/^postgres(ql)?:\/\//.test(value) || !hosts.every((host) => URL.canParse(host))) {
    // The url carries a password, so it is not quoted.
    throw new ConfigError(
      `${name} must be a url like postgresql://user:password@host:5432/database; several hosts are separated ` +
        'by commas, as in host:5432,other:5432.',
    );
  }
  if (hosts.length > HOSTS_MAX) {
    throw new ConfigError(`${name} may name ${HOSTS_MAX} hosts at the most.`);
  }
  return hosts;
}

function readOneStandby(
  env: NodeJS.ProcessEnv,
  databaseUrl: string | undefined,
): string | undefined {
  const url = standbyUrl('READ_DATABASE_URL', text(env, 'READ_DATABASE_URL'));
  if (url !== undefined && databaseUrl === undefined) {
    throw new ConfigError(
      'READ_DATABASE_URL names a standby of DATABASE_URL or CELLS: the embedded server has none.',
    );
  }
  return url;
}

/** @param name of the variable that has it */
function standbyUrl(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && postgresHosts(name, value).length > 1) {
    throw new ConfigError(`${name} must name one host, or a name behind which there are several.`);
  }
  return value;
}

function httpUrl(env: NodeJS.ProcessEnv, name: Name): string | undefined {
  const value = text(env, name);
  if (value !== undefined && (!/^https?:\/\//.test(value) || !URL.canParse(value))) {
    throw new ConfigError(`${name} must be a url like http://127.0.0.1:4318.`);
  }
  return value;
}

const LOOPBACK = /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;

/** Words that name something: `a=…`. */
const NAMED = /^([a-z][a-z0-9-]*)=(.*)$/;
const CELL_NAME_CHARACTERS_MAX = 30;

function readCells(env: NodeJS.ProcessEnv): readonly CellSettings[] | undefined {
  const words = text(env, 'CELLS')?.split(/\s+/);
  if (words === undefined) return undefined;
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    if (text(env, name) === undefined) continue;
    throw new ConfigError(
      `Use either CELLS or ${name}: the urls of CELLS are those of the databases.`,
    );
  }
  const urls = byCell('CELLS', words);
  if (urls.size > CELLS_MAX) throw new ConfigError(`CELLS may name ${CELLS_MAX} at the most.`);
  const appUrls = ofCells(env, 'APP_URL', urls);
  const standbyUrls = ofCells(env, 'READ_DATABASE_URL', urls);
  const cells = [...urls].map(([name, url]) => ({
    name,
    databaseUrl: checkedPostgresUrl(`CELLS (${name})`, url),
    readDatabaseUrl: standbyUrl(`READ_DATABASE_URL (${name})`, standbyUrls.get(name)),
    appUrl: appUrlIn(appUrls.get(name)),
  }));
  // A url carries a password, so it is not quoted.
  if (hasTwice(cells.map((cell) => cell.databaseUrl))) {
    throw new ConfigError('CELLS gives two cells the same url; each needs its own.');
  }
  // Browsers send a host's cookies to all of its ports.
  if (hasTwice(cells.flatMap(({ appUrl }) => (appUrl ? new URL(appUrl).hostname : [])))) {
    throw new ConfigError('APP_URL gives two cells the same host; each needs its own.');
  }
  return cells;
}

function ofCells(
  env: NodeJS.ProcessEnv,
  variable: Name,
  cells: ReadonlyMap<string, string>,
): Map<string, string> {
  const values = byCell(variable, text(env, variable)?.split(/\s+/) ?? []);
  const unknown = [...values.keys()].find((name) => !cells.has(name));
  if (unknown === undefined) return values;
  throw new ConfigError(
    `${variable} names ${unknown}, which CELLS does not: ${[...cells.keys()].join(', ')}.`,
  );
}

function hasTwice(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

function byCell(variable: string, words: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const word of words) {
    const [, name, value] = NAMED.exec(word) ?? [];
    if (name === undefined || value === undefined || name.length > CELL_NAME_CHARACTERS_MAX) {
      throw new ConfigError(
        `${variable} must be names and urls with spaces between, like a=URL b=URL; a name has at most ` +
          `${CELL_NAME_CHARACTERS_MAX} lower-case letters, digits and hyphens, and begins with a letter.`,
      );
    }
    if (values.has(name)) throw new ConfigError(`${variable} names ${name} twice.`);
    values.set(name, value);
  }
  return values;
}

function readDirectoryUrl(
  env: NodeJS.ProcessEnv,
  cells: readonly CellSettings[] | undefined,
): string | undefined {
  const url = postgresUrl(env, 'DIRECTORY_URL');
  if (url !== undefined && cells === undefined) {
    throw new ConfigError('DIRECTORY_URL is for several CELLS: one database needs no directory.');
  }
  return url ?? cells?.[0]?.databaseUrl;
}

function appUrlIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url === null || !isSafe || url.origin !== value.replace(/\/$/, '')) {
    throw new ConfigError(
      'APP_URL must be an address without a path, like https://pharmacy.example; http is for localhost alone.',
    );
  }
  return url.origin;
}

function readOidc(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const issuer = text(env, 'OIDC_ISSUER');
  if (issuer === undefined) return undefined;
  const url = URL.parse(issuer);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isSafe) {
    throw new ConfigError(
      'OIDC_ISSUER must be an address like https://login.example; http is for localhost alone.',
    );
  }
  const clientId = text(env, 'OIDC_CLIENT_ID');
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID is needed with OIDC_ISSUER.');
  return { issuer, clientId, clientSecret: text(env, 'OIDC_CLIENT_SECRET') };
}

function list(env: NodeJS.ProcessEnv, name: Name): string[] | undefined {
  return text(env, name)
    ?.split(',')
    .map((part) => part.trim());
}

function readSecretsKeys(env: NodeJS.ProcessEnv): Buffer[] | undefined {
  return list(env, 'SECRETS_KEY')?.map((part) => {
    const isHex = /^[0-9a-f]{64}$/i.test(part);
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(part);
    const key = Buffer.from(part, isHex ? 'hex' : 'base64');
    if ((!isHex && !isBase64) || key.length !== SECRETS_KEY_BYTES) {
      throw new ConfigError(
        'SECRETS_KEY must be 32 bytes as base64 or 64 hex digits; several are separated by commas.',
      );
    }
    return key;
  });
}

function readNetworks(env: NodeJS.ProcessEnv): string[] {
  return (list(env, 'WEBHOOK_ALLOWED_NETWORKS') ?? []).map((network) => {
    if (!ipaddr.isValidCIDR(network)) {
      throw new ConfigError(
        'WEBHOOK_ALLOWED_NETWORKS must be networks such as 127.0.0.0/8, separated by commas.',
      );
    }
    return network;
  });
}

function readRetrySeconds(env: NodeJS.ProcessEnv): number[] {
  const parts = list(env, 'WEBHOOK_RETRY_SECONDS');
  if (parts === undefined) return RETRY_SECONDS;
  const seconds = parts.map(Number);
  const fits = parts.every(
    (part) => /^\d+(\.\d+)?$/.test(part) && Number(part) <= RETRY_SECONDS_MAX,
  );
  if (seconds.length > RETRIES_MAX || !fits) {
    throw new ConfigError(
      `WEBHOOK_RETRY_SECONDS must be at most ${RETRIES_MAX} waits in seconds, separated by commas.`,
    );
  }
  return seconds;
}
