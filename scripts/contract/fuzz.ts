// Long runs of test/contract/fuzz.test.ts and fuzz-application.test.ts; what fails is kept in the fuzz-cases next to them.
//
//   npm run fuzz -- --runs 1000 --seed 7 --operation postMovement
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string' },
    operation: { type: 'string' },
  },
});
const FILES = ['test/contract/fuzz.test.ts', 'test/contract/fuzz-application.test.ts'];
const only = values.operation === undefined ? [] : ['-t', `^${values.operation} `];
const { status } = spawnSync('vitest', ['run', ...FILES, ...only], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_KEEP: '1',
    FUZZ_RUNS: values.runs,
    ...(values.seed !== undefined && { FUZZ_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
