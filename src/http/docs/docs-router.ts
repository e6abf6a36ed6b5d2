/**
 * Serves the published contract and its pages. A content security policy limits what a page may do.
 * Each is compressed once, and a caller that has the current version gets 304.
 */
import { type Request, type Response, Router } from 'express';
import { DOCUMENT_ADDRESSES_MAX } from '../limits.ts';
import { basePath, type ContractDocument } from '../operations.ts';
import { FOR_GOOD, Published, publish, versionOf } from '../published.ts';
import { send } from '../respond.ts';
import { readOpenapi30, readPackages, readSite, readWorkflows } from './site.ts';

/** Redoc writes its styles into the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const OPENAPI = '/openapi.json';
const OPENAPI_3_0 = '/openapi-3.0.json';
const WEBHOOKS = '/webhooks.json';

/** @param events what webhooks send, a document of its own */
export function docsRouter(document: ContractDocument, events: object): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const written = new Published('application/json', [Buffer.from(JSON.stringify(events))]);
  router.get(WEBHOOKS, (request, response) => shown(request, response, written));
  for (const { name, type, body, version } of readSite()) {
    const published = new Published(type, [body]);
    router.get(name === '' ? '/docs' : `/docs/${name}`, (request, response) => {
      const isForGood = request.originalUrl.endsWith(`?v=${version}`);
      return shown(request, response, published, isForGood ? FOR_GOOD : undefined);
    });
  }
  for (const { name, type, body } of readWorkflows()) {
    const published = new Published(type, [body]);
    router.get(`/workflows/${name}`, (request, response) => shown(request, response, published));
  }
  for (const { name, type, body } of readPackages()) {
    // Installers compare the bytes with a hash: they are sent as they are.
    const published = new Published(type, [body], { isCompressed: false });
    router.get(`/sdk/${name}`, (request, response) => shown(request, response, published));
  }
  const contractFor = withRunningAddress(document);
  router.get(OPENAPI, (request, response) => shown(request, response, contractFor(request)));
  // Few ask for it, so it is read for the first who does.
  let olderFor: ReturnType<typeof withRunningAddress> | undefined;
  router.get(OPENAPI_3_0, (request, response) => {
    olderFor ??= withRunningAddress(readOpenapi30());
    return shown(request, response, olderFor(request));
  });
  router.get(['/', '/docs/'], (_request, response) => {
    response.setHeader('Location', '/docs');
    send(response, 302, SIGNPOST);
  });
  return router;
}

function shown(
  request: Request,
  response: Response,
  published: Published,
  cacheControl?: string,
): Promise<void> {
  return publish(request, response, published, { policy: POLICY, cacheControl });
}

/** A browser follows the redirect, and a program reads where the rest is. */
const SIGNPOST = JSON.stringify({ docs: '/docs', openapi: OPENAPI, webhooks: WEBHOOKS });

/**
 * The address that a request came to is put before the servers that the contract names, unless it is the first of these:
 * tools call the first server, which is then the one that answers them. Only the caller, who has said it, reads it.
 */
function withRunningAddress(document: ContractDocument): (request: Request) => Published {
  const { servers = [], ...rest } = document;
  const base = basePath(document);
  const text = JSON.stringify({ ...rest, servers: [] });
  const before = Buffer.from(text.slice(0, text.lastIndexOf('"servers":[]')));
  const versionBefore = versionOf(before);
  const published = new Map<string, Published>();
  return (request) => {
    const url = addressOf(request, base);
    const isFirst = url === undefined || servers[0]?.url === url;
    const all = JSON.stringify(isFirst ? servers : [{ url, description: RUNNING }, ...servers]);
    const known = published.get(all);
    if (known !== undefined) return known;
    const isKept = published.size < DOCUMENT_ADDRESSES_MAX;
    const made = new Published('application/json', [before, Buffer.from(`"servers":${all}}`)], {
      version: versionOf(versionBefore, all),
      isCompressed: isKept,
    });
    if (isKept) published.set(all, made);
    return made;
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
