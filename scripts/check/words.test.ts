// Words that were private to this project gave way to the field's own. docs/ARCHITECTURE.md has the table; this keeps
// the old ones from coming back.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Words that no file may contain, and what takes their place. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/\bStockDoor\b|\bstockDoor\b/, 'StockWriter'],
  [/\bTargetMemory\b|\bTargetMoved\b/, 'cache, stale'],
  [/\bTransactionCourse\b/, 'PipelinedTransaction'],
  [/\bmayPass\b/, 'isTransient'],
  [/LOOK_MILLISECONDS\b/, 'POLL_INTERVAL'],
  [/\blackOfRoom\b/, 'connectionShortfall'],
  [/\binLanes\b/, 'runConcurrently'],
  [/\bsettleNews\b/, 'pending fan-out'],
  [/\bculprit|\binnocents\b/, 'the failing change'],
];

const listed = execFileSync('git', ['ls-files', 'src', 'test', 'scripts'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = listed
  .trim()
  .split('\n')
  .filter((path) => /\.(ts|md)$/.test(path) && path !== 'scripts/check/words.test.ts');

it.each(RETIRED)('%s has given way to: %s', (word) => {
  const found = files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
