// PINs of six digits. Few digits are only enough where guesses are few: each is counted in the database before it is
// compared, and after five failures nothing opens by PIN until the person has come in by another way.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { FairSemaphore } from '../queues/fair-semaphore.ts';

export const PIN_FAILURES_MAX = 5;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** 16 MB and some 40 ms a guess, off the event loop. */
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };

/**
 * A hash holds one of the process's four threads, and names such as the database's are looked up there too: so the
 * process makes one at a time, and people take turns.
 */
const HASHES_AT_ONCE = 1;
/** The last of them has its turn after four seconds. */
const HASHES_WAITING_MAX = 100;
const HASHES_OF_PERSON_WAITING_MAX = PIN_FAILURES_MAX;
const hashing = new FairSemaphore({
  slotsMax: HASHES_AT_ONCE,
  queue: 'pin_hashes',
  waitingMax: HASHES_WAITING_MAX,
  waitingOfKeyMax: HASHES_OF_PERSON_WAITING_MAX,
});

interface HashedPin {
  readonly hash: Buffer;
  readonly salt: Buffer;
}

/** @throws ApiError 400 when everybody would guess it, 503 when too many PINs wait to be hashed */
export async function hashPin(personId: string, pin: string): Promise<HashedPin> {
  if (isObvious(pin)) {
    const message =
      'must not repeat one, two or three digits, or be digits in a row such as 123456';
    throw errors.invalid('pin', message);
  }
  const salt = randomBytes(SALT_BYTES);
  return { hash: await derive(personId, { pin, salt }), salt };
}

function isObvious(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  // Digits in a row may go on behind 9 with 0.
  const isRow = [1, 9].some((step) => steps.every((one) => (one + 10) % 10 === step));
  return isRow || [1, 2, 3].some((count) => pin === pin.slice(0, count).repeat(6 / count));
}

/**
 * Compares a PIN with the person's. A guess counts before it is compared, so that guesses at once count too.
 *
 * @returns those whose links the person's ways in rested on when it was compared
 * @throws ApiError 401 when it is another, when the person has none, or when it is locked; 503 when too many
 *   PINs wait to be compared, which counts as no guess
 */
export async function requirePin(
  db: Queryable,
  person: { readonly id: string; readonly organizationId: string },
  pin: string,
): Promise<readonly string[]> {
  const key = [person.id, person.organizationId];
  const [row] = await db.query(COUNT_GUESS, [...key, PIN_FAILURES_MAX]);
  if (row === undefined) {
    const [locked] = await db.query(IS_PIN_LOCKED, [...key, PIN_FAILURES_MAX]);
    if (locked === undefined) throw errors.notSignedIn('The PIN is wrong.');
    throw errors.pinLocked(
      'The PIN is locked after five failures: come in by a passkey, or by a new link, and have somebody else confirm you.',
    );
  }
  const { pin_hash: hash, pin_salt: salt } = row;
  if (hash === null || salt === null) throw new Error('A person without a PIN was found by it.');
  const derived = await derive(person.id, { pin, salt }).catch(async (error) => {
    await db.query(TAKE_GUESS_BACK, key);
    throw error;
  });
  const isRight = timingSafeEqual(derived, hash);
  if (!isRight) throw errors.notSignedIn('The PIN is wrong.');
  await db.query(FORGET_GUESSES, key);
  return row.linked_by;
}

async function derive(
  personId: string,
  { pin, salt }: { readonly pin: string; readonly salt: Buffer },
): Promise<Buffer> {
  const leave = await hashing.take(personId);
  try {
    return await scryptOf(pin, salt, HASH_BYTES, COST);
  } finally {
    leave();
  }
}

const scryptOf: (pin: string, salt: Buffer, bytes: number, cost: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

const COUNT_GUESS = statement<{
  pin_hash: Buffer | null;
  pin_salt: Buffer | null;
  linked_by: string[];
}>(
  'count-pin-guess',
  `update person set pin_failures = pin_failures + 1
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
      and pin_hash is not null and pin_failures < $3::int
    returning pin_hash, pin_salt, linked_by`,
);

const IS_PIN_LOCKED = statement<{ locked: boolean }>(
  'is-pin-locked',
  `select true as locked from person
    where id = $1::uuid and organization_id = $2::uuid and ended_at is null
      and pin_hash is not null and pin_failures >= $3::int`,
);

const TAKE_GUESS_BACK = statement<never>(
  'take-pin-guess-back',
  `update person set pin_failures = greatest(0, pin_failures - 1)
    where id = $1::uuid and organization_id = $2::uuid`,
);

const FORGET_GUESSES = statement<never>(
  'forget-pin-guesses',
  'update person set pin_failures = 0 where id = $1::uuid and organization_id = $2::uuid',
);
