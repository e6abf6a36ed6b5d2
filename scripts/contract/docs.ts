/**
 * Writes the contract's pages as files that any web server can show: `npm run docs`, or with a folder,
 * `npm run docs -- public`. What was there before stays, except for these files.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pageOf, readAssets, readWorkflows } from '../../src/http/docs/site.ts';
import { root } from './generate.ts';
import { WORKFLOWS } from './workflows.ts';

const DOCUMENTS = ['openapi.json', 'webhooks.json'] as const;

export async function writeDocs(folder: string): Promise<void> {
  const assets = readAssets();
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const { name, body } of assets) await writeFile(join(folder, 'assets', name), body);
  for (const name of DOCUMENTS) await copyFile(join(root, 'generated', name), join(folder, name));
  await mkdir(join(folder, WORKFLOWS), { recursive: true });
  for (const { name, body } of readWorkflows())
    await writeFile(join(folder, WORKFLOWS, name), body);
  const at = { assets: 'assets/', openapi: 'openapi.json', webhooks: 'webhooks.json' };
  await writeFile(join(folder, 'index.html'), pageOf(assets, at));
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = positionals[0] ?? join(root, 'generated', 'docs');
  await writeDocs(folder);
  process.stdout.write(`The docs are in ${folder}: serve them from there.\n`);
}
