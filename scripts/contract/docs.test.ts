import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDocs } from './docs.ts';

test('writes pages that find all they need beside them, wherever they are served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  try {
    await writeDocs(folder);
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href|data-\w+)="([^"]+)"/g)]
      .map(([, address]) => address as string)
      .filter((address) => !/^(data:|#)/.test(address));
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    for (const address of addresses) {
      expect(address).not.toMatch(/^\/|:/);
      const bytes = await readFile(join(folder, address.replace(/\?.*/, '')));
      expect([address, bytes.length > 0]).toEqual([address, true]);
    }
    expect((await readdir(folder)).sort()).toEqual([
      'assets',
      'index.html',
      'openapi.json',
      'webhooks.json',
      'workflows',
    ]);
    const guides = await readFile(join(folder, 'assets/guides.md'), 'utf8');
    const linked = [...guides.matchAll(/\]\((workflows\/[^)]+)\)/g)].map(([, to]) => to as string);
    expect(linked).toHaveLength(3);
    for (const workflow of linked) {
      // Each names the contract as its neighbour: see the workflows' own test.
      expect(await readFile(join(folder, workflow), 'utf8')).toContain('url: ../openapi.json');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
