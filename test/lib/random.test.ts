import { validate, version } from 'uuid';
import { expect, it, vi } from 'vitest';
import { newId, randomSalt } from '../../src/lib/random.ts';

const MANY = 5_000;

it('makes ids of version 7 that sort in the order in which they were made', () => {
  const ids = Array.from({ length: MANY }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(MANY);
  expect(ids).toEqual(ids.toSorted());
});

it('keeps that order when the clock is set back', () => {
  const before = newId();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  try {
    expect(newId() > before).toBe(true);
  } finally {
    clock.mockRestore();
  }
});

it('does not tell by an id how many others were made before it', async () => {
  const sequences: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    sequences.push(newId().slice(15, 23));
    await new Promise((wake) => setTimeout(wake, 2));
  }
  // A count would go up from one millisecond to the next.
  expect(sequences).not.toEqual(sequences.toSorted());
});

it('gives out each random byte once', () => {
  const salts = Array.from({ length: MANY }, () => randomSalt(16));
  const before = salts.map((salt) => salt.toString('hex'));
  expect(new Set(before).size).toBe(MANY);
  randomSalt(4_096);
  expect(() => randomSalt(4_097)).toThrow(RangeError);
  expect(salts.map((salt) => salt.toString('hex'))).toEqual(before);
});
