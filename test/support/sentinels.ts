/**
 * What must not leave. Tests put these texts and numbers where the service keeps what no one may see; whatever
 * the service says in any test is searched for them: answers, log lines, deliveries, what commands print, and
 * the log of PostgreSQL.
 */
import { hash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Logger, pino } from 'pino';

const MARK = 'zqxleakq';
/** Thirteen digits, as no price has. */
const CENTS_MARK = '8675309';
const CENTS_DIGITS = 6;

/** A text that must never leave. Its name, in small letters, is a part of it. */
export function hiddenText(name: string): string {
  return `${MARK}${name}x${randomBytes(5).toString('hex')}`;
}

/** The same as a number of cents. */
export function hiddenCents(): number {
  const digest = Number.parseInt(hash('sha256', randomBytes(8)).slice(0, 8), 16);
  return Number(CENTS_MARK + String(digest).padStart(CENTS_DIGITS, '0').slice(-CENTS_DIGITS));
}

const PATTERN = markPattern(MARK);
const CENTS_PATTERN = new RegExp(
  `(?<![0-9a-f.-])${CENTS_MARK}\\d{${CENTS_DIGITS}}(?![0-9a-f])`,
  'gi',
);
/** A whole key: what keys look like in documents has dots in it. */
const KEY_PATTERN = /vita_(?:live|test)_[0-9A-Za-z]{38}/g;

/** Finds a mark as it is, and in the encodings that bytes leave in. */
export function markPattern(mark: string): RegExp {
  const bytes = Buffer.from(mark);
  // Base64 depends on where the mark stands among its threes; what its neighbours share is cut off.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(Math.ceil((shift * 4) / 3), -1),
  );
  return new RegExp(
    `${mark}[a-z]*x[0-9a-f]{10}|${mark}|${bytes.toString('hex')}|${base64.join('|')}`,
    'gi',
  );
}

/** The hidden texts and numbers, and the API keys, that are in a text. */
export function findHidden(text: string): string[] {
  return [PATTERN, CENTS_PATTERN, KEY_PATTERN].flatMap((pattern) => text.match(pattern) ?? []);
}

/** @throws Error, so that the test that met the answer fails */
export function refuseHidden(what: string, text: string): void {
  const found = findHidden(text);
  if (found.length > 0) throw new Error(`${what} shows what must not leave: ${found.join(', ')}`);
}

const LEAKS_FILE = 'SENTINEL_LEAKS_FILE';

/** For what no test waits for: the run fails at its end, whatever its tests say. */
export function reportHidden(what: string, text: string): void {
  const found = findHidden(text);
  const file = process.env[LEAKS_FILE];
  if (found.length > 0 && file) appendFileSync(file, `${what}: ${found.join(', ')}\n`);
}

export function readLeaks(): string[] {
  const file = process.env[LEAKS_FILE];
  if (!file || !existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** A log that is read line by line, and kept nowhere. */
export function watchedLog(): Logger {
  const watch = { write: (line: string) => reportHidden('a log line', line) };
  return pino({ level: 'trace' }, watch);
}
