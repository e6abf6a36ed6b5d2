import { KEY_PATTERN } from '../../generated/sdk/contract/operations.ts';
import { ConfigurationError } from './errors.ts';

const RANDOM_BYTES = 16;

/**
 * A fresh `Idempotency-Key`: 128 random bits as text. The client makes one for each call that has none; make
 * one yourself to store it before you call.
 */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is not there on pages that came over http.
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return `sdk-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** @throws ConfigurationError where the API would not take it */
export function checkedKey(key: string): string {
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key;
  throw new ConfigurationError(
    'An idempotency key must be 8 to 100 visible ASCII characters, without spaces.',
  );
}
