// Words that were private to this project gave way to the field's own. docs/ARCHITECTURE.md has the table; this keeps
// the old ones from coming back.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** By folder, what no file in it may contain, and what takes its place. */
const RETIRED: readonly { in: readonly string[]; word: RegExp; say: string }[] = [
  { in: ['src', 'test', 'scripts'], word: /\bStockDoor\b|\bstockDoor\b/, say: 'StockWriter' },
  { in: ['src', 'test', 'scripts'], word: /\bTargetMemory\b|\bTargetMoved\b/, say: 'cache, stale' },
  { in: ['src', 'test', 'scripts'], word: /\bTransactionCourse\b/, say: 'PipelinedTransaction' },
  { in: ['src', 'test', 'scripts'], word: /\bmayPass\b/, say: 'isTransient' },
  { in: ['src', 'test', 'scripts'], word: /LOOK_MILLISECONDS\b/, say: 'POLL_INTERVAL' },
  { in: ['src', 'test', 'scripts'], word: /\blackOfRoom\b/, say: 'connectionShortfall' },
  { in: ['src', 'test', 'scripts'], word: /\binLanes\b/, say: 'runConcurrently' },
  { in: ['src', 'test', 'scripts'], word: /\bsettleNews\b/, say: 'pending fan-out' },
  { in: ['src', 'test', 'scripts'], word: /\bculprit|\binnocents\b/, say: 'the failing change' },
];

const listed = execFileSync('git', ['ls-files', 'src', 'test', 'scripts'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = listed
  .trim()
  .split('\n')
  .filter((path) => /\.(ts|md)$/.test(path) && path !== 'scripts/check/words.test.ts');

it.each(RETIRED)('$word has given way to: $say', ({ in: folders, word }) => {
  const found = files
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          word.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
