// What the guide tells those who look for leaked keys, run as it stands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWellFormedKey, makeKey } from '../../src/api-keys/key-format.ts';
import { readDocument } from '../support/document.ts';

const { text, blocks } = readDocument('docs/operator.md');
const [pattern, program] = blocks.filter(({ language }) => language === 'js');

let folder: string;
let isKey: (text: string) => boolean;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scanner-'));
  const path = join(folder, 'is-key.mjs');
  writeFileSync(path, program?.text ?? '');
  ({ isKey } = await import(path));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the regular expression finds a key wherever it is in a text, and no half of one', () => {
  const [, source = ''] = /^\/(.*)\/$/.exec(pattern?.text.trim() ?? '') ?? [];
  const found = (where: string) => where.match(new RegExp(source, 'g')) ?? [];
  const key = makeKey('live');
  for (const around of [`KEY=${key}`, `"${key}",`, `Bearer ${key}\n`, `x?key=${key}&y`]) {
    expect(found(around)).toEqual([key]);
  }
  expect(found(key.slice(0, -1))).toEqual([]);
  expect(found(`${key}0`)).toEqual([]);
});

it('the checksum as it is described is the one that keys have', () => {
  for (let index = 0; index < 500; index += 1) {
    const key = makeKey(index % 2 === 0 ? 'live' : 'test');
    const last = key.at(-1) === '0' ? '1' : '0';
    expect([isKey(key), isKey(key.slice(0, -1) + last)]).toEqual([true, false]);
  }
});

it('the example is worked out rightly', () => {
  const [, body = '', value = '', checksum = '', key = ''] =
    /text `(\w+)`: its CRC32 is ([\d,]+), which is\s+`(\w+)` in base62, so `(\w+)` is well formed/.exec(
      text,
    ) ?? [];
  expect(crc32(body)).toBe(Number(value.replaceAll(',', '')));
  expect(key).toBe(body + checksum);
  expect([isKey(key), isWellFormedKey(key)]).toEqual([true, true]);
});
