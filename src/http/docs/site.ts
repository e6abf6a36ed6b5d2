/**
 * The pages of the contract, which `npm run build` makes and `npm run docs` copies. They load nothing from another
 * host, and no inline script runs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { ContractDocument } from '../operations.ts';
import { type Asset, asset, versionOf } from '../published.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** Each under its name below `/docs`, pages without their ending, and the first one without a name. */
export function readSite(): readonly Asset[] {
  const names = readdirSync(folder('pages'), { recursive: true, encoding: 'utf8' }).sort();
  const files = names.flatMap((name) => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const text = own(`pages/${name}`);
    if (type !== 'text/html') return [asset(name, type, text)];
    // Samples that the service shows call the service.
    const served = text.replace('<body ', '<body data-served ');
    return [asset(name.replace(/\.html$/, '').replace(/^index$/, ''), type, served)];
  });
  return [...files, asset('guides.md', 'text/markdown', own('guides.md'))];
}

/** The Arazzo documents, which name the contract as the neighbour of their folder. */
export function readWorkflows(): readonly Asset[] {
  const names = readdirSync(folder('workflows')).sort();
  return names.map((name) => asset(name, 'application/yaml', own(`workflows/${name}`)));
}

/** The operations for tools that know no later version of OpenAPI than 3.0. */
export function readOpenapi30(): ContractDocument {
  return JSON.parse(own('openapi-3.0.json')) as ContractDocument;
}

/** The packages that partners install, of this version and of all that were released, each with its SHA-256. */
export function readPackages(sdk = folder('sdk/')): readonly Asset[] {
  const files = ['released/', 'packages/']
    .map((name) => new URL(name, sdk))
    .filter((from) => existsSync(from))
    .flatMap((from) => readdirSync(from).map((name) => [name, new URL(name, from)] as const));
  return [...new Map(files)].map(([name, file]) => {
    const body = readFileSync(file);
    const type = name.endsWith('.sha256') ? 'text/plain' : 'application/octet-stream';
    return { name, type, body, version: versionOf(body) };
  });
}

const folder = (name: string): URL => new URL(`../../../generated/${name}`, import.meta.url);
const own = (path: string): string => readFileSync(folder(path), 'utf8');
