// The benchmark: the server as `npm start` runs it, against what PostgreSQL alone can do. What it measures is in
// cases/; it prints all that is in the documents that it writes, docs/performance.md and its picture.
//
//   npm run bench -- --quick
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStopping, stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { startPostgres } from '../../kit/postgres-server.ts';
import { print } from '../../kit/print.ts';
import { writeSection } from '../../kit/section.ts';
import { allocations, openAllocations } from './cases/allocations.ts';
import { importCase } from './cases/import.ts';
import * as movements from './cases/movements.ts';
import { pages, reads } from './cases/reads.ts';
import { startCase } from './cases/start.ts';
import { webhooks } from './cases/webhooks.ts';
import { makeFixture } from './fixture.ts';
import { makeLimit } from './limit.ts';
import { driverName } from './load/drive.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { type Conditions, toMarkdown } from './report/markdown.ts';
import { toSvg } from './report/plot.ts';
import type { CaseResult } from './report/results.ts';
import { judge } from './report/targets.ts';
import { type BenchCase, NotHere, type Stage } from './stage.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const ROUNDS_MIN = 3;
const SECONDS_MIN = 5;

const CASES: readonly BenchCase[] = [
  movements.spread,
  movements.hot,
  movements.mixedCase,
  movements.batch,
  movements.processes,
  allocations,
  openAllocations,
  reads,
  importCase,
  webhooks,
  movements.history,
  startCase,
  // The last, since a long ledger takes minutes to write.
  pages,
  movements.rows,
];

const options = read();
stopAllWhenEnded();
try {
  await bench(options);
} catch (error) {
  print((error as Error).stack ?? String(error));
  process.exitCode = 1;
} finally {
  await stopAll();
}

function read(): Options {
  try {
    return readOptions(
      process.argv.slice(2),
      CASES.map(({ name }) => name),
    );
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    process.exit(2);
  }
}

async function bench(options: Options): Promise<void> {
  const startedAt = new Date();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(folder);
  const limit = await makeLimit(postgres);
  print(`${postgres.name}\nloaded by ${driverName}, the limit by ${limit.name}`);
  const fixture = await makeFixture(postgres, { rows: options.rows, folder });
  const stage: Stage = { options, postgres, limit, fixture, folder, say: print };
  const results: CaseResult[] = [];
  let document = '';
  for (const one of CASES.filter(({ name }) => options.cases.includes(name))) {
    print(`${one.name} (${new Date().toISOString().slice(11, 19)})`);
    const result = await measured(one, stage);
    // What an interruption has broken off is no result.
    if (isStopping()) return;
    results.push(result);
    const lines = conditions({ startedAt, database: postgres.name, limit: limit.name });
    document = toMarkdown(results, judge(results, options), lines);
    if (!options.write) continue;
    // After each, so that an interrupted run leaves what it has.
    writeSection(join(DOCS, 'performance.md'), 'benchmarks', document);
    writeFileSync(join(DOCS, 'benchmarks.svg'), toSvg(results));
  }
  print(`\n${document}`);
}

/** One that fails does not take the others with it. */
async function measured({ name, title, unit, run }: BenchCase, stage: Stage): Promise<CaseResult> {
  try {
    return { name, title, unit, measured: await run(stage) };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof NotHere)) process.exitCode = 1;
    print(`  not measured: ${message}`);
    return { name, title, unit, measured: [], missing: message.split('\n')[0] ?? '' };
  }
}

function conditions({
  startedAt,
  database,
  limit,
}: {
  startedAt: Date;
  database: string;
  limit: string;
}): Conditions {
  const { seconds, rounds } = options;
  const [processor] = cpus();
  const minutes = Math.round((Date.now() - startedAt.getTime()) / 60_000);
  return {
    isShort: rounds < ROUNDS_MIN || seconds < SECONDS_MIN,
    lines: [
      `${startedAt.toISOString().slice(0, 10)}, ${minutes} minutes; ${rounds} rounds of ${seconds} s after one that warms up.`,
      `${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB; ${process.platform} ${process.arch}.`,
      `Node ${process.version}; ${database}.`,
      `The server as \`npm start\` runs it, with LOG_LEVEL ${process.env.LOG_LEVEL ?? 'as it comes'}; loaded by ${driverName}, the limit by ${limit}.`,
      `Old rows of the ledger: ${options.rows.map((count) => count.toLocaleString('en')).join(', ')}; the fewest where a case does not say. ` +
        'They belong to an organization of their own and are verified by no chain (`scripts/bench/old-rows.ts`).',
    ],
  };
}
