import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { asOpenapi30 } from './openapi-3-0.ts';

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

const older = asOpenapi30(contract) as typeof contract;

it('is valid as 3.0, references and examples included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-3-0-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(older));
    // Fails, and says where, at the first keyword that 3.0 does not know.
    const words = [REDOCLY, 'lint', file, '--extends', 'spec'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
    await promisify(execFile)(process.execPath, words, { cwd: folder, env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('has every operation, and of every schema each field that is required', () => {
  const operationsOf = ({ paths }: { paths: object }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
  expect(operationsOf(older)).toEqual(operationsOf(contract));
  const fieldsOf = (document: typeof contract) =>
    Object.entries(document.components.schemas).map(([, schema]) => {
      const { properties = {}, required = [] } = schema as {
        properties?: object;
        required?: string[];
      };
      return [Object.keys(properties), required];
    });
  expect(fieldsOf(older)).toEqual(fieldsOf(contract));
});

it('says that a field may be null as 3.0 does, and an alternative of 3.1 that it lacks throws', () => {
  const schemaOf = (one: object) =>
    asOpenapi30({
      info: { license: { name: 'x' } },
      paths: {},
      components: { schemas: { One: one } },
    });
  expect(schemaOf({ type: ['string', 'null'], const: 'a', examples: ['a'] })).toMatchObject({
    components: { schemas: { One: { type: 'string', nullable: true, enum: ['a'], example: 'a' } } },
  });
  expect(() => schemaOf({ type: ['string', 'number'] })).toThrow('3.0 has no type string,number');
});
