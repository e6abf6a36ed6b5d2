// Ids and salts. To ask Node's cryptography for the few bytes of each took a thirtieth of a movement's time; here it is asked
// for many at once.
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const POOL_BYTES = 4_096;
const UUID_BYTES = 16;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Returns bytes that no one can guess, each of them once. For secrets take node:crypto: these stay in memory for a while. */
export function randomSalt(bytes: number): Buffer {
  if (bytes > POOL_BYTES) throw new RangeError(`A salt has at most ${POOL_BYTES} bytes.`);
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return Buffer.from(pool.subarray(used - bytes, used));
}

let milliseconds = 0;
let sequence = 0;

/** Makes a UUID of version 7 (RFC 9562). It sorts after those that this process has made before. */
export function newId(): string {
  const random = randomSalt(UUID_BYTES);
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    // The upper half stays free, so that the numbers of one millisecond do not run out.
    sequence = random.readUInt32BE() >>> 1;
  } else sequence += 1;
  return v7({ msecs: milliseconds, seq: sequence, random });
}
