import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainName, nameProblem, nfc, requireName } from '../../src/lib/names.ts';

const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });

describe('a new name', () => {
  it.each([
    'RCL-7',
    'a b',
    'a  b',
    'North Clinic / Annex 2',
    'Kühlraum 2',
    '批号',
    '👍',
    'Crème brûlée',
  ])('is taken: %s', (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });

  it.each([
    ['a trailing blank', 'RCL-7 ', 'must not begin or end with white space'],
    ['a leading blank', ' RCL-7', 'must not begin or end with white space'],
    ['a no-break space at the end', 'RCL-7\u00a0', 'must not begin or end with white space'],
    ['an ideographic space before it', '\u3000RCL-7', 'must not begin or end with white space'],
    ['a blank alone', ' ', 'must not be blank'],
    ['blanks alone', '\u2003 \u3000', 'must not be blank'],
    ['a Hangul filler', '\u3164', 'must not be blank'],
    ['a combining joiner alone', '\u034f', 'must not be blank'],
    ['an empty Braille pattern', '\u2800', 'must not be blank'],
    ['a newline', 'a\nb', 'must not hold control or format characters'],
    ['BEL', 'a\u0007', 'must not hold control or format characters'],
    ['ESC', '\u001b[2J', 'must not hold control or format characters'],
    ['DEL', 'a\u007f', 'must not hold control or format characters'],
    ['NEL', 'a\u0085b', 'must not hold control or format characters'],
    ['U+200B', 'RCL-7\u200b', 'must not hold control or format characters'],
    ['U+202E', 'RCL\u202e7', 'must not hold control or format characters'],
    ['U+FEFF', '\ufeffRCL', 'must not hold control or format characters'],
    ['a tag', 'RCL\u{e0041}', 'must not hold control or format characters'],
    ['U+2028', 'a\u2028b', 'must not hold control or format characters'],
    ['U+2029', 'a\u2029', 'must not hold control or format characters'],
  ])('has not %s', (_, name, problem) => {
    expect(nameProblem(name)).toBe(problem);
    expect(() => requireName('lot_number', name)).toThrow(`lot_number ${problem}`);
  });

  it.each(['\u{1D160}', '\u0958', '\ufb2c'])('does not grow when it is stored: %s', (sign) => {
    expect(() => requireName('lot_number', sign)).toThrow('fall apart in Unicode NFC');
    expect(requireName('lot_number', nfc(sign))).toBe(nfc(sign));
  });

  it('is stored in NFC, whatever the form it came in', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(nfc(text)).toBe(text.normalize('NFC'));
        // So a name in any form of Unicode is judged alike, and what is stored is taken again.
        expect(nameProblem(nfc(text))).toBe(nameProblem(text));
        expect(nfc(nfc(text))).toBe(nfc(text));
      }),
    );
    expect(requireName('x', 'Ku\u0308hlraum')).toBe('K\u00fchlraum');
  });

  it('is plain only where it is fine and has one form', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ minLength: 1, maxLength: 20 })), (text) => {
        const isAscii = /^[ -~]+$/.test(text) && text === text.trim();
        expect(isPlainName(text)).toBe(isAscii);
        if (isPlainName(text)) expect([nameProblem(text), nfc(text)]).toEqual([undefined, text]);
      }),
    );
  });

  it('is judged in time that grows with its length alone', () => {
    const millisecondsOf = (length: number) => {
      const hostile = [' ', 'a ', '\u0301', '\u3000a'].map(
        (part) => `a${part.repeat(length)}\u0000`,
      );
      const from = performance.now();
      for (const name of hostile) nameProblem(name);
      return performance.now() - from;
    };
    millisecondsOf(1_000);
    expect(millisecondsOf(400_000)).toBeLessThan(1_000);
  });
});
