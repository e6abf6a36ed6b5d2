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
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../kit/root.ts';
import type { Contract } from './documents.ts';
import type { Sources } from './pages/pages.ts';

/** What build() owns in its output folder. */
const BUILT = ['pages', 'guides.md', 'workflows', 'application', 'sdk'] as const;
/** The SHA-256 of the sources of what is there. */
const STAMP = 'built.sha256';
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
  'package-lock.json',
  ...['build', 'documents', 'guides', 'page', 'samples', 'sdk', 'workflows'].map(
    (name) => `scripts/contract/${name}.ts`,
  ),
  'scripts/contract/changes',
  'scripts/contract/pages',
  'scripts/contract/sdk',
  'sdk/LICENSE',
  'sdk/python',
  'sdk/typescript',
  'src/http/published.ts',
];

export interface BuildOptions {
  /** Whether the compiler looks for mistakes in the SDK, which takes as long as all else. */
  readonly isChecked: boolean;
}

export async function build(output: string, options: BuildOptions): Promise<void> {
  const [{ buildPage }, { buildSdk }] = await Promise.all([
    import('./page.ts'),
    import('./sdk.ts'),
  ]);
  const workshop = await mkdtemp(join(tmpdir(), 'build-'));
  try {
    await buildPages(workshop);
    await buildPage(join(workshop, 'application'));
    await buildSdk(join(workshop, 'sdk'), options);
    await mkdir(output, { recursive: true });
    for (const name of BUILT) await replace(join(workshop, name), join(output, name));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Builds where a source has changed since the last time, or nothing is there. */
export async function buildWhereStale(): Promise<void> {
  const output = join(root, 'generated');
  const stamp = join(output, STAMP);
  const sources = digestOf(SOURCES);
  const isThere = BUILT.every((name) => existsSync(join(output, name)));
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  process.stderr.write('Building the pages and the SDKs, which takes some seconds.\n');
  try {
    await build(output, { isChecked: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'The pages and the SDKs are not built, and what builds them is not installed. Run: npm ci && npm run build && npm prune --omit=dev',
      { cause: error },
    );
  }
  writeFileSync(stamp, sources);
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

/** Takes the place of what was built before; packages of versions that were released stay. */
async function replace(built: string, target: string): Promise<void> {
  if (target.endsWith('sdk')) {
    for (const name of readdirSync(built)) await replace(join(built, name), join(target, name));
    return;
  }
  await rm(target, { recursive: true, force: true });
  await cp(built, target, { recursive: true });
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    } else if (!/\.test\.ts$|\/test\//.test(path)) {
      hash.update(`${path}\n`).update(readFileSync(join(root, path)));
    }
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

if (import.meta.main) {
  if (process.argv.includes('--where-stale')) await buildWhereStale();
  else {
    await build(join(root, 'generated'), { isChecked: true });
    writeFileSync(join(root, 'generated', STAMP), digestOf(SOURCES));
  }
}
