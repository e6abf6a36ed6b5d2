/**
 * The TypeScript package: the hand-written sources and those that follow from the contract, compiled by tsc
 * alone, with the web's types; only the command `pharmacy` knows those of Node.js. The same sources give the same
 * bytes.
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../kit/root.ts';
import type { SdkContract } from './contract.ts';
import { withMethods } from './readme.ts';

export const PACKAGE_NAME = 'pharmacy-platform-sdk';

interface Build {
  /** `sdk/typescript` */
  readonly sources: string;
  /** The generated sources. */
  readonly contract: string;
  readonly workshop: string;
  readonly output: string;
  /** Whether the compiler looks for mistakes too. */
  readonly isChecked: boolean;
}

export async function buildPackage(build: Build, sdk: SdkContract): Promise<void> {
  const { sources, contract, workshop, output, isChecked } = build;
  await mkdir(workshop, { recursive: true });
  for (const from of [contract, sources, join(sources, 'cli')]) {
    for (const name of await readdir(from)) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(join(from, name), 'utf8');
      await writeFile(join(workshop, name), sideBySide(text));
    }
  }
  await mkdir(output, { recursive: true });
  const options = optionsOf(sources, { rootDir: workshop, outDir: join(output, 'dist') });
  const [client, command] = [join(workshop, 'index.ts'), join(workshop, 'pharmacy.ts')];
  if (isChecked) {
    // Only the command knows Node.js.
    refuseMistakes(programOf([client], { ...options, types: [] }));
    refuseMistakes(programOf([command], options));
  }
  emit(programOf([client, command], { ...options, noCheck: true }));
  await copyFetchClient(join(output, 'dist/openapi-fetch.js'));
  await copyFile(join(root, 'sdk/LICENSE'), join(output, 'LICENSE'));
  const readme = await readFile(join(sources, 'README.md'), 'utf8');
  await writeFile(join(output, 'README.md'), withMethods(readme, sdk));
  const described = manifest(sdk.info.version);
  await writeFile(join(output, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
}

/** In the package all lie in one folder. */
function sideBySide(text: string): string {
  return text.replaceAll(/'(?:\.\.\/)+(?:(?:generated\/sdk\/contract|sdk\/typescript)\/)?/g, "'./");
}

function optionsOf(sources: string, folders: ts.CompilerOptions): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(sources, 'tsconfig.json'), ts.sys.readFile);
  return {
    ...ts.convertCompilerOptionsFromJson(config.compilerOptions, sources).options,
    ...folders,
    typeRoots: [join(root, 'node_modules/@types')],
    noEmit: false,
    rewriteRelativeImportExtensions: true,
    declaration: true,
  };
}

function programOf(entries: string[], options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  // The workshop lies elsewhere; what is imported is what the project has installed.
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const file = text.startsWith('.') ? from : import.meta.filename;
      return ts.resolveModuleName(text, file, options, host);
    });
  return ts.createProgram(entries, options, host);
}

function emit(program: ts.Program): void {
  const { diagnostics } = program.emit(undefined, (name, text) => {
    // The compiler leaves the extensions of sources in declarations.
    const written = name.endsWith('.d.ts')
      ? text.replaceAll(/(from |import\()(['"]\.\/[\w-]+)\.ts/g, '$1$2.js')
      : text.replace("from 'openapi-fetch'", "from './openapi-fetch.js'");
    ts.sys.writeFile(name, written);
  });
  refuse(diagnostics);
}

const refuseMistakes = (program: ts.Program): void => refuse(ts.getPreEmitDiagnostics(program));

/** @throws with every complaint of the compiler */
function refuse(complaints: readonly ts.Diagnostic[]): void {
  if (complaints.length === 0) return;
  throw new Error(ts.formatDiagnostics(complaints, ts.createCompilerHost({})));
}

/** The package contains openapi-fetch and its license, so that installing it needs no registry. */
async function copyFetchClient(to: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string) => readFile(resolve(`openapi-fetch/${name}`), 'utf8');
  const source = (await read('dist/index.mjs')).replace(/\/\/# sourceMappingURL=.*\n/, '');
  await writeFile(to, `/*!\n${await read('LICENSE')}*/\n${source}`);
}

function manifest(version: string): object {
  return {
    name: PACKAGE_NAME,
    version,
    description:
      'Client of the Pharmacy Platform Public API: typed calls, retries, pages, errors and webhooks',
    license: 'SEE LICENSE IN LICENSE',
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    types: './dist/index.d.ts',
    bin: { pharmacy: './dist/pharmacy.js' },
    files: ['dist'],
    engines: { node: '>=20.19' },
  };
}
