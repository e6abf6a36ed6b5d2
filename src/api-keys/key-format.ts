import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../contract.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY = /^vita_(live|test)_[0-9A-Za-z]{38}$/;

/** Makes `vita_live_` or `vita_test_`, 32 random base62 characters (190 bits), and 6 of the CRC32 of all before. */
export function makeKey(environment: Environment): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join(
    '',
  );
  const body = `vita_${environment}_${random}`;
  return body + checksum(body);
}

const PREFIX_RANDOM_LENGTH = 4;

/** Returns what may be shown of a key, by which its holder knows it again: 166 bits of it stay unknown. */
export function prefixOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + PREFIX_RANDOM_LENGTH);
}

/** Returns whether a text has a key's form and its checksum; a mistyped key is refused without a query. */
export function isWellFormedKey(text: string): boolean {
  return (
    KEY.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
  );
}

/** Returns the SHA-256, which is all that the database stores of a key. */
export function hashOfKey(key: string): Buffer<ArrayBuffer> {
  return Buffer.from(hash('sha256', key, 'hex'), 'hex');
}

/** Returns the CRC32 in base62, most significant digit first, padded with zeros. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
