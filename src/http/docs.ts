/**
 * The published contract and its pages. They load nothing from another host and no inline script
 * runs, so that a page of documentation cannot become a hole.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Request, Router } from 'express';
import { basePath, type ContractDocument } from './operations.ts';
import { send } from './respond.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/redoc.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Redoc shows the scopes of OAuth alone, so each operation's text says what its key must have. It shows one
 * document, so operations and events become one again.
 */
const START = `const read = (path) => fetch(path).then((answer) => answer.json());
Promise.all([read('/openapi.json'), read('/webhooks.json')]).then(([contract, events]) => {
  for (const path of Object.values(contract.paths)) {
    for (const operation of Object.values(path)) {
      const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
      if (scopes.length === 0) continue;
      const names = scopes.map((scope) => '\`' + scope + '\`').join(', ');
      const live = operation['x-live-key-only'] ? ' Live keys only.' : '';
      operation.description = '**Scope:** ' + names + '.' + live + '\\n\\n' + operation.description;
    }
  }
  const components = { ...contract.components };
  for (const [kind, some] of Object.entries(events.components)) {
    components[kind] = { ...components[kind], ...some };
  }
  const tags = [...contract.tags, ...events.tags];
  Redoc.init({ ...contract, tags, webhooks: events.webhooks, components }, {
    downloadUrls: [
      { title: 'openapi.json', url: '/openapi.json' },
      { title: 'webhooks.json', url: '/webhooks.json' },
    ],
    expandResponses: '200,201',
    sortRequiredPropsFirst: true,
    hideSchemaPattern: true,
    theme: { typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } } },
  }, document.getElementById('reference'));
});
`;

const CSS = `body { margin: 0; }
`;

/** Redoc's footer has an image on its makers' host. */
const FOREIGN_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** Redoc writes its styles into the page and searches in a worker made from a blob. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface File {
  type: string;
  /** What is large is the same for all: who asks often and reads nothing holds no copies of it. */
  parts: (request: Request) => readonly Buffer[];
}

/** @param events what webhooks send, a document of its own */
export function docsRouter(document: ContractDocument, events: object): Router {
  const bundle = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const redoc = readFileSync(bundle, 'utf8').replaceAll(FOREIGN_IMAGE, 'data:,');
  const files: Record<string, File> = {
    '/openapi.json': { type: 'application/json', parts: withRunningAddress(document) },
    '/webhooks.json': { type: 'application/json', parts: fixed(JSON.stringify(events)) },
    '/docs': { type: 'text/html', parts: fixed(PAGE) },
    '/docs/redoc.js': { type: 'text/javascript', parts: fixed(redoc) },
    '/docs/start.js': { type: 'text/javascript', parts: fixed(START) },
    '/docs/page.css': { type: 'text/css', parts: fixed(CSS) },
  };
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, { type, parts: partsFor }] of Object.entries(files)) {
    router.get(path, (request, response) => {
      const parts = partsFor(request);
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('Cache-Control', 'no-cache');
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      response.setHeader('Content-Length', length);
      for (const part of parts) response.write(part);
      response.end();
    });
  }
  router.get('/', (_request, response) => {
    response.setHeader('Location', '/docs');
    send(response, 302, SIGNPOST);
  });
  return router;
}

/** A browser follows the redirect, and a program reads where the rest is. */
const SIGNPOST = JSON.stringify({
  docs: '/docs',
  openapi: '/openapi.json',
  webhooks: '/webhooks.json',
});

function fixed(text: string): File['parts'] {
  const parts = [Buffer.from(text)];
  return () => parts;
}

/**
 * The address that a request came to is put behind the servers that the contract names: a client that is
 * generated calls the first, and what a request says of itself must never become that.
 */
function withRunningAddress(document: ContractDocument): File['parts'] {
  const { servers = [], ...rest } = document;
  const base = basePath(document);
  const text = JSON.stringify({ ...rest, servers: [] });
  const before = Buffer.from(text.slice(0, text.lastIndexOf('"servers":[]')));
  return (request) => {
    const url = addressOf(request, base);
    const isNew = url !== undefined && servers.every((server) => server.url !== url);
    const all = isNew ? [...servers, { url, description: RUNNING }] : servers;
    return [before, Buffer.from(`"servers":${JSON.stringify(all)}}`)];
  };
}

const RUNNING = 'The address that this document was read from';

const HOST = /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const HOST_CHARACTERS_MAX = 260;

function addressOf({ headers }: Request, base: string): string | undefined {
  const { host = '', 'x-forwarded-proto': forwarded } = headers;
  if (host.length > HOST_CHARACTERS_MAX || !HOST.test(host)) return undefined;
  // TLS ends before us.
  return `${forwarded === 'https' ? 'https' : 'http'}://${host}${base}`;
}
