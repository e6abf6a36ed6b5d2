import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../kit/root.ts';
import { generate, generatedNames } from './generate.ts';

test('what is generated is what is committed, byte for byte', { timeout: 120_000 }, async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    await generate(fresh);
    const expected = await readTree(fresh);
    expect(expected.size).toBeGreaterThanOrEqual(2);
    const committed = await readTree(join(root, 'generated'));
    expect([...committed.keys()]).toEqual([...expected.keys()]);
    for (const [name, text] of expected) {
      expect(committed.get(name) === text, `${name} is stale: npm run generate`).toBe(true);
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
});

/** Only what generate() owns; the SDK next to it has its own check. */
async function readTree(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const names = await readdir(directory, { recursive: true });
  for (const name of names.sort()) {
    const owned = generatedNames.some((own) => name === own || name.startsWith(`${own}/`));
    if (!owned || !(await stat(join(directory, name))).isFile()) continue;
    files.set(name, await readFile(join(directory, name), 'utf8'));
  }
  return files;
}
