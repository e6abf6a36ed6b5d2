import { expect, it } from 'vitest';
import { brokenRule } from '../../src/lib/violation.ts';

it.each([
  ['minLength', 'must NOT have fewer than 1 characters', 'must not be empty'],
  ['minLength', 'must NOT have fewer than 10 characters', 'must not have fewer than 10 characters'],
  ['minItems', 'must NOT have fewer than 1 items', 'must not be empty'],
  ['minProperties', 'must NOT have fewer than 1 properties', 'must not be empty'],
  ['enum', 'must be equal to one of the allowed values: true', 'must be true'],
  ['enum', 'must be equal to one of the allowed values: a, ', 'must be one of a, null'],
])('says plainly what breaks %s: %s', (keyword, message, expected) => {
  expect(brokenRule({ keyword, message })).toBe(expected);
});
