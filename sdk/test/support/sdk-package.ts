// The package as a partner has it: packed by `npm pack`, installed from the packed file in a folder of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../test/support/document.ts';

const run = promisify(execFile);
export const SDK = 'pharmacy-platform-sdk';

export interface Installed {
  readonly folder: string;
  /** What is in the packed file. */
  readonly files: readonly string[];
  remove(): void;
}

/** Nothing else is installed, and npm asks no registry. */
export async function installPacked(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-user-'));
  const pack = ['pack', '--json', '--ignore-scripts', join(ROOT, 'generated/sdk/typescript')];
  const { stdout } = await run('npm', pack, { cwd: folder });
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, join(folder, String(packed?.filename))], { cwd: folder });
  return {
    folder,
    files: packed?.files.map(({ path }) => path) ?? [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Compiles a program of the folder as a partner does, and answers what the compiler says. */
export async function compile(folder: string, options: object): Promise<string> {
  const base = { target: 'es2022', strict: true, noEmitOnError: true, outDir: 'out', types: [] };
  const compilerOptions = { ...base, ...options };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}
