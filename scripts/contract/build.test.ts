import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replace } from './build.ts';

const FILES = ['a', 'b', 'c'];

test('of builds that end at once, one is there as a whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'replace-'));
  const target = join(folder, 'pages');
  const builder = async (name: string) => {
    for (let round = 0; round < 50; round += 1) {
      const built = join(folder, name, 'pages');
      await mkdir(built, { recursive: true });
      for (const file of FILES) await writeFile(join(built, file), name);
      await replace(built, target);
    }
  };
  try {
    await Promise.all(['one', 'two', 'three'].map(builder));
    expect((await readdir(target)).sort()).toEqual(FILES);
    const texts = await Promise.all(FILES.map((file) => readFile(join(target, file), 'utf8')));
    expect(new Set(texts).size).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
