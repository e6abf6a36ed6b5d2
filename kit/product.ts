// The product as people run it: `npm start`, and the operator's commands.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopLater } from './cleanup.ts';
import { run } from './run.ts';
import { type Usage, usageOf } from './usage.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PROGRAM = 'src/main.ts';
const START_SECONDS_MAX = 60;
const STOP_SECONDS_MAX = 15;
/** Any; of databases that are thrown away. All who seal and open there have it. */
export const SECRETS_KEY = Buffer.alloc(32, 7);

export interface Product {
  /** Where the API is. */
  readonly url: string;
  /** From `npm start` to the line that says it listens. */
  readonly startSeconds: number;
  usage(): Usage | undefined;
  stop(): Promise<void>;
}

/** @param settings beyond those for any benchmark; WEB_CONCURRENCY for example */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-product-'));
  const log = join(folder, 'log');
  const file = openSync(log, 'w');
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: environment(settings),
    // What it logs is written, as anybody's would be, and read only where it fails.
    stdio: ['ignore', 'pipe', file],
    detached: true,
  });
  closeSync(file);
  const stop = stopLater(async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    const url = await listening(child);
    const startSeconds = (performance.now() - startedAt) / 1000;
    const usage = () => usageOf(child.pid as number, PROGRAM);
    return { url: `${url}/api/public/v1`, startSeconds, usage, stop };
  } catch (error) {
    const output = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`npm start: ${(error as Error).message}\n${output}`);
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('not ready in time')),
      START_SECONDS_MAX * 1000,
    );
    let output = '';
    child.stdout?.on('data', (bytes) => {
      output += bytes;
      const url = /listening on (http:\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready`));
    });
  });
}

/** npm and all that it has started are one process group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  const group = -child.pid;
  process.kill(group, 'SIGTERM');
  const overdue = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_SECONDS_MAX * 1000);
  await ended;
  clearTimeout(overdue);
}

/** Runs an operator's command, with the settings of the server; answers what it printed. */
export function operate(
  settings: Record<string, string>,
  words: readonly string[],
): Promise<string> {
  const program = ['--disable-warning=ExperimentalWarning', PROGRAM, 'operator', ...words];
  const env = environment(settings);
  return run(process.execPath, program, { cwd: ROOT, env, name: `operator ${words[0]}` });
}

function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, LOG_LEVEL } = process.env;
  const named = settings.DATABASE_URL ?? settings.CELLS;
  const own = named === undefined ? {} : { SECRETS_KEY: SECRETS_KEY.toString('base64') };
  return {
    PATH,
    HOME,
    PORT: '0',
    DEMO: 'off',
    ...own,
    ...settings,
    ...(LOG_LEVEL !== undefined && { LOG_LEVEL }),
  };
}
