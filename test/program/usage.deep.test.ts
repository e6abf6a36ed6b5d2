// What the program says to somebody who starts it wrongly.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../kit/root.ts';
import { runProgram } from '../support/spawn-server.ts';

describe('the program', () => {
  it.each([
    ['a bad PORT', ['serve'], { PORT: 'abc' }, 1, /^PORT must be a whole number.*\n$/],
    [
      'a bad LOG_LEVEL',
      ['operator', 'ledger', 'verify'],
      { LOG_LEVEL: 'x' },
      1,
      /^LOG_LEVEL must.*\n$/,
    ],
    [
      'no command',
      [],
      {},
      2,
      /^usage: node src\/main.ts serve \| work \| migrate \| operator COMMAND\n$/,
    ],
    ['an unknown command', ['sell'], {}, 2, /^usage: .*\n$/],
    [
      'an unknown operator command',
      ['operator', 'nonsense'],
      {},
      2,
      /^error: unknown command 'nonsense'\n$/,
    ],
    [
      'a missing option',
      ['operator', 'key', 'issue'],
      {},
      2,
      /^error: required option '--org.*\n$/,
    ],
    ['no operator command', ['operator'], {}, 2, /^Usage: operator/],
    [
      'no file to import',
      ['operator', 'import'],
      {},
      2,
      /^error: missing required argument 'file'\n$/,
    ],
  ])('answers %s with one message', async (_what, words, env, code, message) => {
    const ended = await runProgram(words, env as Record<string, string>);
    expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('prints the help of operator on stdout', async () => {
    const { code, stdout, stderr } = await runProgram(['operator', '--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['organization', 'key', 'import', 'ledger']) expect(stdout).toContain(word);
  });

  it('says what to run where the pages were not built', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pharmacy-program-'));
    try {
      for (const path of ['src', 'package.json', 'generated/contract.ts'])
        cpSync(join(root, path), join(folder, path), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      const ended = spawnSync(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'serve'],
        { cwd: folder, encoding: 'utf8' },
      );
      expect([ended.status, ended.stdout, ended.stderr]).toEqual([
        1,
        '',
        'generated/application is missing: run `npm run build` first.\n',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what is wrong with DATA_DIR', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pharmacy-program-'));
    writeFileSync(join(folder, 'file'), '');
    const paths = [join(folder, 'file'), join(folder, 'file', 'below')];
    // No one can make a folder there, root included.
    if (process.platform === 'linux') paths.push('/proc/pharmacy');
    for (const path of paths) {
      const { code, stdout, stderr } = await runProgram(['serve'], { DATA_DIR: path, PORT: '0' });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^The data folder \S+ cannot be created or written \(\w+\): set DATA_DIR.*\n$/,
      );
    }
    rmSync(folder, { recursive: true });
  });
});
