// The program as a user runs it: a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asSecondCell } from './second-cell.ts';
import { reportHidden } from './sentinels.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_SECONDS_MAX = 60;
/** Halves the time that a start of the program takes, from the second one on. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
/** The one of `startService`, as the settings have it. */
const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

export interface SpawnedServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** What of that went to stderr. */
  log(): string;
  /** Sends the signal and waits for the end; answers the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `serve`, by `npm start` where asked to, and waits until it listens.
 *
 * @param options.root where another version of the program is
 */
export async function spawnServer(
  env: Record<string, string>,
  { npm = false, root = ROOT }: { npm?: boolean; root?: string } = {},
): Promise<SpawnedServer> {
  const all = await asSecondCell({ PORT: '0', LOG_LEVEL: 'warn', ...env });
  const child = npm ? spawnTracked('npm', ['start'], all) : spawnProgram(['serve'], all, root);
  const { output, log, match: url } = await printed(child, /listening on (http:\S+)/);
  return { url, child, output, log, stop: stopper(child) };
}

export type SpawnedWorker = Omit<SpawnedServer, 'url'> & {
  /** Where it answers with its metrics, if it does. */
  readonly metricsUrl: string | undefined;
};

/** Starts `work`, and waits until it says so. */
export async function spawnWorker(env: Record<string, string>): Promise<SpawnedWorker> {
  const child = spawnProgram(['work'], await asSecondCell({ LOG_LEVEL: 'warn', ...env }));
  const { output, log } = await printed(child, /^(working)$/m);
  const metricsUrl = /^metrics at (http:\S+)/m.exec(output())?.[1];
  return { child, metricsUrl, output, log, stop: stopper(child) };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end, `operator key list` for example. */
export async function runProgram(
  words: string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const child = spawnProgram(words, env);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Waits until the program has printed this; `match` is what is in the brackets. */
async function printed(
  child: ChildProcess,
  pattern: RegExp,
): Promise<{ output: () => string; log: () => string; match: string }> {
  let output = '';
  let log = '';
  child.stderr?.on('data', (bytes) => {
    output += bytes;
    log += bytes;
  });
  const match = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready in time:\n${output}`)),
      START_SECONDS_MAX * 1000,
    );
    child.stdout?.on('data', (bytes) => {
      output += bytes;
      const found = pattern.exec(output);
      if (found) {
        clearTimeout(timer);
        resolve(found[1] as string);
      }
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready:\n${output}`));
    });
  });
  return { output: () => output, log: () => log, match };
}

function stopper(child: ChildProcess) {
  return async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  };
}

const running = new Set<ChildProcess>();

/** What a failed test left: ends every process that was spawned here, and nothing else. */
export async function endSpawned(): Promise<void> {
  const ended = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
}

/** Waits for nothing. */
export function spawnProgram(
  words: string[],
  env: Record<string, string>,
  root = ROOT,
): ChildProcess {
  const program = ['--disable-warning=ExperimentalWarning', `${root}src/main.ts`];
  return spawnTracked(process.execPath, [...program, ...words], env);
}

function spawnTracked(file: string, words: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(file, words, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...COMPILE_CACHE,
      ...secretsKey(env),
      ...env,
    },
    stdio: 'pipe',
  });
  running.add(child);
  let log = '';
  child.stderr?.on('data', (bytes) => {
    log += bytes;
  });
  child.once('close', () => reportHidden(`the log of ${words.join(' ')}`, log));
  child.once('exit', () => running.delete(child));
  return child;
}

/** Anyone who names a database brings the key of its secrets. */
function secretsKey({ DATABASE_URL, CELLS }: Record<string, string>): Record<string, string> {
  return (DATABASE_URL ?? CELLS) === undefined ? {} : { SECRETS_KEY: TEST_SECRETS_KEY };
}
