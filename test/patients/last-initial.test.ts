import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastInitial } from '../../src/patients/last-initial.ts';

it.each([
  ['Lovelace', 'L'],
  ['de Vries', 'D'],
  ['O’Brien', 'O'],
  ["'t Hooft", 'T'],
  ['Ångström', 'Å'],
  ['A\u030angstrom', 'Å'],
  ['émile', 'É'],
  ['李', '李'],
  ['ßmann', 'S'],
  ['ŉ', 'N'],
  ['ﬀoulkes', 'F'],
  ['ʻōlelo', 'Ō'],
  ['x\u0302yz', 'X'],
  ['김', '김'],
  ['\u1100\u1161', '가'],
  ['आचार्य', 'आ'],
  ['عبد', 'ع'],
  ['𐐨', '𐐀'],
  ['3rd Smith', 'R'],
  ['- x', 'X'],
])('of %s is %s', (lastName, initial) => {
  expect(lastInitial(lastName)).toBe(initial);
});

it.each(['', '-', '123', '👩', '\u0301', ' '])('of %j is none', (lastName) => {
  expect(lastInitial(lastName)).toBeUndefined();
});

it('is one character that the database takes, of any name that has a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (lastName) => {
      const initial = lastInitial(lastName);
      if (initial === undefined) expect(lastName.normalize('NFC')).not.toMatch(/\p{L}/u);
      else expect(initial).toMatch(/^\p{L}$/u);
    }),
    { numRuns: 2_000 },
  );
});
