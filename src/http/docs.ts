/**
 * The published contract and its pages. They load nothing from another host and no inline script
 * runs, so that a page of documentation cannot become a hole.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import type { ContractDocument } from './operations.ts';

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

/** Redoc shows the scopes of OAuth alone, so each operation's text says what its key must have. */
const START = `fetch('/openapi.json').then((answer) => answer.json()).then((contract) => {
  for (const path of Object.values(contract.paths)) {
    for (const operation of Object.values(path)) {
      const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
      if (scopes.length === 0) continue;
      const names = scopes.map((scope) => '\`' + scope + '\`').join(', ');
      const live = operation['x-live-key-only'] ? ' Live keys only.' : '';
      operation.description = '**Scope:** ' + names + '.' + live + '\\n\\n' + operation.description;
    }
  }
  Redoc.init(contract, {
    downloadUrls: [{ title: 'openapi.json', url: '/openapi.json' }],
    expandResponses: '200,201',
    sortRequiredPropsFirst: true,
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

export function docsRouter(document: ContractDocument): Router {
  const bundle = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const redoc = Buffer.from(readFileSync(bundle, 'utf8').replaceAll(FOREIGN_IMAGE, 'data:,'));
  const files: Record<string, { type: string; bytes: Buffer }> = {
    '/openapi.json': { type: 'application/json', bytes: Buffer.from(JSON.stringify(document)) },
    '/docs': { type: 'text/html', bytes: Buffer.from(PAGE) },
    '/docs/redoc.js': { type: 'text/javascript', bytes: redoc },
    '/docs/start.js': { type: 'text/javascript', bytes: Buffer.from(START) },
    '/docs/page.css': { type: 'text/css', bytes: Buffer.from(CSS) },
  };
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, { type, bytes }] of Object.entries(files)) {
    router.get(path, (_request, response) => {
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    });
  }
  return router;
}
