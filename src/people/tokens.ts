import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Makes 256 random bits as base64url. The database keeps nothing but the hash. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the SHA-256 of a token. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
