import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ERROR_CODES } from '../../generated/contract.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { type Shell, startShell } from './shell.ts';
import { shellDocument, shellEvents } from './shell-document.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

test('publishes the contract, and before its servers the address that was asked', async () => {
  const response = await fetch(`${shell.url}/openapi.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  const running = {
    url: `${shell.url}/api/public`,
    description: 'The address that this document was read from',
  };
  expect(await response.json()).toEqual({
    ...shellDocument,
    servers: [running, ...(shellDocument.servers ?? [])],
  });
});

test('publishes the operations for tools of OpenAPI 3.0 too, with the address that was asked', async () => {
  const response = await fetch(`${shell.url}/openapi-3.0.json`);
  const document = (await response.json()) as typeof contract;
  expect([document.openapi, Object.keys(document.paths)]).toEqual([
    '3.0.4',
    Object.keys(contract.paths),
  ]);
  expect(document.servers.map(({ url }) => url)).toContain(`${shell.url}/api/public`);
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
])('of the host %s puts first what can be an address', async (host, protocol, added) => {
  const headers = { host, ...(protocol && { 'x-forwarded-proto': protocol }) };
  const { port } = new URL(shell.url);
  const document = await new Promise<typeof shellDocument>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/openapi.json', headers }, async (response) => {
      resolve(JSON.parse(await text(response)));
    }).once('error', reject);
  });
  const declared = shellDocument.servers ?? [];
  const urls = document.servers?.map(({ url }) => url);
  expect(urls).toEqual([...added, ...declared.map(({ url }) => url)]);
});

test('publishes the events as a document of their own', async () => {
  const response = await fetch(`${shell.url}/webhooks.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual(shellEvents);
});

/** Every page, from one to the next by their links, with what is in them. */
async function readPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const response = await fetch(shell.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const html = await response.text();
    pages.set(path, html);
    for (const link of linksOf(html, path))
      if (link.origin === shell.url) waiting.push(link.pathname);
  }
  return pages;
}

const linksOf = (html: string, path: string): URL[] =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
    ([, href]) => new URL((href as string).replaceAll('&amp;', '&'), shell.url + path),
  );

test('leads with each link to a page and a place that are there', async () => {
  const pages = await readPages();
  expect(pages.size).toBeGreaterThan(25);
  const astray = [...pages].flatMap(([path, html]) =>
    linksOf(html, path)
      .filter(({ origin, pathname, hash }) => {
        const to = origin === shell.url ? pages.get(pathname) : undefined;
        const id = decodeURIComponent(hash.slice(1));
        return to !== undefined && id !== '' && !to.includes(`id="${id}"`);
      })
      .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
  );
  expect(astray).toEqual([]);
});

test('publishes the workflows, next to the contract that they name', async () => {
  const pages = await readPages();
  const linked = [...pages].flatMap(([path, html]) =>
    linksOf(html, path).filter(({ pathname }) => pathname.startsWith('/workflows/')),
  );
  expect(linked).toHaveLength(3);
  for (const address of linked) {
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    const { sourceDescriptions } = parse(await response.text());
    const sources = sourceDescriptions.map(
      ({ url }: { url: string }) => new URL(url, address).href,
    );
    expect(sources).toEqual([`${shell.url}/openapi.json`]);
  }
});

test('has every error code at an address of its own, with an answer where the contract shows one', async () => {
  const html = await (await fetch(`${shell.url}/docs/errors`)).text();
  for (const code of ERROR_CODES) expect(html).toContain(`id="${code}"`);
  const [row = ''] = /<tr>\s*<td><span id="insufficient_stock">(?:.|\n)*?<\/tr>/.exec(html) ?? [];
  expect(row).toContain('409');
  expect(row).toContain('"available"');
});

test.each(['/', '/docs/'])('points to the docs from %s', async (near) => {
  const response = await fetch(shell.url + near, { redirect: 'manual' });
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
  const loaded = await addressesOf('/docs/reference/inventory');
  expect(loaded.length).toBeGreaterThan(4);
  for (const path of loaded) {
    const response = await fetch(shell.url + path);
    expect([path, response.status]).toEqual([path, 200]);
    const body = await response.text();
    expect(body.length).toBeGreaterThan(0);
    expect(body).not.toContain('cdn.redoc.ly');
  }
});

/** As it comes over the wire, where fetch would have decompressed it. */
function fetchRaw(
  path: string,
  headers: Record<string, string> = {},
  { url } = shell,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers }, async (response) => {
      const body = await buffer(response);
      resolve({ status: response.statusCode, headers: response.headers, body });
    }).once('error', reject);
  });
}

const BROWSERS_CODINGS = 'gzip, deflate, br, zstd';
const decoded = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  plain: (body: Buffer) => body,
};

async function addressesOf(page: string): Promise<string[]> {
  const { body } = await fetchRaw(page);
  const loads =
    /<(?:link|script)[^>]*(?:src|href)="([^"]+)"|data-(?:index|document|reference)="([^"]+)"/g;
  return [...body.toString().matchAll(loads)]
    .map(([, one, other]) => new URL(one ?? other ?? '', shell.url + page))
    .filter(({ protocol }) => protocol !== 'data:')
    .map(({ pathname, search }) => pathname + search);
}

test('sends each file in the best coding that its reader takes, the same content in each', async () => {
  for (const path of ['/docs', ...(await addressesOf('/docs/reference/inventory'))]) {
    const plain = await fetchRaw(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const tags = new Set([plain.headers.etag]);
    for (const [asked, coding] of [
      [BROWSERS_CODINGS, 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', 'plain'],
      ['zstd', 'plain'],
    ] as const) {
      const { headers, body } = await fetchRaw(path, { 'accept-encoding': asked });
      expect([path, asked, headers['content-encoding'] ?? 'plain']).toEqual([path, asked, coding]);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      expect(decoded[coding](body).equals(plain.body)).toBe(true);
      tags.add(headers.etag);
    }
    // What is kept in one coding is never taken for another.
    expect(tags.size).toBe(3);
  }
});

test('takes less than 600 kB to show itself first', async () => {
  const largest = '/docs/reference/inventory';
  const paths = new Set([largest, ...(await addressesOf(largest))]);
  let bytes = 0;
  for (const path of paths) {
    bytes += (await fetchRaw(path, { 'accept-encoding': BROWSERS_CODINGS })).body.length;
  }
  expect(paths.size).toBeGreaterThanOrEqual(6);
  // The shell's own contract is small; the real one takes less than 60 kB.
  expect(bytes).toBeLessThan(540_000);
});

test('tells who has a file already that it is the same, and sends it when it is not', async () => {
  for (const path of ['/docs', '/openapi.json', '/openapi-3.0.json', '/docs/page.js']) {
    for (const coding of [BROWSERS_CODINGS, 'identity']) {
      const first = await fetchRaw(path, { 'accept-encoding': coding });
      const has = { 'accept-encoding': coding, 'if-none-match': first.headers.etag ?? '' };
      const again = await fetchRaw(path, has);
      expect([path, again.status, again.body.length]).toEqual([path, 304, 0]);
      expect(again.headers.etag).toBe(first.headers.etag);
      const other = await fetchRaw(path, { ...has, 'if-none-match': '"another"' });
      expect([path, other.status]).toEqual([path, 200]);
    }
  }
});

test('lets be kept for good what names its version, and asked for again what does not', async () => {
  const paths = await addressesOf('/docs/reference/inventory');
  const versioned = paths.filter((path) => path.includes('?v='));
  expect(new Set(versioned).size).toBe(5);
  for (const path of versioned) {
    const { headers } = await fetchRaw(path);
    expect([path, headers['cache-control']]).toEqual([path, expect.stringContaining('immutable')]);
    const bare = path.slice(0, path.indexOf('?'));
    for (const other of [bare, `${bare}?v=other`, `${bare}?v=`]) {
      expect((await fetchRaw(other)).headers['cache-control']).toBe('no-cache');
    }
  }
  for (const path of ['/docs', '/openapi.json', '/webhooks.json']) {
    expect((await fetchRaw(path)).headers['cache-control']).toBe('no-cache');
  }
});

test('keeps the contract compressed for a few addresses, and is right for the others too', async () => {
  const own = await startShell();
  const hosts = Array.from({ length: 12 }, (_, index) => `host-${index}.example`);
  const codings: string[] = [];
  for (const host of hosts) {
    const asked = { host, 'accept-encoding': 'br' };
    const { headers, body } = await fetchRaw('/openapi.json', asked, own);
    const coding = headers['content-encoding'] === 'br' ? 'br' : 'plain';
    codings.push(coding);
    const document = JSON.parse(decoded[coding](body).toString());
    expect(document.servers[0].url).toBe(`http://${host}/api/public`);
  }
  expect([codings[0], codings.at(-1)]).toEqual(['br', 'plain']);
  await own.close();
});

test('answers HEAD as GET, without the body', async () => {
  const got = await fetch(`${shell.url}/docs`);
  const head = await fetch(`${shell.url}/docs`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag')]).toEqual([200, got.headers.get('etag')]);
  expect(await head.text()).toBe('');
});
