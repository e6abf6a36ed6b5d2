import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shell, startShell } from './shell.ts';
import { shellDocument } from './shell-document.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

test('publishes the contract as it is', async () => {
  const response = await fetch(`${shell.url}/openapi.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual(shellDocument);
});

test('serves pages that load nothing from another host', async () => {
  const page = await fetch(`${shell.url}/docs`);
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).not.toMatch(/https?:/);
  expect(html).not.toMatch(/https?:\/\//);
  const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  expect(loaded.length).toBeGreaterThan(0);
  for (const path of loaded) {
    const response = await fetch(shell.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toContain('cdn.redoc.ly');
  }
});
