/**
 * Records which answers of which operations the tests have met: status, and code where there is one.
 * Each test process appends; the reporter reads once at the end.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { codeOf } from '../../kit/contract.ts';

const ANSWERS_FILE = 'CONTRACT_ANSWERS_FILE';

export function recordAnswer(operationId: string, status: number, body: unknown): void {
  const file = process.env[ANSWERS_FILE];
  const code = status < 400 ? undefined : codeOf(body);
  if (file) appendFileSync(file, `${[operationId, status, code].join(' ').trim()}\n`);
}

export function readAnswers(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
}
