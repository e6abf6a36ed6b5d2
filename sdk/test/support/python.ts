// Python as a partner has it: with what the SDK needs, and the package as it is built.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../test/support/document.ts';

const run = promisify(execFile);
const NEEDED = 'import sys, httpx; assert sys.version_info >= (3, 11)';

/** Whether what takes minutes and a package index is tried too: `npm run sdk:try`. */
export const TRIES_ALL = process.env.SDK_TRY !== undefined;

/** Why the SDK for Python cannot be tried, in a line on stderr too; undefined where it can. */
export function lackForPython(): string | undefined {
  try {
    execFileSync(python(), ['-c', NEEDED], { stdio: 'ignore' });
    return undefined;
  } catch {
    const lack = 'python3 is missing, older than 3.11 or without httpx';
    process.stderr.write(
      `Skipped: the SDK for Python, for ${lack}. \`npm run sdk:try\` brings it.\n`,
    );
    return lack;
  }
}

let own: string | undefined;

/** The machine's own, or one of a fresh environment with what the package needs. */
function python(): string {
  if (!TRIES_ALL) return 'python3';
  if (own === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'sdk-venv-'));
    execFileSync('python3', ['-m', 'venv', folder]);
    execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', 'httpx']);
    own = join(folder, 'bin/python');
  }
  return own;
}

/** Runs a program with the package that `npm run build` has made, and answers what it prints. */
export async function runPython(program: string, env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-python-'));
  try {
    const file = join(folder, 'program.py');
    writeFileSync(file, program);
    const PYTHONPATH = join(ROOT, 'generated/sdk/python');
    const own = { PATH: process.env.PATH, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(python(), [file], { env: { ...own, ...env } });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
