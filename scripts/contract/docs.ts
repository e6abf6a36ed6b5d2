/**
 * Writes the contract's pages as files that any web server can show: `npm run docs`, or with a folder,
 * `npm run docs -- public`. What was there before stays, except for these files.
 */
import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../kit/root.ts';
import { buildWhereStale } from './build.ts';
import { WORKFLOWS } from './workflows.ts';

const DOCUMENTS = ['openapi.json', 'webhooks.json'] as const;

export async function writeDocs(folder: string): Promise<void> {
  await buildWhereStale();
  const generated = join(root, 'generated');
  const pages = join(folder, 'docs');
  await mkdir(pages, { recursive: true });
  await cp(join(generated, 'pages'), pages, { recursive: true });
  await copyFile(join(generated, 'guides.md'), join(pages, 'guides.md'));
  for (const name of DOCUMENTS) await copyFile(join(generated, name), join(folder, name));
  await cp(join(generated, WORKFLOWS), join(folder, WORKFLOWS), { recursive: true });
  for (const name of await readdir(pages, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const page = await readFile(join(pages, name), 'utf8');
    await writeFile(join(pages, name), withEndings(page));
  }
  // The first page stands where the service has it, next to the folder of the others.
  await copyFile(join(pages, 'index.html'), join(folder, 'index.html'));
}

/** A folder of files has the pages under their names with the ending. */
function withEndings(page: string): string {
  return page
    .replaceAll(/href="((?:\.\.\/)*)docs"/g, 'href="$1index.html"')
    .replaceAll(/href="((?:\.\.\/)*docs\/[\w/-]+)(#[^"]*)?"/g, 'href="$1.html$2"');
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = positionals[0] ?? join(root, 'generated', 'docs');
  await writeDocs(folder);
  process.stdout.write(`The docs are in ${folder}: serve them from there.\n`);
}
