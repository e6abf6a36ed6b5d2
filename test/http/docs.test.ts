import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shell, startShell } from './shell.ts';
import { shellDocument, shellEvents } from './shell-document.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

test('publishes the contract, and behind its servers the address that was asked', async () => {
  const response = await fetch(`${shell.url}/openapi.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  const running = {
    url: `${shell.url}/api/public`,
    description: 'The address that this document was read from',
  };
  expect(await response.json()).toEqual({
    ...shellDocument,
    servers: [...(shellDocument.servers ?? []), running],
  });
});

test.each([
  ['api.example', 'https', []],
  ['api.example', 'http', ['http://api.example/api/public']],
  ['[::1]:3000', undefined, ['http://[::1]:3000/api/public']],
  ['pharmacy.internal:8443', 'https', ['https://pharmacy.internal:8443/api/public']],
  ['x"},{"url":"https://thief.example', undefined, []],
  ['user@thief.example', undefined, []],
  ['x/../y', undefined, []],
  [`${'a'.repeat(300)}.example`, undefined, []],
])('of the host %s adds what can be an address', async (host, protocol, added) => {
  const headers = { host, ...(protocol && { 'x-forwarded-proto': protocol }) };
  const { port } = new URL(shell.url);
  const document = await new Promise<typeof shellDocument>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/openapi.json', headers }, async (response) => {
      resolve(JSON.parse(await text(response)));
    }).once('error', reject);
  });
  const declared = shellDocument.servers ?? [];
  expect(document.servers?.slice(0, declared.length)).toEqual(declared);
  expect(document.servers?.slice(declared.length).map(({ url }) => url)).toEqual(added);
});

test('publishes the events as a document of their own', async () => {
  const response = await fetch(`${shell.url}/webhooks.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual(shellEvents);
});

test('points to the docs from the root', async () => {
  const response = await fetch(shell.url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
  for (const path of Object.values((await response.json()) as Record<string, string>)) {
    expect([path, (await fetch(shell.url + path)).status]).toEqual([path, 200]);
  }
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
    const body = await response.text();
    expect(body.length).toBeGreaterThan(0);
    expect(body).not.toContain('cdn.redoc.ly');
  }
});
