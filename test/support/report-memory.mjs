// Loaded into a process whose memory is watched: when it is asked, it tells what is still in use once garbage is
// gone. What the system counts for a process says more of when it last collected.
import { renameSync, writeFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const file = process.env.TELL_MEMORY_TO;
  writeFileSync(`${file}.new`, String((heapUsed + external) / 1_000_000));
  renameSync(`${file}.new`, file);
});
