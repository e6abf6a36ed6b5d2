import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/sequencer.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    // More than the cores: a file mostly waits, for PostgreSQL or for a process that it has started.
    maxWorkers: 3,
    // The modules and the contract's judges are made once for each worker, and not for each file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
