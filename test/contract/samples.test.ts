import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { ROOT } from '../support/document.ts';
import { exampleOf } from '../support/examples.ts';

const contract = document as unknown as ContractDocument;

interface Sampled {
  operationId: string;
  'x-codeSamples'?: { label: string; source: string }[];
}

const operations = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item as unknown as Record<string, Sampled>).map(([method, operation]) => ({
    template,
    method,
    id: operation.operationId,
    samples: operation['x-codeSamples'] ?? [],
  })),
);

function sampleOf({ id, samples }: (typeof operations)[number], label: string): string {
  const source = samples.find((sample) => sample.label === label)?.source;
  if (source === undefined) throw new Error(`${id} has no sample for ${label}`);
  return source;
}

test('has samples of every operation, in curl, TypeScript and Python', () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const { id, samples } of operations) {
    const labels = samples.map(({ label }) => label);
    expect([id, labels]).toEqual([id, ['curl', 'TypeScript', 'Python']]);
  }
});

/** What the shell makes of each: the words that curl is given. One shell reads all, since each start of one is dear. */
function wordsOfAll(samples: readonly string[]): string[][] {
  const each = samples.map((sample) => `(\n${sample}\n)\nprintf '\\1'\n`);
  const script = `curl() { printf '%s\\0' "$@"; }\nPHARMACY_KEY=vita_test_1\n${each.join('')}`;
  const said = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
  return said.split('\u0001').map((words) => words.split('\0').slice(0, -1));
}

const words = wordsOfAll(operations.map((operation) => sampleOf(operation, 'curl')));
const curled = operations.map((operation, at) => ({ ...operation, words: words[at] ?? [] }));

test.each(curled)('sends with curl what the examples of $id show', ({ words, ...operation }) => {
  const valuesOf = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] as string] : []));
  const [address] = words.filter((word) => word.startsWith('https://'));
  const { origin, pathname, searchParams } = new URL(address as string);
  const [body] = valuesOf('-d');
  const method = valuesOf('-X')[0] ?? (body === undefined ? 'GET' : 'POST');

  const { template, method: asked } = operation;
  const example = exampleOf(contract, template, asked);
  expect(`${origin}${pathname}`).toBe(`${contract.servers?.[0]?.url}${example.path}`);
  expect(Object.fromEntries(searchParams)).toEqual(example.query);
  expect(method).toBe(asked.toUpperCase());
  expect(body === undefined ? undefined : JSON.parse(body)).toEqual(example.body);
  const headers = Object.fromEntries(valuesOf('-H').map((line) => line.split(': ')));
  expect(headers.Authorization).toBe('Bearer vita_test_1');
  expect(headers['Content-Type']).toBe(body === undefined ? undefined : 'application/json');
  const mustHave = Object.keys(example.headers ?? {});
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(mustHave));
});

test('never gives two operations one Idempotency-Key', () => {
  const keys = operations.flatMap((operation) => {
    const found = /Idempotency-Key: (\S+)'/.exec(sampleOf(operation, 'curl'));
    return found ? [found[1]] : [];
  });
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys).size).toBe(keys.length);
});

test('has samples in TypeScript that the client’s own types take', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  try {
    for (const operation of operations) {
      const sample = sampleOf(operation, 'TypeScript');
      expect(sample).toContain(`pharmacy.${operation.id}(`);
      writeFileSync(join(folder, `${operation.id}.ts`), sample);
    }
    const options = {
      noEmit: true,
      strict: true,
      target: 'esnext',
      module: 'nodenext',
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      paths: { 'pharmacy-platform-sdk': [join(ROOT, 'generated/sdk/typescript/dist/index.d.ts')] },
    };
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
    );
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const ran = runTsc(tsc, folder);
    expect(ran).toBe('');
    // Types that take anything would prove nothing.
    const movement = join(folder, 'postMovement.ts');
    const broken = readFileSync(movement, 'utf8').replace("'receive'", "'recieve'");
    writeFileSync(movement, broken);
    expect(runTsc(tsc, folder)).toContain('postMovement.ts');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** What the compiler complains of. */
function runTsc(tsc: string, folder: string): string {
  try {
    return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}
