import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sectionOf } from '../../kit/section.ts';
import { configurationTable, PAGE, SECTION } from '../../scripts/contract/configuration.ts';
import { type Config, readConfig, SETTINGS } from '../../src/config.ts';
import { ROOT } from '../support/document.ts';

it('the table of settings is what `npm run generate` makes of the code', () => {
  expect(sectionOf(readFileSync(PAGE, 'utf8'), SECTION)).toBe(configurationTable());
});

it('names the settings that the program reads, and no others', () => {
  const source = readFileSync(join(ROOT, 'src/config.ts'), 'utf8');
  const read = [...source.matchAll(/\(env, '([A-Z_]+)'/g)].map(([, name]) => name);
  expect([...new Set(read)].sort()).toEqual(Object.keys(SETTINGS).sort());
});

it('documents the default of each variable', () => {
  const config = readConfig({});
  const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');
  const values: Partial<Record<keyof typeof SETTINGS, unknown>> = {
    PORT: config.port,
    HOST: config.host,
    DATABASE_CONNECTIONS: config.databaseConnections,
    PREPARED_STATEMENTS: onOrOff(config.preparedStatements),
    MIGRATE: onOrOff(config.migrate),
    DATA_DIR: config.dataDir,
    LOG_LEVEL: config.logLevel,
    WEB_CONCURRENCY: config.webConcurrency,
    WORKER: onOrOff(config.worker),
    WEBHOOK_RETRY_SECONDS: config.webhookRetrySeconds.join(','),
  };
  for (const [name, value] of Object.entries(values)) {
    expect(SETTINGS[name as keyof typeof SETTINGS].defaultValue, name).toBe(String(value));
  }
});

it('each of the other variables counts as absent where it is not set', () => {
  const absent: (keyof Config)[] = ['databaseUrl', 'databaseDirectUrl', 'secretsKeys'];
  const config = readConfig({});
  for (const name of absent) expect(config[name], name).toBeUndefined();
  expect(config.webhookAllowedNetworks).toEqual([]);
});
