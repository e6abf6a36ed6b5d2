/**
 * After a full run: prints which answers of the contract were met, and fails it where one is promised that no test
 * met, or was met that none promises. Always: one last line with the count, alone. And fails any run in which
 * something left that must not.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { readCoverage } from '../../scripts/contract/coverage.ts';
import { findHidden, readLeaks } from './sentinels.ts';

export default class CountingReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    write(`The order of the files: --sequence.seed=${vitest.config.sequence.seed}\n`);
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
    const answersFile = process.env.CONTRACT_ANSWERS_FILE;
    if (!this.#isFullRun()) {
      write(
        '\nThis was not the whole suite of the product: its coverage of the contract is not judged.\n',
      );
    } else if (answersFile !== undefined && reason === 'passed') {
      const { table, problems } = readCoverage(answersFile);
      write(`\nWhat the tests have met of the contract:\n`);
      for (const text of [...table, ...problems]) write(`  ${text}\n`);
      if (problems.length > 0) failed += 1;
    }
    const leaks = [...readLeaks(), ...leaksOfDatabaseLog()];
    if (leaks.length > 0) {
      write(`\nWhat must not leave was found:\n`);
      for (const leak of leaks) write(`  ${leak}\n`);
      failed += 1;
    }
    if (failed > 0) process.exitCode = 1;
    write(`${passed} passed, ${failed} failed\n`);
  }

  #isFullRun(): boolean {
    const vitest = this.#vitest;
    if (!vitest) return false;
    // The filters of the command line are not in vitest's types, though its own reporters read them.
    const { filenamePattern } = vitest as { filenamePattern?: string[] };
    const { root, dir, testNamePattern, shard } = vitest.config;
    const isProductSuite = resolve(root, dir ?? '') === join(root, 'test');
    return isProductSuite && !filenamePattern?.length && !testNamePattern && !shard;
  }
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
