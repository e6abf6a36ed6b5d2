import { randomInt } from 'node:crypto';
import type { Environment } from '../contract.ts';

/** Crockford's base 32: nothing that is read as something else. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const PREFIXES: Readonly<Record<Environment, string>> = { live: 'VO-', test: 'VT-' };

/** A number that tells nobody how many orders there are: 50 random bits. */
export function makeOrderNumber(environment: Environment): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  return PREFIXES[environment] + digits.join('');
}
