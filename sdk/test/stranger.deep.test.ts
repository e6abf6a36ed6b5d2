// A stranger's first hour: an empty folder, the address of a service, and a key. The service is the program as the
// Dockerfile packs it, and what the stranger runs is what it serves.
//
//   npm run sdk:try
//
// tries what takes longer and a package index too: strict compilers, a bundle, a fresh Python.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/system-server.ts';
import { ROOT, readDocument } from '../../test/support/document.ts';
import { nodes } from '../../test/support/nodes.ts';
import { type SpawnedServer, spawnServer } from '../../test/support/spawn-server.ts';
import { lackForPython, runPython, TRIES_ALL } from './support/python.ts';
import { compile } from './support/sdk-package.ts';

const run = promisify(execFile);
const LONG = { timeout: 20_000, interval: 50 };
const { version } = document.info;
const guide = readDocument('docs/sdk.md');
const shown = (name: string): string => guide.files.get(name)?.text ?? '';

const packed = mkdtempSync(join(tmpdir(), 'packed-'));
const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
let db: TestDatabase;
let server: SpawnedServer;
/** As the stranger sets it. */
let env: Record<string, string>;
beforeAll(async () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  for (const [, from = ''] of dockerfile.matchAll(
    /^COPY (?:--from=built \/app\/)?([a-z]\S*) \S+$/gm,
  )) {
    cpSync(join(ROOT, from), join(packed, from), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(packed, 'node_modules'));
  db = await createTestDatabase();
  const settings = {
    DATABASE_URL: db.ownerUrl,
    DEMO: 'on',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  server = await spawnServer(settings, { root: `${packed}/` });
  env = {
    PATH: String(process.env.PATH),
    PHARMACY_URL: `${server.url}/api/public`,
    PHARMACY_KEY: String(/live: (\S+)/.exec(server.output())?.[1]),
    PORT: String(await freePort()),
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--registry', 'http://127.0.0.1:9'];
  await run('npm', [...install, `${server.url}/sdk/pharmacy-platform-sdk-${version}.tgz`], {
    cwd: folder,
  });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await db?.drop();
  for (const one of [packed, folder]) rmSync(one, { recursive: true, force: true });
});

const FIRST = `import { createClient } from 'pharmacy-platform-sdk';
const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY, baseUrl: process.env.PHARMACY_URL });
const body = { type: 'fulfill', sku_code: 'METF-500-TAB', location: 'Main', qty: 1 };
console.log((await pharmacy.call('postMovement', { body })).status);`;

const REFUSED = `import { createClient, isApiError } from 'pharmacy-platform-sdk';
const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY, baseUrl: process.env.PHARMACY_URL });
const body = { type: 'fulfill', sku_code: 'METF-500-TAB', location: 'Main', qty: 99999 };
await pharmacy.postMovement({ body }).catch((error) => isApiError(error) && console.log(error.requestId));`;

const FIND = `import { createClient } from 'pharmacy-platform-sdk';
const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY, baseUrl: process.env.PHARMACY_URL });
const { data } = await pharmacy.listRequests({ query: { request_id: process.argv[2] } });
console.log(data.map(({ operation, status, code }) => [operation, status, code].join(' ')).join());`;

async function node(
  program: string,
  words: string[] = [],
  path = process.execPath,
): Promise<string> {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  return (await run(path, [file, ...words], { cwd: folder, env })).stdout;
}

it.each(nodes())('gets the first 201 without a registry, on %s', async (_version, path) => {
  expect(await node(FIRST, [], path)).toBe('201\n');
});

it('sees an event on the own machine by `listen`', async () => {
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const program = join(folder, 'node_modules/.bin/pharmacy');
  const child = spawn(program, ['listen', '--forward-to', url], { cwd: folder, env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  try {
    await vi.waitFor(() => expect(output).toContain('secret whsec_'), LONG);
    await node(FIRST);
    await vi.waitFor(() => expect(output).toMatch(/stock\.changed \S+ 204 in /), LONG);
    expect(JSON.parse(received[0] ?? '')).toMatchObject({ data: { sku_code: 'METF-500-TAB' } });
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
    receiver.close();
  }
});

it('finds a refused request again by its id', async () => {
  const id = (await node(REFUSED)).trim();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await vi.waitFor(async () => {
    expect(await node(FIND, [id])).toBe('postMovement 409 insufficient_stock\n');
  }, LONG);
});

/** test/docs/walks.deep.test.ts runs the one in JavaScript as it is in the guide. */
describe.skipIf(lackForPython() !== undefined)('in Python', () => {
  it('goes through the first hour, and once more without doing anything twice', async () => {
    const printed = (onHand: number, isRepeat: boolean) =>
      [
        `on hand: ${onHand}`,
        'scanned: LIS-5102 2035-11-30',
        'received: 40 and again: True',
        'reserved: LIS-3307 12',
        'shipped: LIS-3307 -12',
        ...(isRepeat ? [] : ['webhook verified: on hand 89']),
        'refused: asked for 5000 of 89',
        'found again: postMovement 409 insufficient_stock',
        'ledger: fulfill LIS-3307 -12',
        '',
      ].join('\n');
    expect(await runPython(shown('first-hour.py'), env)).toBe(printed(61, false));
    expect(await runPython(shown('first-hour.py'), env)).toBe(printed(89, true));
  });

  it('runs the other program of the guide', async () => {
    const lines = (await runPython(shown('lots.py'), env)).split('\n');
    expect(lines[0]).toMatch(/^HUM-\d+ \d+$/);
    expect(lines).toContain('LISIN-10-TAB 89');
  });
});

describe.skipIf(!TRIES_ALL)('with everything', () => {
  const NODE_TYPES = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };
  const STRICTEST = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const BROWSER = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] };
  const IN_PAGE = `import { createClient } from 'pharmacy-platform-sdk';
const pharmacy = createClient({ apiKey: () => prompt('Key') ?? '', baseUrl: location.origin });
for await (const lot of pharmacy.each.listLots({ query: { in_stock: true } })) {
  document.body.append(lot.lot_number);
}
export {};
`;
  const COMMON = `import sdk = require('pharmacy-platform-sdk');
const pharmacy = sdk.createClient({ apiKey: process.env.PHARMACY_KEY ?? '', baseUrl: process.env.PHARMACY_URL });
pharmacy.listLocations().then(({ data }) => console.log(data.length > 0));
`;

  function project(name: string, type: string, program: string): string {
    const own = join(folder, name);
    mkdirSync(own);
    writeFileSync(join(own, 'package.json'), JSON.stringify({ type }));
    writeFileSync(join(own, 'program.ts'), program);
    return own;
  }

  it.each([
    ['a module', 'module', { module: 'nodenext', ...NODE_TYPES }, shown('first-hour.mjs')],
    ['CommonJS', 'commonjs', { module: 'nodenext', ...NODE_TYPES }, COMMON],
    ['a page', 'module', BROWSER, IN_PAGE],
  ])(
    'compiles strictly as %s, and refuses what is wrong',
    async (name, type, options, program) => {
      const own = project(name.replace(' ', '-'), type, program);
      expect(await compile(own, { ...options, ...STRICTEST })).toBe('');
      if (type === 'commonjs' || name === 'a module') {
        for (const [, path] of nodes()) {
          const { stdout } = await run(path, [join(own, 'out/program.js')], { cwd: own, env });
          expect(stdout).toMatch(name === 'CommonJS' ? /^true\n$/ : /^ledger: fulfill/m);
        }
      }
      const wrong = program.replace(/list(Stock|Lots|Locations)\((\{ query: \{ )?/, 'listNothing(');
      writeFileSync(join(own, 'program.ts'), wrong);
      expect(await compile(own, { ...options, ...STRICTEST })).not.toBe('');
    },
    120_000,
  );

  it('is bundled for a browser', async () => {
    const input = join(folder, 'page.js');
    writeFileSync(input, IN_PAGE.replace('export {};', ''));
    const build = await rolldown({ input, platform: 'browser', cwd: folder });
    const { output } = await build.generate({ minify: true });
    await build.close();
    expect(output).toHaveLength(1);
    expect(output[0].imports).toEqual([]);
    expect(output[0].code.length).toBeLessThan(32_000);
  });

  it('is installed by pip from the service, and checked by mypy and pyright', async () => {
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    const program = (name: string) => join(folder, 'venv/bin', name);
    const wheel = `${server.url}/sdk/pharmacy_platform-${version}-py3-none-any.whl`;
    const [digest] = (await (await fetch(`${wheel}.sha256`)).text()).split(' ');
    await run(program('pip'), ['install', '--quiet', `${wheel}#sha256=${digest}`]);
    await run(program('pip'), ['install', '--quiet', 'mypy==2.4.1', 'pyright==1.1.414']);
    const readme = readFileSync(join(ROOT, 'sdk/python/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```python\n((?:.|\n)*?)^```$/gm)].map(
      ([, block]) => block,
    );
    const typed = join(folder, 'typed');
    mkdirSync(typed);
    const files = {
      'first_hour.py': shown('first-hour.py'),
      'lots.py': shown('lots.py'),
      'readme.py': blocks.slice(0, 5).join('\n'),
      'readme_async.py': String(blocks[5]),
      'readme_webhooks.py': String(blocks[6]),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(typed, name), text);
    const checked = (...words: string[]): Promise<string> =>
      run(program(String(words[0])), words.slice(1), { cwd: typed }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    const names = Object.keys(files);
    expect(await checked('mypy', '--strict', ...names)).toBe('');
    expect(await checked('mypy', '--strict', '-p', 'pharmacy_platform')).toBe('');
    const pyright = ['pyright', '--pythonpath', program('python')];
    expect(await checked(...pyright, ...names)).toBe('');
    const right = shown('first-hour.py');
    for (const [from, to] of [
      ['"scanned_code": code', '"scaned_code": code'],
      ['sku_code=SKU, location', 'sku=SKU, location'],
      ['data["on_hand"])', 'data["onhand"])'],
      ['!= "stock.changed"', '!= "stock.low"'],
    ] as const) {
      expect(right).toContain(from);
      writeFileSync(join(typed, 'wrong.py'), right.replace(from, to));
      expect([to, await checked('mypy', '--strict', 'wrong.py')]).toEqual([
        to,
        expect.stringMatching(/wrong\.py:\d+: error: /),
      ]);
    }
    const file = join(folder, 'typed/first_hour.py');
    const { stdout } = await run(program('python'), [file], { env });
    expect(stdout).toMatch(/^ledger: fulfill/m);
  }, 300_000);
});
