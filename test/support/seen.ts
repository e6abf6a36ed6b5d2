/**
 * The record of which statuses of which operations the tests have met. Each test process appends;
 * the reporter reads once at the end.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import type { ContractDocument } from '../../src/http/operations.ts';

const SEEN_FILE = 'CONTRACT_SEEN_FILE';

export function recordSeen(operationId: string, status: number): void {
  const file = process.env[SEEN_FILE];
  if (file) appendFileSync(file, `${operationId} ${status}\n`);
}

export function readSeen(file: string): Set<string> {
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
}

/** The pairs `operationId status` that the contract declares, in its order. */
export function declaredPairs(document: ContractDocument): string[] {
  const pairs: string[] = [];
  for (const item of Object.values(document.paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete']) {
      const operation = item[method] as
        | { operationId: string; responses: Record<string, unknown> }
        | undefined;
      for (const status of Object.keys(operation?.responses ?? {})) {
        pairs.push(`${operation?.operationId} ${status}`);
      }
    }
  }
  return pairs;
}
