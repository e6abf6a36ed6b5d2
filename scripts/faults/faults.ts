// `npm run test:faults`: the fault suite. `-- --seed N` repeats what was drawn, `-- --write` puts the measurements into
// docs/testing.md, and any other word is a part of the names of the files to run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSection } from '../../kit/section.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'docs/testing.md');
const SEED_MAX = 1_000_000;

interface Report {
  readonly testResults: {
    readonly name: string;
    readonly assertionResults: {
      readonly ancestorTitles: string[];
      readonly title: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Date.now() % SEED_MAX);
const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const [measurementsFile, reportFile] = [join(folder, 'measurements'), join(folder, 'report')];
const startedAt = performance.now();
process.stdout.write(`seed ${seed}\n`);
const child = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '-c',
    'vitest.faults.config.ts',
    '--reporter=verbose',
    '--reporter=json',
    '--reporter=./test/support/reporter.ts',
    `--outputFile.json=${reportFile}`,
    // All of them have it: with a name the run is not taken for that of the whole suite.
    ...(positionals.length > 0 ? positionals : ['test/']),
  ],
  {
    cwd: ROOT,
    env: {
      ...process.env,
      FAULT_SEED: seed,
      CRASH_SEED: seed,
      FAULT_MEASUREMENTS: measurementsFile,
    },
    stdio: 'inherit',
  },
);
const [code] = await once(child, 'exit');
const minutes = (performance.now() - startedAt) / 60_000;
const table = [
  `Seed ${seed}, ${minutes.toFixed(1)} minutes, ${cpus().length} cores.`,
  '',
  ...tableOf(JSON.parse(readFileSync(reportFile, 'utf8')), readMeasurements()),
].join('\n');
process.stdout.write(`\n${table}\n`);
if (values.write && code === 0) writeSection(PAGE, 'faults', table);
rmSync(folder, { recursive: true });
process.exitCode = code ?? 1;

function readMeasurements(): Map<string, Record<string, number>> {
  if (!existsSync(measurementsFile)) return new Map();
  const lines = readFileSync(measurementsFile, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => JSON.parse(line)).map(({ test, measurements }) => [test, measurements]),
  );
}

/** Each test names what must be so. */
function tableOf(
  { testResults }: Report,
  measurements: ReadonlyMap<string, Readonly<Record<string, number>>>,
): string[] {
  const rows = testResults
    .toSorted((one, other) => Number(isLong(other.name)) - Number(isLong(one.name)))
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status, duration = 0 }) => {
        const titles = [...ancestorTitles, title];
        const counted = Object.entries(measurements.get(titles.join(' > ')) ?? {});
        const shown = [
          ...(status === 'passed' ? [] : [status === 'failed' ? 'failed' : 'skipped']),
          ...counted.map(([label, value]) => `${rounded(value)} ${label}`),
        ];
        const named = titles
          .map((part) => part.replace(/(, )?seed \d+/, ''))
          .filter((part) => part);
        return `| ${named.join(': ')} | ${shown.join('; ')} | ${(duration / 1000).toFixed(0)} | \`${relative(ROOT, name)}\` |`;
      }),
    );
  return ['| guarantee | measurements | seconds | file |', '|---|---|---|---|', ...rows];
}

function isLong(name: string): boolean {
  return name.includes('/long/');
}

function rounded(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(value < 10 ? 2 : 0);
}
