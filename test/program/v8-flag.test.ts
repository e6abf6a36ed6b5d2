import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('sets a flag that V8 knows: of another it would complain at each start, and go on', () => {
  const program = readFileSync(new URL('../../src/main.ts', import.meta.url), 'utf8');
  const flag = /setFlagsFromString\('(.*)'\)/.exec(program)?.[1] ?? '';
  expect(flag).toMatch(/^--/);
  const { status, stderr } = spawnSync(process.execPath, [flag, '-e', '']);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
});
