// What the check of a scanner says of how it is set, and that the code on the screen is the one it compares with.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js/node';
import { describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { CHECK_CODE_ELEMENTS } from '../../scripts/contract/page.ts';
import { CHECK_CODE, judgeCheck } from '../scanning/check.ts';

const wrongOf = (
  came: string,
  endedBy: 'Enter' | 'Tab' | 'nothing' = 'Enter',
  capsLock = false,
): string =>
  judgeCheck(came, { endedBy, capsLock })
    .filter(({ isGood }) => !isGood)
    .map(({ text }) => text)
    .join(' ');

const swapped = (text: string, one: string, other: string): string =>
  [...text]
    .map((character) => (character === one ? other : character === other ? one : character))
    .join('');

const inverted = [...CHECK_CODE]
  .map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))
  .join('');

describe('the check of a scanner', () => {
  test('shows the code that it compares with', async () => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const { buffer } = new Uint8Array(readFileSync(wasm));
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
    const image = await bwipjs.toBuffer({
      bcid: 'gs1datamatrix',
      text: CHECK_CODE_ELEMENTS,
      scale: 4,
      padding: 12,
      backgroundcolor: 'FFFFFF',
    });
    const [read] = await readBarcodes(new Uint8Array(image), { formats: ['DataMatrix'] });
    expect(Buffer.from(read?.bytes ?? []).toString('latin1')).toBe(CHECK_CODE);
    const shown = readFileSync(
      new URL('../../generated/application/check-code.svg', import.meta.url),
      'utf8',
    );
    expect(shown).toContain('<svg');
  });

  test('finds nothing wrong with a scanner that is right, with a symbology identifier or none', () => {
    expect(wrongOf(CHECK_CODE)).toBe('');
    expect(wrongOf(`]d2${CHECK_CODE}`)).toBe('');
    expect(wrongOf(CHECK_CODE, 'Tab')).toBe('');
  });

  test.each([
    ['no FNC1', wrongOf(CHECK_CODE.replaceAll('\u001d', '')), 'FNC1'],
    ['another keyboard', wrongOf(swapped(CHECK_CODE, 'Z', 'Y')), 'keyboard layout'],
    ['caps lock', wrongOf(inverted, 'Enter', true), 'Caps Lock is on'],
    ['no suffix', wrongOf(CHECK_CODE, 'nothing'), 'suffix'],
    ['lost keys', wrongOf(CHECK_CODE.replace('2', '')), 'pause'],
    ['another code', wrongOf('00300933109055\u001d'), 'another code'],
  ])('names the setting where there is %s, and no other', (_what, said, setting) => {
    expect(said).toContain(setting);
    expect(said.match(/\. [A-Z]/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});
