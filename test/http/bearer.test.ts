import { expect, it } from 'vitest';
import { bearerToken } from '../../src/http/bearer.ts';

it.each(['Bearer KEY', 'bEaReR KEY', 'Bearer    KEY', 'Bearer KEY   '])('reads %j', (header) => {
  expect(bearerToken(header)).toBe('KEY');
});

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer   ',
  'Basic KEY',
  'KEY',
  'BearerKEY',
  'Bearer KEY KEY',
  'Bearer\tKEY',
])('finds none in %j', (header) => {
  expect(bearerToken(header)).toBeUndefined();
});
