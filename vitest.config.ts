import { configDefaults, defineConfig } from 'vitest/config';
import ShuffledLongFirst from './test/support/sequencer.ts';

/** What costs too much for every run: it starts processes again and again, walks documents or tries everything. */
const DEEP = '**/*.{deep,browser}.test.ts';

/** They are in both runs, and draw or try more in the deep one: test/support/depth.ts. */
const DRAWN = [
  'test/contract/fuzz{,-application}.test.ts',
  'test/counts/counts.model.test.ts',
  'test/http/authorization-matrix{,.writes}.test.ts',
  'test/inventory/model.test.ts',
];

/** `npm run test:tools`. */
const TOOLS = ['scripts/**/*.test.ts', 'soak/**/*.test.ts'];

const INCLUDED: Readonly<Record<string, string[]>> = { deep: [DEEP, ...DRAWN], tools: TOOLS };

/** `npm test` has the mode `quick`, `npm run test:deep` the mode `deep`; without one, all files are there. */
export default defineConfig(({ mode }) => ({
  test: {
    include: INCLUDED[mode] ?? ['**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(['quick', 'deep'].includes(mode) ? TOOLS : []),
      ...(mode === 'quick' ? [DEEP] : []),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/measure-file.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    // More than two cores: a file mostly waits, for PostgreSQL or for a process that it has started. The deep run has
    // tests of times, which neighbours would disturb.
    maxWorkers: mode === 'deep' ? 2 : 3,
    // The modules and the contract's judges are made once for each worker, and not for each file.
    isolate: false,
    // The order of the files is drawn again in every run, which prints its seed; with --sequence.shuffle.tests that
    // of the tests in each file too.
    sequence: { sequencer: ShuffledLongFirst, seed: Date.now() },
    // They end what hangs, on a machine that has much else to do too; a test asserts what is promised of time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
}));
