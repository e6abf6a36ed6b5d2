import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDocs } from './docs.ts';

test('writes pages that find all they need next to them, wherever they are served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  try {
    await writeDocs(folder);
    const names = await readdir(folder, { recursive: true });
    const pages = names.filter((name) => name.endsWith('.html'));
    expect(pages).toEqual(
      expect.arrayContaining(['index.html', 'docs/errors.html', 'docs/reference/inventory.html']),
    );
    for (const name of pages) {
      const page = await readFile(join(folder, name), 'utf8');
      // The copy of the first page in the folder of the others is not linked to.
      const base = name === 'docs/index.html' ? 'index.html' : name;
      const addresses = [
        ...page.matchAll(/(?:src|href|data-(?:index|document|reference))="([^"]+)"/g),
      ]
        .map(([, address]) => address as string)
        .filter((address) => !/^(data:|#|https:|mailto:)/.test(address));
      expect(addresses.length).toBeGreaterThan(20);
      for (const address of addresses) {
        expect(address).not.toMatch(/^\//);
        const path = join(folder, base, '..', address.replace(/[?#].*/, ''));
        const bytes = await readFile(path).catch(() => Buffer.alloc(0));
        expect([name, address, bytes.length > 0]).toEqual([name, address, true]);
      }
    }
    for (const workflow of await readdir(join(folder, 'workflows'))) {
      // Each names the contract as its neighbour: see the workflows' own test.
      const text = await readFile(join(folder, 'workflows', workflow), 'utf8');
      expect(text).toContain('url: ../openapi.json');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
