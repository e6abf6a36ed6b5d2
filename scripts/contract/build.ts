/**
 * Builds what is served and not committed, from the documents in generated/ and the sources:
 *
 * - generated/pages, the pages at /docs, and the part of Redoc that they run
 * - generated/guides.md, what people read around the contract, and generated/workflows, which their tools read
 * - generated/application, the page at /app, as a browser loads it
 * - generated/sdk, the packages that partners install
 *
 * `npm run build` builds them, and so does `npm start` where one of their sources has changed since they were built.
 * The same sources give the same bytes. Only a build loads the packages that it needs: production has none of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../kit/root.ts';
import type { Contract } from './documents.ts';
import type { Sources } from './pages/pages.ts';

const OUTPUT = join(root, 'generated');
/** What build() owns there. */
const BUILT = ['pages', 'guides.md', 'workflows', 'application', 'sdk'] as const;
/** Has the SHA-256 of the sources of what is there. */
const STAMP = join(OUTPUT, 'built.sha256');
const SOURCES = [
  'CHANGELOG.md',
  'application',
  'docs/sdk.md',
  'generated/openapi.json',
  'generated/webhooks.json',
  'openapi/accepted-changes.json',
  'openapi/guides.md',
  'openapi/released',
  'openapi/workflows',
  'kit/contract.ts',
  'package.json',
  'package-lock.json',
  'scripts/contract',
  'sdk/LICENSE',
  'sdk/python',
  'sdk/typescript',
  'src/http/published.ts',
  'tsconfig.json',
];
/** A build that was killed leaves its folder; none lasts for so long. */
const BUILD_MILLISECONDS_MAX = 3_600_000;

/** The message says what a person can do. */
class BuildError extends Error {}

/** @param options.isChecked whether the compiler looks for mistakes in the SDK, which takes as long as all else */
async function build(options: { readonly isChecked: boolean }): Promise<void> {
  try {
    await buildAll(options);
  } catch (error) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new BuildError(
        'The pages and the SDKs are not built, and what builds them is not installed. Run: npm ci && npm run build && npm prune --omit=dev',
        { cause: error },
      );
    if (['EACCES', 'EPERM', 'EROFS'].includes(code))
      throw new BuildError(
        `The pages and the SDKs are not built from the sources that are here, and ${path} cannot be written (${code}). Run npm run build as a user who may write there.`,
        { cause: error },
      );
    throw error;
  }
}

async function buildAll(options: { readonly isChecked: boolean }): Promise<void> {
  const sources = digestOf(SOURCES);
  const [{ buildPage }, { buildSdk }] = await Promise.all([
    import('./page.ts'),
    import('./sdk.ts'),
  ]);
  await removeAbandoned();
  // On the file system of what it replaces, so that a rename can.
  const workshop = await mkdtemp(join(OUTPUT, BUILDING));
  try {
    await buildPages(workshop);
    await buildPage(join(workshop, 'application'));
    await buildSdk(join(workshop, 'sdk'), options);
    // What is there is of no known sources until all of it is replaced.
    await rm(STAMP, { force: true });
    for (const name of BUILT) await replace(join(workshop, name), join(OUTPUT, name));
    // A source that has changed meanwhile may be in a part of it, and another process may have built from that.
    if (digestOf(SOURCES) === sources) await writeFile(STAMP, sources);
    else await rm(STAMP, { force: true });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** The compiler and Git do not see it. */
const BUILDING = '.building-';

async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(OUTPUT)) {
    if (!name.startsWith(BUILDING)) continue;
    const startedAt = statSync(join(OUTPUT, name), { throwIfNoEntry: false })?.mtimeMs;
    if (startedAt !== undefined && Date.now() - startedAt > BUILD_MILLISECONDS_MAX)
      await rm(join(OUTPUT, name), { recursive: true, force: true });
  }
}

/** Builds where a source has changed since the last time, or nothing is there. */
export async function buildWhereStale(): Promise<void> {
  const isThere = [...BUILT.map((name) => join(OUTPUT, name)), STAMP].every(existsSync);
  if (isThere && readFileSync(STAMP, 'utf8') === digestOf(SOURCES)) return;
  process.stderr.write('Building the pages and the SDKs, which takes some seconds.\n');
  await build({ isChecked: false });
}

async function buildPages(output: string): Promise<void> {
  const [{ readContract }, { composeGuides }, { placeLinks, writePages }, workflows] =
    await Promise.all([
      import('./sdk/contract.ts'),
      import('./guides.ts'),
      import('./pages/pages.ts'),
      import('./workflows.ts'),
    ]);
  const { describeWorkflows, drawWorkflows, publishedWorkflow, readWorkflows } = workflows;
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const operations: Sources['operations'] = JSON.parse(await read('generated/openapi.json'));
  const events: Sources['events'] = JSON.parse(await read('generated/webhooks.json'));
  const contract = (await readContract(join(root, 'generated'))) as unknown as Contract;
  const files = await readWorkflows(join(root, 'openapi/workflows'));
  await mkdir(join(output, 'workflows'));
  for (const file of files)
    await writeFile(join(output, 'workflows', file.name), publishedWorkflow(file));
  const described = describeWorkflows(files, contract);
  const guides = composeGuides(await read('openapi/guides.md'), contract, described);
  await writeFile(join(output, 'guides.md'), guides);
  placeLinks(operations);
  await writePages(join(output, 'pages'), {
    operations,
    events,
    contract,
    guides,
    pictures: drawWorkflows(files, contract),
    sdks: await read('docs/sdk.md'),
    changelog: await read('CHANGELOG.md'),
  });
}

/**
 * Takes the place of what was built before; packages of versions that were released stay. Several processes may do
 * this at once: what is there is then of one of them.
 */
export async function replace(built: string, target: string): Promise<void> {
  if (target.endsWith('sdk')) {
    await mkdir(target, { recursive: true });
    for (const name of readdirSync(built)) await replace(join(built, name), join(target, name));
    return;
  }
  const before = `${built}.before`;
  for (;;) {
    try {
      await rename(built, target);
      return;
    } catch (error) {
      // A folder is not renamed to one that has files.
      rethrowUnless(error, ['ENOTEMPTY', 'EEXIST']);
    }
    await rm(before, { recursive: true, force: true });
    await rename(target, before).catch((error) => rethrowUnless(error, ['ENOENT']));
  }
}

function rethrowUnless(error: unknown, codes: readonly string[]): void {
  if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    } else if (!/\.test\.ts$|\/test\/|__pycache__/.test(path)) {
      hash.update(`${path}\n`).update(readFileSync(join(root, path)));
    }
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

if (import.meta.main) {
  try {
    await (process.argv.includes('--where-stale') ? buildWhereStale() : build({ isChecked: true }));
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
