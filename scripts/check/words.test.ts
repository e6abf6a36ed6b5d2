// Words that were private to this project gave way to the field's own. docs/ARCHITECTURE.md has the table; this keeps
// the old ones from coming back.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Words that no file may contain, and what replaces them. Some are retired in the named folders alone. */
const RETIRED: readonly (readonly [RegExp, string, ...string[]])[] = [
  [/\b[sS]tock_?[dD]oor\b/, 'StockWriter, stock_writer'],
  [/\bvacate/, 'reallocate'],
  [/\bnews_since\b/, 'pending_since'],
  [/\bmisfits?\b|\bunfitting\b/, 'mismatch, validationFailed'],
  [/\bTargetMemory\b|\bTargetMoved\b/, 'cache, stale'],
  [/\bTransactionCourse\b/, 'PipelinedTransaction'],
  [/\bmayPass\b/, 'isTransient'],
  [/LOOK_MILLISECONDS\b/, 'POLL_INTERVAL'],
  [/\blackOfRoom\b/, 'connectionShortfall'],
  [/\binLanes\b/, 'runConcurrently'],
  [/\bsettleNews\b/, 'pending fan-out'],
  [/\bculprit|\binnocents\b/, 'the failing change'],
  [/\b[Tt]old\b/, 'answered, acknowledged, announced', 'kit', 'scripts', 'soak', 'test'],
  [/\b(PATIENCE|[Pp]atience)/, 'timeout'],
  [/\bnth\b/, 'index, number', 'soak', 'scripts/bench'],
  [/\b[Mm]ade-up\b|\bMadeUp/, 'fabricated, generated', 'kit', 'scripts', 'soak', 'test'],
  [/\b[Ff]igures?(Of)?\b/, 'measurements, metrics, values', 'kit', 'scripts', 'soak'],
  [
    /\bstorm\b|\blikeness\b|\b[Rr]etelling\b/,
    'burst, matcher, normalizer',
    'kit',
    'scripts',
    'soak',
    'test',
  ],
  [/\bsaid\b|\bSaid\b/, 'output, stated, by default', 'soak'],
  [/\bPLACES\b|\bplaces?Of\b/, 'LOCATIONS, positionOf', 'kit', 'scripts', 'soak', 'test'],
  [/\bnth\b/, 'index, id', 'src'],
  [/\bFigures\b|'figures\b/, 'metrics', 'src'],
  [/\bplaceOf\b|\b(const|interface) places?\b/i, 'index, position, location, field', 'src'],
  [/\b(usual|news)\b/, 'common, pending', 'src'],
  [/\btell\(|\b(const|await) look\b|_LOOK_/, 'send, check, poll', 'src'],
  // Turns that no message may have; comments may.
  [
    /^(?!\s*(?:\/\/|\/?\*)).*['"`].*\b(?:names? no\b|if not said|said twice|known are|cannot be taken away|say (?:\\?`|--)|asked for and|too many: a|in use by others|has one everywhere|at most so many|none of the API|tended|started anew|found right)/,
    'what is so and what to do',
    'src',
  ],
];

const listed = execFileSync(
  'git',
  ['ls-files', 'src', 'test', 'kit', 'scripts', 'soak', 'application', 'sdk'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);
const files = listed
  .trim()
  .split('\n')
  .filter((path) => /\.(ts|md)$/.test(path) && path !== 'scripts/check/words.test.ts');

for (const [word, better, ...folders] of RETIRED) {
  it(`${word} has given way to: ${better}`, () => {
    const searched = files.filter(
      (path) => folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`)),
    );
    const found = searched.flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          word.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });
}
