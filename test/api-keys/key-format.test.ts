import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormedKey, makeKey } from '../../src/api-keys/key-format.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const environment = fc.constantFrom('live' as const, 'test' as const);
const key = environment.map((one) => makeKey(one));

describe('a key', () => {
  it('says its environment, then 32 random characters and 6 of checksum', () => {
    expect(makeKey('live')).toMatch(/^vita_live_[0-9A-Za-z]{38}$/);
    expect(makeKey('test')).toMatch(/^vita_test_[0-9A-Za-z]{38}$/);
  });

  it('ends in the CRC32 of all before it, in base62, most significant first, zero-padded', () => {
    fc.assert(
      fc.property(key, (made) => {
        let value = 0;
        for (const digit of made.slice(-6)) value = value * 62 + DIGITS.indexOf(digit);
        expect(value).toBe(crc32(made.slice(0, -6)));
      }),
    );
  });

  it('is never made twice, and uses all characters', () => {
    const keys = Array.from({ length: 2000 }, () => makeKey('live'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.flatMap((made) => [...made.slice(10, 42)])).size).toBe(62);
  });

  it('is well-formed as it is made', () => {
    fc.assert(fc.property(key, (made) => isWellFormedKey(made)));
  });
});

describe('a mistyped key', () => {
  it('is found by any one character that changed', () => {
    const character = fc.constantFrom(...DIGITS, '_', '-', ' ', 'é');
    fc.assert(
      fc.property(key, fc.nat(47), character, (made, index, other) => {
        fc.pre(made[index] !== other);
        expect(isWellFormedKey(made.slice(0, index) + other + made.slice(index + 1))).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('is found by two neighbours that changed places', () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 10, max: 46 }), (made, index) => {
        const [one = '', other = ''] = made.slice(index, index + 2);
        fc.pre(one !== other);
        const swapped = made.slice(0, index) + other + one + made.slice(index + 2);
        expect(isWellFormedKey(swapped)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found by its environment', () => {
    const made = makeKey('test');
    expect(isWellFormedKey(made.replace('test', 'live'))).toBe(false);
  });

  it('is found by what is missing, added or around it', () => {
    const made = makeKey('live');
    for (const text of [
      '',
      made.slice(1),
      made.slice(0, -1),
      `${made}0`,
      ` ${made}`,
      `${made}\n`,
      made.toUpperCase(),
      made.slice(5),
    ]) {
      expect(isWellFormedKey(text)).toBe(false);
    }
  });
});
