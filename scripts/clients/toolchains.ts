// What a machine must have for a generator, and what is fetched for it: into a cache outside of the repository, at
// versions that stand here.
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from '../../kit/run.ts';

export const CACHE = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'pharmacy-clients',
);

export type Tool = 'java' | 'javac' | 'mvn' | 'python3' | 'go';

const ASK: Readonly<Record<Tool, readonly string[]>> = {
  java: ['-version'],
  javac: ['-version'],
  mvn: ['-version'],
  python3: ['-c', 'import ensurepip, venv'],
  go: ['version'],
};

const lacking = new Map<Tool, Promise<boolean>>();

/** Those of them that this machine has not. */
export async function missingOf(tools: readonly Tool[]): Promise<Tool[]> {
  const missing: Tool[] = [];
  for (const tool of tools) {
    const lacks =
      lacking.get(tool) ??
      run(tool, ASK[tool]).then(
        () => false,
        () => true,
      );
    lacking.set(tool, lacks);
    if (await lacks) missing.push(tool);
  }
  return missing;
}

export const OPENAPI_GENERATOR = '7.25.0';
const OPENAPI_GENERATOR_SHA256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';

let jar: Promise<string> | undefined;

/** The jar of openapi-generator; Maven fetches it where it is not there yet. */
export function openapiGenerator(): Promise<string> {
  jar ??= fetchJar();
  return jar;
}

async function fetchJar(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const file = join(CACHE, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  if ((await digestOf(file)) === OPENAPI_GENERATOR_SHA256) return file;
  await run('mvn', [
    '--batch-mode',
    '--quiet',
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
    `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`,
    `-DoutputDirectory=${CACHE}`,
  ]);
  const digest = await digestOf(file);
  if (digest !== OPENAPI_GENERATOR_SHA256) throw new Error(`${file} has the digest ${digest}`);
  return file;
}

async function digestOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

export const OAPI_CODEGEN = '2.8.2';
export const OAPI_RUNTIME = '1.8.0';
export const OGEN = '1.24.0';

/**
 * The program of a package, such as `example.com/x/cmd/name@v1.2.3`, of which the last part but the version is its name;
 * Go's module sums vouch for it.
 */
export async function goProgram(installed: string): Promise<string> {
  const [path = '', version] = installed.split('@');
  const name = basename(path);
  const folder = join(CACHE, `${name}-${version}`);
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '' };
  await run('go', ['install', installed], { env });
  return join(folder, name);
}
