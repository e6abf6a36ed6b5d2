import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: what takes too long, or needs too much of the machine, for every run. */
export default defineConfig({
  test: {
    include: ['test/faults/long/*.faults.ts', 'test/faults/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['verbose', './test/support/reporter.ts'],
    // Figures of one are not those of its neighbours.
    fileParallelism: false,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
