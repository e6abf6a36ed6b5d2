import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

const NAMES = ['spread', 'hot', 'rows'];

it('measures all cases in three rounds and writes the documents by default', () => {
  expect(readOptions([], NAMES)).toEqual({
    cases: NAMES,
    seconds: 8,
    rounds: 3,
    rows: [20_000, 1_000_000, 10_000_000],
    open: 100_000,
    write: true,
  });
});

it('writes no documents for a part of the cases, unless an option asks for them', () => {
  expect(readOptions(['--quick'], NAMES).write).toBe(false);
  expect(readOptions(['--cases', 'hot'], NAMES).write).toBe(false);
  expect(readOptions(['--cases', 'hot', '--write'], NAMES).write).toBe(true);
});

it('takes a part of the cases in their order, and lengths of its own', () => {
  const words = ['--cases', 'rows,spread', '--rows', '5000,200', '--seconds', '2', '--rounds', '1'];
  expect(readOptions(words, NAMES)).toMatchObject({
    cases: ['spread', 'rows'],
    rows: [200, 5_000],
    seconds: 2,
    rounds: 1,
  });
});

it('refuses what it does not know, and lengths that are none', () => {
  expect(() => readOptions(['--cases', 'cold'], NAMES)).toThrow('No case is named cold');
  expect(() => readOptions(['--seconds', '0'], NAMES)).toThrow('--seconds must be a whole number');
  expect(() => readOptions(['--fast'], NAMES)).toThrow('--fast');
});
