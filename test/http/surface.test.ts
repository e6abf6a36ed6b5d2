// The token of a request's head; what heads are refused is in hostile-heads.deep.test.ts.
import { expect, it } from 'vitest';
import { bearerToken } from '../../src/http/surface.ts';

it.each(['Bearer KEY', 'bEaReR KEY', 'Bearer    KEY', 'Bearer KEY   '])(
  'reads the token of %j',
  (header) => {
    expect(bearerToken(header)).toBe('KEY');
  },
);

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
])('reads no token of %j', (header) => {
  expect(bearerToken(header)).toBeUndefined();
});
