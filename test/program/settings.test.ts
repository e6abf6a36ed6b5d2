import { describe, expect, it } from 'vitest';
import { appUrlOf, ConfigError, configOfCells, readConfig } from '../../src/config.ts';

describe('a variable', () => {
  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be'],
    ['PORT', '-1', 'PORT must be'],
    ['PORT', '80.5', 'PORT must be'],
    ['WEB_CONCURRENCY', '0', 'WEB_CONCURRENCY must be a whole number from 1 to 64.'],
    ['DATABASE_CONNECTIONS', '2', 'DATABASE_CONNECTIONS must be a whole number from 3 to 10000.'],
    ['WEB_CONCURRENCY', '10', 'DATABASE_CONNECTIONS must be at least 30 for WEB_CONCURRENCY=10: 3'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug,'],
    ['MIGRATE', 'no', 'MIGRATE must be one of on, off.'],
    ['DEMO', 'false', 'DEMO must be one of on, off.'],
    ['PREPARED_STATEMENTS', '0', 'PREPARED_STATEMENTS must be one of on, off.'],
    ['DATABASE_URL', 'nonsense', 'DATABASE_URL must be a url like postgresql://'],
    ['DATABASE_URL', 'mysql://u:hidden@h/d', 'DATABASE_URL must be a url like postgresql://'],
    [
      'READ_DATABASE_URL',
      'mysql://u:hidden@h/d',
      'READ_DATABASE_URL must be a url like postgresql://',
    ],
    ['READ_DATABASE_URL', 'postgresql://u:hidden@h,i/d', 'READ_DATABASE_URL must name one host'],
    [
      'READ_DATABASE_URL',
      'postgresql://u:hidden@h/d',
      'READ_DATABASE_URL names a standby of DATABASE',
    ],
    ['DATABASE_DIRECT_URL', 'postgres://u:hidden@h:port/d', 'DATABASE_DIRECT_URL must be a url'],
    ['SECRETS_KEY', 'c2hvcnQ=', 'SECRETS_KEY must be 32 bytes as base64 or 64 hex digits'],
    ['SECRETS_KEY', `${'ab'.repeat(32)},hidden`, 'SECRETS_KEY must be 32 bytes'],
    ['SECRETS_KEY', 'hidden'.repeat(11), 'SECRETS_KEY must be 32 bytes'],
    ['WEBHOOK_ALLOWED_NETWORKS', '127.0.0.1', 'WEBHOOK_ALLOWED_NETWORKS must be networks such as'],
    ['WEBHOOK_ALLOWED_NETWORKS', '127.0.0.0/8,', 'WEBHOOK_ALLOWED_NETWORKS must be'],
    ['WEBHOOK_RETRY_SECONDS', '5,soon', 'WEBHOOK_RETRY_SECONDS must be at most 50 waits'],
    ['WEBHOOK_RETRY_SECONDS', '5,,30', 'WEBHOOK_RETRY_SECONDS must be'],
    ['WEBHOOK_RETRY_SECONDS', '-1', 'WEBHOOK_RETRY_SECONDS must be'],
    ['WEBHOOK_RETRY_SECONDS', '604801', 'WEBHOOK_RETRY_SECONDS must be'],
    ['WORKER', 'no', 'WORKER must be one of on, off.'],
    ['CELLS', 'postgresql://u:hidden@h/d', 'CELLS must be names and urls with spaces between'],
    ['CELLS', 'A=postgresql://u:hidden@h/d', 'CELLS must be names and urls'],
    ['CELLS', 'a=postgresql://u:hidden@h/d a=postgresql://u:hidden@h/e', 'CELLS names a twice.'],
    ['CELLS', 'a=mysql://u:hidden@h/d', 'CELLS (a) must be a url like postgresql://'],
    ['CELLS', 'a=postgresql://u:hidden@h/d b=postgresql://u:hidden@h/d', 'CELLS gives two cells'],
    ['CELLS', 'a=postgresql://u:hidden@h/d', 'SECRETS_KEY is needed with CELLS'],
    ['DIRECTORY_URL', 'postgresql://u:hidden@h/d', 'DIRECTORY_URL is for several CELLS'],
  ])('%s=%s is refused by its name', (name, value, message) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('hidden');
  });

  it('that is empty counts as absent', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'LOG_LEVEL', 'WEB_CONCURRENCY'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(
      readConfig({}),
    );
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: '.data' });
  });
});

describe('cells', () => {
  const url = 'postgresql://u:hidden@h';
  const two = { CELLS: `a=${url}/a  b=${url}/b`, SECRETS_KEY: 'ab'.repeat(32) };

  it('are configurations of their own, with equal parts of the connections', () => {
    const config = readConfig({
      ...two,
      APP_URL: 'b=https://b.example',
      READ_DATABASE_URL: `b=${url}/standby`,
      PORT: '3000',
    });
    expect(config.directoryUrl).toBe(`${url}/a`);
    const cells = configOfCells(config);
    expect(cells.map(({ cell, databaseUrl }) => [cell, databaseUrl])).toEqual([
      ['a', `${url}/a`],
      ['b', `${url}/b`],
    ]);
    expect(cells.map(({ databaseConnections }) => databaseConnections)).toEqual([13, 13]);
    expect(cells.map(({ readDatabaseUrl }) => readDatabaseUrl)).toEqual([
      undefined,
      `${url}/standby`,
    ]);
    expect(cells.map(appUrlOf)).toEqual(['http://a.localhost:3000', 'https://b.example']);
    expect(configOfCells(config, 2).map((one) => one.databaseConnections)).toEqual([6, 6]);
  });

  it.each([
    [{ DATABASE_URL: `${url}/d` }, 'Use either CELLS or DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: `${url}/d` }, 'Use either CELLS or DATABASE_DIRECT_URL'],
    [{ DEMO: 'on' }, 'DEMO=on is for one database'],
    [{ APP_URL: 'https://b.example' }, 'APP_URL must be names and urls'],
    [{ APP_URL: 'c=https://b.example' }, 'APP_URL names c, which CELLS does not: a, b.'],
    [{ READ_DATABASE_URL: `${url}/d` }, 'READ_DATABASE_URL must be names and urls'],
    [{ READ_DATABASE_URL: `c=${url}/d` }, 'READ_DATABASE_URL names c, which CELLS does not: a, b.'],
    [{ READ_DATABASE_URL: `a=${url},i/d` }, 'READ_DATABASE_URL (a) must name one host'],
    [
      { APP_URL: 'a=https://x.example b=https://x.example' },
      'APP_URL gives two cells the same host',
    ],
    [{ APP_URL: 'a=ftp://x.example' }, 'APP_URL must be an address without a path'],
    [
      { DATABASE_CONNECTIONS: '6' },
      'DATABASE_CONNECTIONS must be at least 7 for WEB_CONCURRENCY=1: 3 for each of 2 cells in each process, ' +
        'and 1 for the directory.',
    ],
  ])('with %o are refused', (more, message) => {
    const read = () => readConfig({ ...two, ...more });
    expect(read).toThrow(message);
    expect(read).not.toThrow('hidden');
  });
});

it('makes a demo where no database is named, and elsewhere only where it is asked for', () => {
  const named = { DATABASE_URL: 'postgresql://u:hidden@h/d', SECRETS_KEY: 'ab'.repeat(32) };
  expect(readConfig({}).demo).toBe(true);
  expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  expect(readConfig(named).demo).toBe(false);
  expect(readConfig({ ...named, DEMO: 'on' }).demo).toBe(true);
});

describe('the key of secrets', () => {
  const hex = 'ab'.repeat(32);
  const base64 = Buffer.alloc(32, 5).toString('base64');

  it('is required where a database is named, and only there', () => {
    const DATABASE_URL = 'postgresql://u:hidden@h/d';
    expect(() => readConfig({ DATABASE_URL })).toThrow(/^SECRETS_KEY is needed with DATABASE_URL/);
    expect(readConfig({ DATABASE_URL, SECRETS_KEY: hex }).secretsKeys).toHaveLength(1);
    expect(readConfig({}).secretsKeys).toBeUndefined();
  });

  it('is base64 or hex digits, and several are in their order', () => {
    expect(readConfig({ SECRETS_KEY: `${base64}, ${hex}` }).secretsKeys).toEqual([
      Buffer.alloc(32, 5),
      Buffer.alloc(32, 0xab),
    ]);
  });
});

it('waits about a day in all between ten tries by default', () => {
  expect(readConfig({}).webhookRetrySeconds).toEqual([
    5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200,
  ]);
  expect(readConfig({ WEBHOOK_RETRY_SECONDS: '0.5, 2' }).webhookRetrySeconds).toEqual([0.5, 2]);
});
