/**
 * Holds the lock of argv[2]. Without argv[3] until it is killed; with it, that many times in turn,
 * each time adding one to the number in the file `count` as only a lone holder may.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withDataDirLock } from '../../src/embedded/data-dir.ts';

const [, , dataDir = '', rounds] = process.argv;
const counter = join(dataDir, 'count');

if (rounds === undefined) {
  await withDataDirLock(dataDir, async () => {
    process.stdout.write('{"state":"held"}\n');
    await new Promise((done) => process.stdin.once('end', done).resume());
  });
}
for (let round = 0; round < Number(rounds ?? 0); round++) {
  await withDataDirLock(dataDir, async () => {
    const before = Number(readFileSync(counter, 'utf8'));
    await pause(1);
    writeFileSync(counter, String(before + 1));
  });
}
