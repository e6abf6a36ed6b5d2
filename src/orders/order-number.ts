import { randomInt } from 'node:crypto';
import type { Environment } from '../contract.ts';

/** Crockford's base 32, which has no digits that look alike. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const PREFIXES: Readonly<Record<Environment, string>> = { live: 'VO-', test: 'VT-' };

/** Makes a number of 50 random bits, which does not reveal how many orders there are. */
export function makeOrderNumber(environment: Environment): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  return PREFIXES[environment] + digits.join('');
}
