/**
 * The pages of the contract, as the server shows them and as `npm run docs` writes them. They load nothing from
 * another host, and no inline script runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Asset, asset, versionOf } from '../asset.ts';

export function readAssets(): readonly Asset[] {
  return [
    asset('redoc.js', 'text/javascript', own(`${GENERATED}redoc/redoc.js`)),
    asset('start.js', 'text/javascript', own('start.js')),
    asset('page.css', 'text/css', own('page.css')),
    asset('logo.svg', 'image/svg+xml', own('logo.svg')),
    asset('guides.md', 'text/markdown', own(`${GENERATED}guides.md`)),
  ];
}

/** The Arazzo documents, which name the contract as the neighbour of their folder. */
export function readWorkflows(): readonly Asset[] {
  const folder = `${GENERATED}workflows/`;
  const names = readdirSync(new URL(folder, import.meta.url)).sort();
  return names.map((name) => asset(name, 'application/yaml', own(folder + name)));
}

/** The packages that partners install, each with its SHA-256. */
export function readPackages(): readonly Asset[] {
  const folder = new URL(`${GENERATED}sdk/packages/`, import.meta.url);
  return readdirSync(folder).map((name) => {
    const body = readFileSync(new URL(name, folder));
    const type = name.endsWith('.sha256') ? 'text/plain' : 'application/octet-stream';
    return { name, type, body, version: versionOf(body) };
  });
}

function own(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

const GENERATED = '../../../generated/';

/** @param at where, seen from the page, its assets and the two documents are */
export function pageOf(
  assets: readonly Asset[],
  at: { readonly assets: string; readonly openapi: string; readonly webhooks: string },
): string {
  const addressOf = (name: string) =>
    `${at.assets}${name}?v=${assets.find((one) => one.name === name)?.version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pharmacy Platform API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addressOf('page.css')}">
<link rel="preload" href="${at.openapi}" as="fetch" crossorigin="anonymous">
<link rel="preload" href="${addressOf('guides.md')}" as="fetch" crossorigin="anonymous">
</head>
<body>
<a class="skip" href="#content">Skip the menu</a>
<div id="reference" data-openapi="${at.openapi}" data-webhooks="${at.webhooks}" data-guides="${addressOf('guides.md')}" data-logo="${addressOf('logo.svg')}"></div>
<noscript><p>These pages need JavaScript. All that they show is in <a href="${at.openapi}">openapi.json</a> and <a href="${addressOf('guides.md')}">guides.md</a>.</p></noscript>
<script src="${addressOf('redoc.js')}"></script>
<script src="${addressOf('start.js')}"></script>
</body>
</html>
`;
}
