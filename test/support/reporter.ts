/**
 * After a whole run of `npm test` or `npm run test:deep`: judges which answers of the contract were met. One that was
 * met and that none promises fails either. One that is promised and that neither met fails the second, which knows
 * what the first has left. Always: the dearest files, and one last line with the count, alone. And fails any run in
 * which something left that must not.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { COSTS_FILE, readCosts } from './costs.ts';
import { readCoverage } from './coverage.ts';
import { findHidden, readLeaks } from './sentinels.ts';

/** Where `npm test` leaves the answers that it has met. */
const CACHE = 'node_modules/.cache/pharmacy';
const QUICK_ANSWERS = join(CACHE, 'answers');

type Mode = 'quick' | 'deep' | 'tools' | 'test';

export default class CountingReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    write(`The order of the files: --sequence.seed=${vitest.config.sequence.seed}\n`);
    if (vitest.vite.config.mode === 'quick') rmSync(QUICK_ANSWERS, { force: true });
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
      // A file that broke before its tests ran has no test that could fail.
      if (module.errors().length > 0) failed += 1;
    }
    const isWhole = this.#isWhole();
    const mode = this.#vitest?.vite.config.mode as Mode;
    if (!isWhole) {
      write(
        '\nThis was not the whole suite of the product: its coverage of the contract is not judged.\n',
      );
    } else if (reason === 'passed') {
      failed += judgeAnswers(mode) ? 0 : 1;
    }
    failed += judgeCosts(isWhole && mode === 'quick') ? 0 : 1;
    const leaks = [...readLeaks(), ...leaksOfDatabaseLog()];
    if (leaks.length > 0) {
      write(`\nWhat must not leave was found:\n`);
      for (const leak of leaks) write(`  ${leak}\n`);
      failed += 1;
    }
    if (failed > 0) process.exitCode = 1;
    write(`${passed} passed, ${failed} failed\n`);
  }

  #isWhole(): boolean {
    const vitest = this.#vitest;
    if (!vitest) return false;
    // The filters of the command line are not in vitest's types, though its own reporters read them.
    const { filenamePattern } = vitest as { filenamePattern?: string[] };
    const { root, dir, testNamePattern, shard } = vitest.config;
    const isAll = resolve(root, dir ?? '') === root && vitest.vite.config.mode !== 'tools';
    return isAll && !filenamePattern?.length && !testNamePattern && !shard;
  }
}

/** Prints what was met of the contract. Answers whether all is well. */
function judgeAnswers(mode: Mode): boolean {
  const file = process.env.CONTRACT_ANSWERS_FILE;
  if (file === undefined) return true;
  const files = [file];
  if (mode === 'quick') {
    mkdirSync(CACHE, { recursive: true });
    copyFileSync(file, QUICK_ANSWERS);
  }
  if (mode === 'deep') {
    if (!existsSync(QUICK_ANSWERS)) {
      write('\nWhat was met of the contract is judged where npm test has run whole before.\n');
      return true;
    }
    files.push(QUICK_ANSWERS);
  }
  const { table, missing, problems } = readCoverage(files);
  // The other run meets what is missing in this one.
  const lines = mode === 'quick' ? table.slice(-1) : [...table, ...missing];
  write('\nWhat the tests have met of the contract:\n');
  for (const line of [...lines, ...problems]) write(`  ${line}\n`);
  return problems.length === 0 && (mode === 'quick' || missing.length === 0);
}

/** Prints the dearest files. Answers whether they cost no more than they may, where there is a limit. */
function judgeCosts(isLimited: boolean): boolean {
  const { [COSTS_FILE]: file, TEST_DATA_DIR: dataDir } = process.env;
  if (file === undefined || dataDir === undefined) return true;
  const { table, problems } = readCosts(file, dataDir);
  write('\nThe files that cost most, in seconds of a processor:\n');
  for (const line of table) write(`${line}\n`);
  if (!isLimited) return true;
  for (const problem of problems) write(`${problem}\n`);
  return problems.length === 0;
}

/** Of the server that all tests share. */
function leaksOfDatabaseLog(): string[] {
  const dataDir = process.env.TEST_DATA_DIR;
  if (dataDir === undefined) return [];
  return ['postgres.log', 'postgres.log.1']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => findHidden(readFileSync(path, 'utf8')))
    .map((found) => `the log of PostgreSQL: ${found}`);
}

/** At once: the process may end before a stream is flushed. */
function write(text: string): void {
  writeSync(1, text);
}
