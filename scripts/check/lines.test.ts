import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countLines, overCeiling } from './lines.ts';

const PACKAGES = {
  server: { paths: ['src'], ceiling: 3 },
  page: { paths: ['application'], ceiling: 2 },
  tests: { paths: ['test', 'application/test'], ceiling: 9 },
};

it('counts the lines of each package, also of files that are not committed yet', () => {
  const root = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    execFileSync('git', ['init', '-q'], { cwd: root });
    const files = {
      'src/main.ts': 'a\n',
      'src/http/app.ts': 'a\nb\n',
      'application/app.tsx': 'a\n',
      'application/test/app.test.ts': 'a\nb\nc\n',
      'test/a.test.ts': 'a\n',
      'docs/one.md': 'a\n',
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    expect(countLines(PACKAGES, root)).toEqual({ server: 3, page: 1, tests: 4 });
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('names a package that is over its ceiling', () => {
  expect(overCeiling({ server: 3, page: 2, tests: 0 }, PACKAGES)).toEqual([]);
  expect(overCeiling({ server: 4, page: 2, tests: 0 }, PACKAGES)).toEqual([
    'server has 4 lines, and its ceiling is 3.',
  ]);
});
