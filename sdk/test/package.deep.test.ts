// What a partner installs: packed, in a new folder, with the program of its README.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { ROOT } from '../../test/support/document.ts';
import { nodes } from '../../test/support/nodes.ts';
import { day } from '../../test/support/pharmacy.ts';
import { useSdk } from './support/sdk.ts';
import { compile, type Installed, installPacked, SDK } from './support/sdk-package.ts';

const run = promisify(execFile);
const lot = (lot_number: string, qty: number) => ({
  sku_code: 'AMOX-500-CAP',
  lot_number,
  qty,
  expiry_date: day(60),
});
const home = useSdk({
  skuCodes: ['AMOX-500-CAP'],
  lots: [lot('AMX-2201', 40), lot('AMX-2207', 200)],
});
const README = readFileSync(join(ROOT, 'sdk/typescript/README.md'), 'utf8');
const PROGRAM = [...README.matchAll(/^```ts\n((?:.|\n)*?)^```$/gm)]
  .map(([, text]) => text)
  .join('');
const STRICTEST = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
const NODE_TYPES = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };

let installed: Installed;
/** What the compiler has to say of the program, with the types of Node.js. */
let complaints: string;
beforeAll(async () => {
  installed = await installPacked();
  writeFileSync(join(installed.folder, 'program.ts'), PROGRAM);
  const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
  complaints = await compile(installed.folder, { ...nodenext, ...STRICTEST, ...NODE_TYPES });
}, 120_000);
afterAll(() => installed.remove());

it('holds what runs, its types, its words and its licence, and nothing else', () => {
  const { files } = installed;
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/index.d.ts',
      'dist/index.js',
      'package.json',
    ]),
  );
  expect(
    files.filter(
      (path) => !/^(LICENSE|README\.md|package\.json|dist\/[\w-]+\.(js|d\.ts))$/.test(path),
    ),
  ).toEqual([]);
});

it('says that it runs from the first Node.js 20 on whose require() loads modules', async () => {
  const { engines } = JSON.parse(
    readFileSync(join(installed.folder, 'node_modules', SDK, 'package.json'), 'utf8'),
  );
  expect(engines).toEqual({ node: '>=20.19' });
});

/** Node.js 21, and 22 before 22.12, cannot. */
const requiring = nodes().filter(([version]) => !/^v(21|22\.(\d|1[01]))\./.test(version));

it.each(requiring)('is loaded by require() too, on %s', async (_version, node) => {
  const file = join(installed.folder, 'required.cjs');
  writeFileSync(file, `console.log(typeof require('${SDK}').createClient)`);
  expect(await run(node, [file])).toEqual({ stdout: 'function\n', stderr: '' });
});

describe('the program of the README', () => {
  it('compiles with the strictest settings, with and without the types of Node.js', async () => {
    expect(complaints).toBe('');
    const browser = {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      skipLibCheck: false,
    };
    const declared = 'declare const process: { env: Record<string, string | undefined> };\n';
    writeFileSync(join(installed.folder, 'program.ts'), declared + PROGRAM);
    expect(await compile(installed.folder, { ...browser, ...STRICTEST })).toBe('');
  }, 120_000);

  it.each(nodes())('prints what it says, on %s', async (_version, node) => {
    const out = join(installed.folder, 'out/program.js');
    const { stdout, stderr } = await run(node, [out], {
      env: {
        PHARMACY_KEY: home.pharmacy.liveKey,
        PHARMACY_URL: `${home.service.url}/api/public`,
      },
    });
    expect(stderr).toBe('');
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^Main \d+$/);
    expect(lines[1]).toMatch(/^\d+$/);
    expect(lines[2]).toMatch(/^(true|false)$/);
    expect(lines[3]).toMatch(/^\[ 20[01], 20[01] \]$/);
    expect(lines).toContain('AMX-2301 2035-11-30');
    expect(lines.filter((line) => /^AMOX-500-CAP \d+$/.test(line)).length).toBeGreaterThan(2);
    expect(lines.at(-2)).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.at(-1)).toMatch(/^\d+ 0$/);
  });

  it('receives what is signed and refuses the rest', async () => {
    const [, receiver = ''] = /```ts\n(import \{ verifyWebhook(?:.|\n)*?)^```$/m.exec(README) ?? [];
    const file = join(installed.folder, 'receiver.js');
    const { outputText } = ts.transpileModule(receiver, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(file, outputText);
    const { receive } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const secret = makeSecret();
    const payload = '{"id":"e","type":"stock.low","created_at":"","data":{"sku_code":"A"}}';
    const signing = { deliveryId: 'd', type: 'stock.low', payload, at: new Date() };
    const headers = signedHeaders({ ...signing, secret, nextSecret: null });
    const send = (secrets: string[]) =>
      receive(new Request('http://x/', { method: 'POST', headers, body: payload }), secrets);
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      expect((await send([makeSecret(), secret])).status).toBe(204);
      expect((await send([makeSecret()])).status).toBe(401);
      expect(printed.mock.calls).toEqual([['order more of', 'A']]);
    } finally {
      printed.mockRestore();
    }
  });
});

it('brings no client where webhooks alone are imported', async () => {
  const bundle = async (name: string, text: string) => {
    const input = join(installed.folder, name);
    writeFileSync(input, text);
    const build = await rolldown({ input, platform: 'neutral', cwd: installed.folder });
    const { output } = await build.generate({ minify: true });
    await build.close();
    return output[0].code;
  };
  const webhooks = await bundle('hooks.js', `export { verifyWebhook } from '${SDK}';`);
  const whole = await bundle('whole.js', `export * from '${SDK}';`);
  expect(webhooks).not.toMatch(/\/v1\/|Idempotency|querySerializer/);
  expect(webhooks.length).toBeLessThan(6000);
  expect(whole).toContain('querySerializer');
  expect(whole.length).toBeLessThan(32_000);
});
