/** Before and after each test file, in its worker: notes the processor seconds that the file took. */
import { afterAll, expect } from 'vitest';
import { noteCost, ownSeconds } from './costs.ts';

// What a worker makes once is the cost of no file. A file that is run alone makes what it needs.
if (process.env.MODE !== 'test') await (await import('./pharmacy.ts')).compileOwn();
const before = ownSeconds();
afterAll(() => noteCost(expect.getState().testPath ?? '', ownSeconds() - before));
