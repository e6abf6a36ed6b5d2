// A reader who follows a document: types its blocks into one shell, in a folder of his own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/document.ts';

export interface Typed {
  readonly stdout: string;
  /** Of each call of curl, in order. */
  readonly statuses: readonly string[];
  /** Commands that ended with another code than 0. */
  readonly failed: readonly string[];
  /** For the message of a test that fails. */
  readonly stderr: string;
}

export interface Reader {
  readonly folder: string;
  /** Runs a block to its end; variables and functions stay for the next one. */
  type(block: string): Promise<Typed>;
  close(): Promise<void>;
}

const BLOCK_MILLISECONDS_MAX = 60_000;
const END = 'end-of-the-block';

/**
 * curl and npm are functions, so that lines run as they stand: curl also notes the status of each answer,
 * and npm runs the program as the scripts of package.json do, without npm's own second, but for the SDK, which it
 * installs from the service. npx runs what is installed, in the project's folder, and asks no registry.
 */
const PRELUDE = `
curl() { CURL "$@" 2>> .statuses; }
npm() {
  case "$*" in 'install http://'*) command npm --silent --prefix . "$@"; return ;; esac
  [ "$1" = run ] && shift
  [ "$1" = -s ] && shift
  local script="$1"
  shift
  [ "$1" = -- ] && shift
  node --disable-warning=ExperimentalWarning "${ROOT}src/main.ts" "$script" "$@"
}
npx() (
  cd "${ROOT}"
  export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
  "node_modules/.bin/$1" "\${@:2}"
)
set -E
trap 'printf "%s\\n" "$BASH_COMMAND" >> .failed' ERR
`;

export function startReader(env: Record<string, string>): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-reader-'));
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { HOME: folder, ...env, PATH: path },
    stdio: 'pipe',
    // A group of its own, so that what the reader starts in the background ends with the shell.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  let ended = Promise.withResolvers<void>();
  // No one waits for a block when the shell is ended.
  ended.promise.catch(() => {});
  child.once('exit', () => ended.reject(new Error(`The shell has ended: ${stderr}`)));
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    if (stdout.includes(END)) ended.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.write(PRELUDE.replace('CURL', curlCommand()));
  return {
    folder,
    type: async (block) => {
      stdout = '';
      stderr = '';
      ended = Promise.withResolvers();
      for (const name of ['.statuses', '.failed']) writeFileSync(join(folder, name), '');
      // In a file, so that a command that reads its input does not eat the blocks that follow.
      writeFileSync(join(folder, '.block'), block);
      child.stdin.write(`. ./.block < /dev/null; printf '%s\\n' '${END}'\n`);
      const isLate = () => ended.reject(new Error(`This takes too long: ${block}${stderr}`));
      const timer = setTimeout(isLate, BLOCK_MILLISECONDS_MAX);
      await ended.promise.finally(() => clearTimeout(timer));
      return {
        stdout: stdout.slice(0, stdout.indexOf(END)),
        statuses: lines(join(folder, '.statuses')),
        failed: lines(join(folder, '.failed')),
        stderr,
      };
    },
    close: async () => {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        const closed = once(child, 'close');
        process.kill(-child.pid, 'SIGKILL');
        await closed;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

/** The real one where there is one. Neither a configuration nor a proxy of the machine counts. */
function curlCommand(): string {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return `command curl -q --noproxy '*' -w '%{stderr}%{http_code}\\n'`;
  } catch {
    return `node --disable-warning=ExperimentalWarning "${ROOT}test/docs/curl.ts"`;
  }
}
