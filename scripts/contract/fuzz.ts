// Long runs of test/contract/fuzz.test.ts; what fails is kept in test/contract/fuzz-cases.jsonl.
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
const only = values.operation === undefined ? [] : ['-t', `^${values.operation} `];
const { status } = spawnSync('vitest', ['run', 'test/contract/fuzz.test.ts', ...only], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_KEEP: '1',
    FUZZ_RUNS: values.runs,
    ...(values.seed !== undefined && { FUZZ_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
