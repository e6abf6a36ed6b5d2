/**
 * The record of which answers of which operations the tests have met: status, and code where there is one.
 * Each test process appends; the reporter reads once at the end.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { codeOf } from '../../scripts/contract/declared.ts';

const SEEN_FILE = 'CONTRACT_SEEN_FILE';

export function recordSeen(operationId: string, status: number, body: unknown): void {
  const file = process.env[SEEN_FILE];
  const code = status < 400 ? undefined : codeOf(body);
  if (file) appendFileSync(file, `${[operationId, status, code].join(' ').trim()}\n`);
}

export function readSeen(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
}
