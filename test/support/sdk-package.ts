// The package as a partner has it: packed by `npm pack`, installed from the packed file in a folder of its own.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './document.ts';

const run = promisify(execFile);
export const SDK = 'pharmacy-platform-sdk';

export interface Installed {
  readonly folder: string;
  /** What stands in the packed file. */
  readonly files: readonly string[];
  remove(): void;
}

/**
 * openapi-fetch comes packed from what the project has installed, in the version that the package pins: so
 * npm asks no registry, and this works where there is none.
 */
export async function installPacked(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-user-'));
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const packages = [
    join(ROOT, 'generated/sdk/typescript'),
    join(ROOT, 'node_modules/openapi-fetch'),
    join(ROOT, 'node_modules/openapi-typescript-helpers'),
  ];
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', tarballs];
  const { stdout } = await run('npm', [...pack, ...packages], { cwd: folder });
  const packed: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, ...packed.map(({ filename }) => join(tarballs, filename))], {
    cwd: folder,
  });
  return {
    folder,
    files: packed[0]?.files.map(({ path }) => path) ?? [],
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
