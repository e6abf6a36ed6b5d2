import { defineConfig } from 'vitest/config';
import ShuffledLongFirst from './test/support/sequencer.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    // More than the cores: a file mostly waits, for PostgreSQL or for a process that it has started.
    maxWorkers: 3,
    // The modules and the contract's judges are made once for each worker, and not for each file.
    isolate: false,
    // The order of the files is drawn anew in every run, which prints its seed; with --sequence.shuffle.tests that
    // of the tests in each file too.
    sequence: { sequencer: ShuffledLongFirst, seed: Date.now() },
    // They end what hangs, on a machine that has much else to do too; a test asserts what is promised of time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
