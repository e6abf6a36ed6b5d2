import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countLines, grownRooms } from './lines.ts';

it('counts the lines of each room, also of files that are not committed yet', () => {
  const root = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    execFileSync('git', ['init', '-q'], { cwd: root });
    const files = {
      'src/main.ts': 'a\n',
      'src/http/app.ts': 'a\nb\n',
      'src/http/docs/site.ts': 'a\nb\nc\n',
      'docs/one/two.md': 'a\n',
      'openapi/released/1.0.0.json': 'a\n',
      'generated/contract.ts': 'a\n',
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    expect(countLines(root)).toEqual({ src: 1, 'src/http': 5, docs: 1 });
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('names a room that has grown, and one that nobody has written down', () => {
  expect(grownRooms({ 'src/http': 5, 'src/scan': 2 }, { 'src/http': 5, 'src/scan': 3 })).toEqual(
    [],
  );
  expect(grownRooms({ 'src/http': 6, 'src/new': 1 }, { 'src/http': 5 })).toEqual([
    'src/http has 6 lines, and 5 are written down for it',
    'src/new has 1 lines, and 0 are written down for it',
  ]);
});
