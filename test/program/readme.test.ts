// The README is true: its walk is run as it stands, through a shell, against a server of its own.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readImportFile } from '../../src/operator/import/import-format.ts';
import { type DataDir, makeDataDir } from '../support/data-dir.ts';
import { endSpawned, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const curl = new URL('../support/curl.ts', import.meta.url).pathname;
const program = new URL('../../src/main.ts', import.meta.url).pathname;
const [, catalog = ''] = /`catalog\.json`:\n\n```json\n([^`]*)```/.exec(readme) ?? [];

let dir: DataDir;
/** Where the reader stands, with the file that the README has him save. */
let folder: string;
let server: SpawnedServer;
beforeAll(async () => {
  dir = makeDataDir();
  folder = dirname(dir.path);
  writeFileSync(join(folder, 'catalog.json'), catalog);
  server = await spawnServer({ DATA_DIR: dir.path });
}, 90_000);
afterAll(async () => {
  await server.stop();
  await endSpawned();
  await dir.remove();
}, 90_000);

/** A block of the README that is typed, and what the README says comes of it. */
interface Step {
  readonly command: string;
  readonly status: string | undefined;
  readonly answer: string | undefined;
  readonly printed: string | undefined;
}

function readSteps(): Step[] {
  const typed = [
    ...readme.matchAll(
      /```sh\n((?:curl|npm run operator -- \w) ?[^`]*)```\n((?:.|\n)*?)(?=```sh|\n## |$)/g,
    ),
  ];
  return typed.map(([, command = '', after = '']) => ({
    command,
    status: /^[^`]*`(\d{3})`/.exec(after)?.[1],
    answer: /^[^`]*`\d{3}`[^`]*```json\n([^`]*)```/.exec(after)?.[1],
    printed: /^[^`]*```text\n([^`]*)```/.exec(after)?.[1],
  }));
}

it('gets the answers that the README shows', async () => {
  const steps = readSteps();
  const lines = [...readme.matchAll(/^(curl|npm run operator) /gm)];
  expect(steps.flatMap(({ command }) => command.match(/^(curl|npm) /gm))).toHaveLength(
    lines.length,
  );
  expect(steps.length).toBeGreaterThan(30);
  // One more shows what the first start prints.
  expect(steps.filter(({ printed }) => printed !== undefined)).toHaveLength(
    [...readme.matchAll(/^```text$/gm)].length - 1,
  );
  // What differs from run to run in the README, and what stands for it now.
  const actual = new Map<string, string>();
  for (const { command, status, answer, printed } of steps) {
    let current = command;
    for (const [shown, value] of actual) current = current.replaceAll(shown, value);
    const { stdout } = await run(current);
    if (command.startsWith('npm')) {
      if (printed !== undefined)
        expect([command, timeless(stdout)]).toEqual([command, timeless(printed)]);
      continue;
    }
    const [gotStatus, body] = stdout.split('\n', 2) as [string, string];
    expect([command, gotStatus]).toEqual([command, status]);
    const shown = JSON.parse(answer as string);
    expect([command, JSON.parse(body)]).toEqual([command, alike(shown, JSON.parse(body), actual)]);
  }
}, 120_000);

function timeless(text: string): string {
  return text.replaceAll(/\d+ ms$/gm, 'N ms');
}

it('names the variables that the program reads, and no others', () => {
  const named = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  const used = [...read('src/config.ts').matchAll(/\(env, '([A-Z_]+)'/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(used.sort());
});

it('shows a file that can be imported', () => {
  expect(readImportFile(catalog).lots).toHaveLength(1);
});

it('names folders and files that are there', () => {
  for (const [, path] of readme.matchAll(/`((?:src|test|openapi|prisma|generated)\/[\w./-]*)`/g)) {
    expect([path, () => readFileSync(new URL(`../../${path}`, import.meta.url))]).toSatisfy(
      ([, open]) => exists(open as () => void),
    );
  }
});

/** With curl and npm as functions of the shell, so that the lines are run as they stand. */
function run(command: string): Promise<{ stdout: string }> {
  const key = /live: (\S+)/.exec(server.output())?.[1];
  const node = `"${process.execPath}" --disable-warning=ExperimentalWarning`;
  const script = `set -e
    curl() { ${node} "${curl}" "$@"; }
    npm() { shift 3; ${node} "${program}" operator "$@"; }
    ${command}`;
  return promisify(execFile)('/bin/sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dir.path, API: `${server.url}/api/public/v1`, KEY: key },
  });
}

const changing = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-f]{64}$/,
  /^whsec_[A-Za-z0-9+/]{43}=$/,
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{6}(\d{19})?Z)?$/,
];

/** The shown answer with the ids, hashes and times of the actual one in the place of its own. */
function alike(shown: unknown, got: unknown, actual: Map<string, string>): unknown {
  if (typeof shown === 'string' && typeof got === 'string') {
    if (!changing.some((pattern) => pattern.test(shown) && pattern.test(got))) return shown;
    // The same id stays the same from answer to answer.
    if (!actual.has(shown)) actual.set(shown, got);
    return actual.get(shown);
  }
  if (typeof shown !== 'object' || shown === null || typeof got !== 'object' || got === null) {
    return shown;
  }
  if (Array.isArray(shown)) {
    return shown.map((item, at) => alike(item, (got as unknown[])[at], actual));
  }
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      alike(value, (got as Record<string, unknown>)[name], actual),
    ]),
  );
}

function exists(open: () => void): boolean {
  try {
    open();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR';
  }
}
