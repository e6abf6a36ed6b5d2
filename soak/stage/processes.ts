// Processes of the service that are started again when they end, as a supervisor would.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopLater } from '../../kit/cleanup.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AGAIN_MILLISECONDS = 300;
const READY_SECONDS_MAX = 60;
const STOP_SECONDS_MAX = 20;

export interface Supervised {
  readonly name: string;
  /** Where it listens; nothing while it does not run. */
  readonly url: string | undefined;
  /** How often it was started. */
  readonly starts: number;
  /** Its unexpected ends: when it was ready and no signal was sent to it. */
  readonly ended: readonly string[];
  /** Sends the signal, if it runs; the supervisor starts another. */
  signal(name: NodeJS.Signals): boolean;
  ready(): Promise<void>;
}

/**
 * @param words `serve` or `work`
 * @param log a file that gets what all of them say
 */
export function supervise(
  name: string,
  { words, settings, log }: { words: string[]; settings: Record<string, string>; log: string },
): Supervised {
  let child: ChildProcess | undefined;
  let url: string | undefined;
  let starts = 0;
  let stopping = false;
  let stoppedOnPurpose = false;
  const ended: string[] = [];
  const file = openSync(log, 'a');
  const running = (async () => {
    while (!stopping) {
      starts += 1;
      child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...words],
        {
          cwd: ROOT,
          env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILE_CACHE, ...settings },
          stdio: ['ignore', 'pipe', file],
        },
      );
      let output = '';
      child.stdout?.on('data', (bytes) => {
        if (url !== undefined) return;
        output += bytes;
        url =
          /listening on (http:\S+)/.exec(output)?.[1] ??
          (/^working$/m.test(output) ? '' : undefined);
      });
      const [code, signal] = await once(child, 'exit');
      // With 0 it ends only where a signal has asked for it, and not all signals are ours.
      if (url !== undefined && !stoppedOnPurpose && !stopping && code !== 0)
        ended.push(`${name} ended with ${code ?? signal}`);
      url = undefined;
      stoppedOnPurpose = false;
      if (!stopping) await pause(AGAIN_MILLISECONDS);
    }
  })();
  stopLater(async () => {
    stopping = true;
    child?.kill('SIGTERM');
    const overdue = setTimeout(() => child?.kill('SIGKILL'), STOP_SECONDS_MAX * 1000);
    await running;
    clearTimeout(overdue);
  });
  return {
    name,
    get url() {
      return url;
    },
    get starts() {
      return starts;
    },
    ended,
    signal: (signal) => {
      const isRunning = child?.exitCode === null && child.signalCode === null;
      if (!isRunning) return false;
      stoppedOnPurpose = true;
      return child?.kill(signal) === true;
    },
    ready: async () => {
      const deadline = performance.now() + READY_SECONDS_MAX * 1000;
      while (url === undefined) {
        if (performance.now() > deadline) throw new Error(`${name} was not ready in time: ${log}`);
        await pause(20);
      }
    },
  };
}

/** Halves the time of a start. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
