import { expect, it } from 'vitest';
import { makeOrderNumber } from '../../src/orders/order-number.ts';

it('says its environment, and nothing of how many orders there are', () => {
  const numbers = Array.from({ length: 5_000 }, () => makeOrderNumber('live'));
  for (const number of numbers) expect(number).toMatch(/^VO-[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(makeOrderNumber('test')).toMatch(/^VT-[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(new Set(numbers).size).toBe(numbers.length);
  // Each digit of the alphabet comes at each position.
  for (let index = 3; index < 13; index += 1) {
    expect(new Set(numbers.map((number) => number[index])).size).toBe(32);
  }
});
