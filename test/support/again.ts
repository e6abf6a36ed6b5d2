import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { ROOT } from './document.ts';

/** Runs test files a second time, while a variable of the environment has a value. @param names below `test/` */
export function runAgain(names: readonly string[], variable: string, value: string): void {
  describe.each(names)('%s', async (name) => {
    beforeAll(() => {
      process.env[variable] = value;
    });
    afterAll(() => {
      delete process.env[variable];
    });
    // Under this name it is another module than the one that may have run in this process already.
    await import(`${join(ROOT, 'test', name)}.test.ts?${variable}`);
  });
}
