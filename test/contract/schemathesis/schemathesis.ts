// Tries the served document and the real server with Schemathesis (https://schemathesis.io), which knows nothing of
// our own tests. Needs Python 3 and a package registry; without Python it says so and succeeds.
//
//   npm run schemathesis -- --seed 7 --examples 50
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { makeDataDir } from '../../../kit/data-dir.ts';
import { Database } from '../../../src/database/database.ts';
import { serviceUrl } from '../../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../../src/embedded/embedded-server.ts';
import { type ContractDocument, readOperations } from '../../../src/http/operations.ts';
import { endSpawned, spawnServer } from '../../support/spawn-server.ts';
import { makeWorld, WORLD_SECRETS_KEY } from '../fuzz/world.ts';
import { MEANT } from './meant.ts';
import { type Complaint, type Report, readReport } from './read-report.ts';

const VERSION = '4.32.5';
const PYTHON = 'python3';
const MINOR_MIN = 10;
const HOOKS = fileURLToPath(new URL('./hooks.py', import.meta.url));
const SHOWN_MAX = 20;
const TEXT_MAX = 400;
/** It ends with 1 where it complains of anything, also of what is meant. */
const ENDS = [0, 1];

const { values } = parseArgs({
  options: { seed: { type: 'string' }, examples: { type: 'string', default: '20' } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const examples = Number(values.examples);
const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());

const missing = whatIsMissing();
if (missing !== undefined) say(`schemathesis: ${missing}, so nothing was tried`);
else process.exitCode = await tryAll();

function whatIsMissing(): string | undefined {
  const { stdout, status } = spawnSync(PYTHON, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (status !== 0 || Number(major) !== 3) return 'there is no Python 3 here';
  if (Number(minor) < MINOR_MIN) return `this Python is older than 3.${MINOR_MIN}`;
  const venv = spawnSync(PYTHON, ['-c', 'import venv, ensurepip']);
  return venv.status === 0 ? undefined : 'this Python makes no virtual environments';
}

async function tryAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  try {
    await run(PYTHON, ['-m', 'venv', join(folder, 'venv')], folder);
    const bin = join(folder, 'venv', 'bin');
    const packages = [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `schemathesis==${VERSION}`,
    ];
    await run(join(bin, 'pip'), packages, folder);
    const report = await withServer((url, key) => runSchemathesis({ bin, folder, url, key }));
    return printReport(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program as a user starts it, in the world of the contract's examples. */
async function withServer<Of>(work: (url: string, key: string) => Promise<Of>): Promise<Of> {
  const dir = makeDataDir();
  try {
    const server = await spawnServer({
      DATA_DIR: dir.path,
      DEMO: 'off',
      WORKER: 'off',
      SECRETS_KEY: WORLD_SECRETS_KEY,
    });
    const member = await joinEmbeddedServer({ dataDir: dir.path });
    const owner = new pg.Pool({ connectionString: member.ownerUrl, max: 2 });
    const database = new Database(await serviceUrl(member.ownerUrl), { preparedStatements: true });
    try {
      const { live } = await makeWorld(database, owner);
      return await work(server.url, live);
    } finally {
      await database.close();
      await owner.end();
      await server.stop();
      await member.leave();
    }
  } finally {
    await endSpawned();
    await dir.remove();
  }
}

async function runSchemathesis({
  bin,
  folder,
  url,
  key,
}: {
  bin: string;
  folder: string;
  url: string;
  key: string;
}): Promise<Report> {
  say(`schemathesis ${VERSION}: seed ${seed}, ${examples} examples an operation`);
  const report = join(folder, 'report.ndjson');
  const words = [
    'run',
    `${url}/openapi.json`,
    '--url',
    `${url}/api/public`,
    '--checks',
    'all',
    '--seed',
    String(seed),
    '--max-examples',
    String(examples),
    '--continue-on-failure',
    '--no-color',
    '--generation-database',
    'none',
    '--report',
    'ndjson',
    '--report-ndjson-path',
    report,
  ];
  // It reads this from where it is started; as a plain header it would take the key for one to leave out.
  const bearer = `[auth.openapi.apiKey]\nbearer = "${key}"\n`;
  writeFileSync(join(folder, 'schemathesis.toml'), bearer, { mode: 0o600 });
  await run(join(bin, 'schemathesis'), words, folder, ENDS);
  return readReport(report, operations);
}

/** Keeps what is printed, and shows it where the program does not end as it should. */
async function run(file: string, words: string[], folder: string, ends = [0]): Promise<void> {
  const path = join(folder, 'printed');
  const printed = openSync(path, 'w');
  const child = spawn(file, words, {
    cwd: folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: HOOKS },
    stdio: ['ignore', printed, printed],
    signal: stopping.signal,
  });
  const [code] = await once(child, 'close');
  closeSync(printed);
  if (!ends.includes(code)) {
    throw new Error(`${file} ended with ${code}:\n${readFileSync(path, 'utf8')}`);
  }
}

function printReport({ isWhole, cases, asked, succeeded, complaints }: Report): number {
  const meant = new Map<string, number>();
  const others: Complaint[] = [];
  for (const complaint of complaints) {
    const found = MEANT.find(({ check, covers }) => check === complaint.check && covers(complaint));
    if (found) meant.set(found.reason, (meant.get(found.reason) ?? 0) + 1);
    else others.push(complaint);
  }
  const untried = operations.filter(({ id }) => !asked.has(id)).map(({ id }) => id);
  say(`${cases} requests; ${succeeded.size} of ${operations.length} operations did their work`);
  for (const [reason, count] of meant) say(`meant, ${count} times: ${reason}`);
  for (const complaint of others.slice(0, SHOWN_MAX)) say(describe(complaint));
  say(`${others.length} complaints that nobody means`);
  if (!isWhole) say('it did not come to its end');
  if (untried.length > 0) say(`never asked: ${untried.join(', ')}`);
  return others.length > 0 || !isWhole || untried.length > 0 ? 1 : 0;
}

function describe({ check, says, method, path, sent, status, body }: Complaint): string {
  const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text);
  return `${check}: ${says}\n  ${method} ${cut(path)} ${cut(sent)}\n  ${status} ${cut(JSON.stringify(body))}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
