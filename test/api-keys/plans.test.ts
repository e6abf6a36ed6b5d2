import { expect, it } from 'vitest';
import { limitsOf, PLANS } from '../../src/api-keys/plans.ts';

const none = { perMinute: undefined, perDay: undefined };

it('every plan has its limits, or says that they must be given', () => {
  expect(PLANS).toEqual(['standard', 'partner', 'enterprise']);
  expect(limitsOf('standard', none)).toEqual({ perMinute: 60, perDay: 10_000 });
  expect(limitsOf('partner', none)).toEqual({ perMinute: 300, perDay: 100_000 });
  expect(() => limitsOf('enterprise', none)).toThrow('`requests_per_minute` and');
});

it('a limit that is given takes the place of the plan’s, each for itself', () => {
  expect(limitsOf('partner', { ...none, perMinute: 7 })).toEqual({ perMinute: 7, perDay: 100_000 });
  expect(limitsOf('partner', { ...none, perDay: 8 })).toEqual({ perMinute: 300, perDay: 8 });
  expect(() => limitsOf('enterprise', { ...none, perDay: 8 })).toThrow('`requests_per_minute` and');
  expect(limitsOf('enterprise', { perMinute: 5, perDay: 6 })).toEqual({ perMinute: 5, perDay: 6 });
});
