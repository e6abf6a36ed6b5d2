// openapi/README.md explains every extension of the contracts, and says which are published.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../support/document.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const usedIn = (path: string) =>
  new Set([...read(path).matchAll(/"(x-[\w-]+)":/g)].map(([, name]) => name as string));
const rows = [...read('openapi/README.md').matchAll(/^\| `(x-[\w-]+)` \|.*\| (yes|no) \|/gm)];

it('explains every extension of the two contracts', () => {
  const used = [...usedIn('generated/openapi.json'), ...usedIn('generated/application.json')];
  expect(rows.map(([, name]) => name).sort()).toEqual([...new Set(used)].sort());
});

it('says which extensions are published', () => {
  const published = rows.filter(([, , answer]) => answer === 'yes').map(([, name]) => name);
  expect(published.sort()).toEqual([...usedIn('generated/openapi.json')].sort());
});
