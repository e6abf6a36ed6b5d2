/**
 * Which answers of the contract no test has ever met: `node scripts/coverage.ts SEEN_FILE`.
 * Fails and lists them, so that an answer cannot be promised without being tried.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ContractDocument } from '../src/http/operations.ts';
import { declaredPairs, readSeen } from '../test/support/seen.ts';

const documentFile = fileURLToPath(new URL('../generated/openapi.json', import.meta.url));

export async function neverSeen(seenFile: string): Promise<string[]> {
  const document = JSON.parse(await readFile(documentFile, 'utf8')) as ContractDocument;
  const seen = readSeen(seenFile);
  return declaredPairs(document).filter((pair) => !seen.has(pair));
}

if (import.meta.main) {
  const [seenFile] = process.argv.slice(2);
  if (seenFile === undefined) throw new Error('usage: node scripts/coverage.ts SEEN_FILE');
  const missing = await neverSeen(seenFile);
  for (const pair of missing) process.stdout.write(`never seen: ${pair}\n`);
  if (missing.length > 0) process.exitCode = 1;
}
