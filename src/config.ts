/** Settings from the environment, read once. The only reader of process.env. */
export interface Config {
  /** 0 means a free port. */
  readonly port: number;
  readonly host: string;
  /** Absent: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** Past a pooler, for migrations. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly preparedStatements: boolean;
  readonly migrate: boolean;
  readonly demo: boolean;
  readonly logLevel: string;
  /** Server processes; with one the program itself serves. */
  readonly webConcurrency: number;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const PORT_MAX = 65_535;
const PROCESSES_MAX = 64;

/** @throws ConfigError that names the variable and says what would be right */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    port: integer(env, 'PORT', { fallback: 3000, min: 0, max: PORT_MAX }),
    host: text(env, 'HOST') ?? '127.0.0.1',
    databaseUrl: postgresUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: postgresUrl(env, 'DATABASE_DIRECT_URL'),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    preparedStatements: onUnlessOff(env, 'PREPARED_STATEMENTS'),
    migrate: onUnlessOff(env, 'MIGRATE'),
    demo: onUnlessOff(env, 'DEMO'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    webConcurrency: integer(env, 'WEB_CONCURRENCY', { fallback: 1, min: 1, max: PROCESSES_MAX }),
  };
}

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function integer(
  env: NodeJS.ProcessEnv,
  name: string,
  range: { fallback: number; min: number; max: number },
): number {
  const value = text(env, name);
  if (value === undefined) return range.fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < range.min || number > range.max) {
    throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}.`);
  }
  return number;
}

function oneOf(env: NodeJS.ProcessEnv, name: string, values: string[]): string | undefined {
  const value = text(env, name)?.toLowerCase();
  if (value !== undefined && !values.includes(value)) {
    throw new ConfigError(`${name} must be one of ${values.join(', ')}.`);
  }
  return value;
}

function onUnlessOff(env: NodeJS.ProcessEnv, name: string): boolean {
  return oneOf(env, name, ['on', 'off']) !== 'off';
}

function postgresUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    // The url carries a password, so it is not quoted.
    throw new ConfigError(
      `${name} must be a url like postgresql://user:password@host:5432/database.`,
    );
  }
  return value;
}
