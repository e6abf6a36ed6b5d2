// The package as it is installed, where there is nothing of Node.js: as an edge runtime has it, and in Chromium.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { findChromium, launchChromium } from '../../test/support/chromium.ts';
import { ROOT } from '../../test/support/document.ts';
import { day } from '../../test/support/pharmacy.ts';
import { SKU, useSdk } from './support/sdk.ts';
import { type Installed, installPacked } from './support/sdk-package.ts';

const run = promisify(execFile);
const LOTS = ['L-1', 'L-2', 'L-3'];
const home = useSdk({
  lots: LOTS.map((lot_number) => ({ sku_code: SKU, lot_number, expiry_date: day(90), qty: 100 })),
});
let installed: Installed;
beforeAll(async () => {
  installed = await installPacked();
}, 120_000);
afterAll(() => installed.remove());

const PROGRAM = `
import { createClient, isApiError, verifyWebhook } from 'pharmacy-platform-sdk';
const { apiKey, baseUrl, sku_code, webhook } = globalThis.given;
const report = {};
try {
  const api = createClient({ apiKey, baseUrl });
  const answered = await api.call('postMovement', { body: { type: 'fulfill', sku_code, qty: 2 } });
  report.posted = [answered.data.transactions[0].qty, answered.attempts];
  report.lots = [];
  for await (const lot of api.each.listLots({ query: { limit: 1 } })) report.lots.push(lot.lot_number);
  report.refused = await api
    .postMovement({ body: { type: 'fulfill', sku_code, qty: 9999 } })
    .catch((error) => isApiError(error, 'insufficient_stock') && error.details.requested);
  const ending = new AbortController();
  ending.abort(new Error('enough'));
  report.ended = await api.listSkus({}, { signal: ending.signal }).catch((error) => error.message);
  const { payload, headers, secret } = webhook;
  report.event = (await verifyWebhook(payload, headers, secret)).type;
  report.forged = await verifyWebhook(payload + ' ', headers, secret).catch((error) => error.problem);
  report.ofNode = ['process', 'Buffer', 'require', 'module', 'global'].filter((name) => name in globalThis);
} catch (error) {
  report.failed = String(error?.stack ?? error);
}
await globalThis.give(report);
`;

/** @param origin where the program finds the API */
function given(origin: string) {
  const secret = makeSecret();
  const payload = '{"id":"e-1","type":"stock.low","created_at":"","data":{}}';
  const signing = { deliveryId: 'd-1', type: 'stock.low', payload, at: new Date() };
  const headers = signedHeaders({ ...signing, secret, nextSecret: null });
  const baseUrl = `${origin}/api/public`;
  const apiKey = home.pharmacy.liveKey;
  return JSON.stringify({ apiKey, baseUrl, sku_code: SKU, webhook: { payload, headers, secret } });
}

const REPORT = {
  posted: [-2, 2],
  lots: expect.arrayContaining(LOTS),
  refused: 9999,
  ended: 'enough',
  event: 'stock.low',
  forged: 'signature_mismatch',
  ofNode: [],
};

it('works with the web’s globals alone, as an edge runtime has them', async () => {
  home.proxy.plan('lose');
  const { stdout } = await run(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'sdk/test/support/edge-runtime.ts'),
    installed.folder,
    PROGRAM,
    given(home.proxy.url),
  ]);
  expect(JSON.parse(stdout)).toEqual(REPORT);
  expect(home.proxy.passed[0]?.headers['user-agent']).toMatch(/^pharmacy-platform-sdk\//);
});

const CHROMIUM_SECONDS_MAX = 60;
const chromium = findChromium('the SDK in a browser');

it.skipIf(chromium === undefined)(
  'works in a browser, from a page that has the API at its own origin',
  { timeout: CHROMIUM_SECONDS_MAX * 1000 + 10_000 },
  async () => {
    // A connection that breaks Chromium makes again by itself.
    home.proxy.plan({ status: 503 });
    const page = await startPage();
    const browser = launchChromium(chromium as string, [page.origin]);
    const late = setTimeout(() => page.fail(new Error('no report')), CHROMIUM_SECONDS_MAX * 1000);
    try {
      expect(await page.report).toEqual(REPORT);
    } finally {
      clearTimeout(late);
      await browser.close();
      page.server.closeAllConnections();
      page.server.close();
    }
  },
);

interface Page {
  readonly server: Server;
  readonly origin: string;
  readonly report: Promise<unknown>;
  fail(error: Error): void;
}

/** A page with the program, the installed packages as they are, and the API behind it. */
async function startPage(): Promise<Page> {
  const { promise: report, resolve, reject } = Promise.withResolvers<unknown>();
  const map = {
    imports: {
      'pharmacy-platform-sdk': '/node_modules/pharmacy-platform-sdk/dist/index.js',
      'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
    },
  };
  const server = createServer(async (request, response) => {
    const { url: path = '/', method } = request;
    if (path.startsWith('/api/')) {
      const forwarded = send(new URL(path, home.proxy.url), { method, headers: request.headers });
      forwarded.once('error', () => response.destroy());
      forwarded.once('response', (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    } else if (path === '/report') {
      resolve(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.end();
    } else if (path.startsWith('/node_modules/')) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(join(installed.folder, path)));
    } else {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>A page</title>
<script type="importmap">${JSON.stringify(map)}</script>
<script>
globalThis.given = ${given(origin)};
globalThis.give = (report) => fetch('/report', { method: 'POST', body: JSON.stringify(report) });
</script>
<script type="module">${PROGRAM}</script>`);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin, report, fail: reject };
}
