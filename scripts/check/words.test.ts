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

/** Words that no file of src may contain. */
const RETIRED_FROM_SRC: typeof RETIRED = [
  [/\bnth\b/, 'index, id'],
  [/\bFigures\b|'figures\b/, 'metrics'],
  [/\bplaceOf\b|\b(const|interface) places?\b/i, 'index, position, location, field'],
  [/\b(usual|news)\b/, 'common, pending'],
  [/\btell\(|\b(const|await) look\b|_LOOK_/, 'send, check, poll'],
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
  expect(findIn(files, word)).toEqual([]);
});

it.each(RETIRED_FROM_SRC)('%s has given way in src to: %s', (word) => {
  const sources = files.filter((path) => path.startsWith('src/'));
  expect(findIn(sources, word)).toEqual([]);
});

function findIn(paths: readonly string[], word: RegExp): string[] {
  return paths.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}
