// The package as a partner has it: packed by `npm pack`, installed from the packed file in a folder of its own.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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

const NODE_MIN = 'v20.19';

/** The project's Node.js, and the machine's own where that is another that the package runs on. */
export function nodes(): [version: string, path: string][] {
  const found: [string, string][] = [[process.version, process.execPath]];
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    if (directory === '' || directory.includes('node_modules')) continue;
    const path = join(directory, 'node');
    const version = versionOf(path);
    if (version.localeCompare(NODE_MIN, 'en', { numeric: true }) < 0) continue;
    if (found.every(([known]) => known !== version)) found.push([version, path]);
  }
  return found;
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
