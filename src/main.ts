// Every command starts here: `node src/main.ts COMMAND`. What a command does is in program/commands.ts, which is loaded
// once the memory of the process is bounded.
import { memoryFlags } from './config.ts';

const words = process.argv.slice(2);
const flags = memoryFlags(words, process.execArgv);
// V8 takes its bounds only at a start, so Node starts anew in its own place: the process, its output and the signals
// that it gets stay the same. That costs some 40 ms. Windows has no such call, and there memory is not bounded.
if (flags.length > 0) {
  const { argv, execArgv, execPath } = process;
  process.execve?.(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)]);
}
const { runCommand } = await import('./program/commands.ts');
process.exitCode = await runCommand(words);
// Everything is closed, and two things would still keep the process alive: a timer of ten seconds of Prisma's
// engine, and the channel of a child of WEB_CONCURRENCY. The output is flushed first.
process.stdout.write('', () => process.exit());
