/** Files that pages load, under a hash of their content. */
import { createHash } from 'node:crypto';

export interface Asset {
  /** Its name in the folder of the pages. */
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  /** A hash of the content. The page names it, so that a browser does not use a cached older file. */
  readonly version: string;
}

export function asset(name: string, type: string, text: string): Asset {
  const body = Buffer.from(text);
  return { name, type, body, version: versionOf(body) };
}

const VERSION_CHARACTERS = 16;

/** Short, and another one for other bytes. */
export function versionOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, VERSION_CHARACTERS);
}
