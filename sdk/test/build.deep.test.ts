import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../kit/root.ts';
import { snake } from '../../scripts/contract/sdk/snake.ts';
import { buildSdk } from '../../scripts/contract/sdk.ts';

let fresh: string;
beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'sdk-'));
  await buildSdk(fresh, { isChecked: true });
}, 120_000);
afterAll(() => rm(fresh, { recursive: true, force: true }));

it('gives the same bytes each time it builds the packages', async () => {
  const expected = await readTree(join(fresh, 'contract'));
  expect(expected.size).toBeGreaterThanOrEqual(3);
  expect(await readTree(join(root, 'generated/sdk/contract'))).toEqual(expected);
  const digests = [...(await readTree(join(fresh, 'packages')))].filter(([name]) =>
    name.endsWith('.sha256'),
  );
  expect(digests.map(([name]) => name)).toEqual([
    expect.stringMatching(/\.tgz\.sha256$/),
    expect.stringMatching(/\.whl\.sha256$/),
  ]);
  for (const [name, line] of digests) {
    expect(await readFile(join(root, 'generated/sdk/packages', name), 'utf8')).toBe(line);
  }
});

it('names each operation once in each README', async () => {
  const { paths } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8'));
  const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((item) => Object.values(item))
    .map(({ operationId }) => operationId);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const listed = async (path: string) =>
    [...(await readFile(join(fresh, path), 'utf8')).matchAll(/^- `(\w+)`: /gm)].map(([, id]) => id);
  const inPython = await listed(`python/pharmacy_platform-${version}.dist-info/METADATA`);
  expect((await listed('typescript/README.md')).sort()).toEqual([...ids].sort());
  expect(inPython.sort()).toEqual(ids.map(snake).sort());
});

/** The command `pharmacy`, which runs in Node.js. */
const COMMAND = /^(?:pharmacy|listen)\./;

it('imports nothing but its own files, and nothing of Node.js outside its command', async () => {
  const imported = new Set<string>();
  for (const [name, text] of await readTree(join(fresh, 'typescript/dist'))) {
    if (COMMAND.test(name)) {
      for (const [, from] of text.matchAll(/ from ['"]([^'"]+)/g))
        expect(from).toMatch(/^(node:|\.\/)/);
      continue;
    }
    expect(text, name).not.toMatch(/ from ['"]\.\/(?:pharmacy|listen)\./);
    for (const [, from = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (!from.startsWith('./')) imported.add(from);
      else expect(from, name).toMatch(/\.js$/);
    }
    // openapi-fetch asks for the version of Node.js, where there is one.
    if (name === 'openapi-fetch.js') continue;
    expect(text, name).not.toMatch(/\b(?:Buffer|require|__dirname)\b|\bprocess\.(?!env\.PHARMACY)/);
  }
  expect([...imported]).toEqual([]);
});

it('needs no other package, and holds the license of the one that it contains', async () => {
  const manifest = JSON.parse(await readFile(join(fresh, 'typescript/package.json'), 'utf8'));
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect([manifest.version, manifest.sideEffects]).toEqual([own.version, false]);
  const contained = await readFile(join(fresh, 'typescript/dist/openapi-fetch.js'), 'utf8');
  expect(contained).toMatch(/^\/\*!\nMIT License\n\nCopyright/);
});

it('is named by its version wherever a document shows how to install it', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const documents = [
    'docs/sdk.md',
    'openapi/guides.md',
    'sdk/typescript/README.md',
    'sdk/python/README.md',
  ];
  for (const path of documents) {
    const text = await readFile(join(root, path), 'utf8');
    const named = [
      ...text.matchAll(/(?:pharmacy-platform-sdk|pharmacy_platform)-(\d+\.\d+\.\d+)/g),
    ];
    expect([path, named.length > 0]).toEqual([path, true]);
    for (const [, one] of named) expect([path, one]).toEqual([path, version]);
  }
});

it('says of each public name what it is', async () => {
  const dist = join(fresh, 'typescript/dist');
  const declared = [...(await readTree(dist))].filter(([name]) => name.endsWith('.d.ts'));
  const index = await readFile(join(dist, 'index.d.ts'), 'utf8');
  const names = [...index.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace('type ', '').trim()),
  );
  expect(names.length).toBeGreaterThan(40);
  const undescribed = names.filter((name) => {
    const pattern = new RegExp(
      `\\*/\\nexport (?:declare )?(?:abstract )?(?:class|const|function|interface|type) ${name}\\b`,
    );
    return !declared.some(([, text]) => pattern.test(text));
  });
  expect(undescribed).toEqual([]);
});

async function readTree(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const names = await readdir(directory, { recursive: true });
  for (const name of names.sort()) {
    if ((await stat(join(directory, name))).isFile()) {
      files.set(name, await readFile(join(directory, name), 'utf8'));
    }
  }
  return files;
}
