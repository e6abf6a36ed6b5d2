/**
 * Serves the published contract and its pages. A content security policy limits what a page may do.
 * Each is compressed once, and a caller that has the current version gets 304.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import { DOCUMENT_ADDRESSES_MAX } from '../limits.ts';
import { basePath, type ContractDocument } from '../operations.ts';
import { send } from '../respond.ts';
import { pageOf, readAssets, readWorkflows, versionOf } from './site.ts';

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

const OPENAPI = '/openapi.json';
const WEBHOOKS = '/webhooks.json';

/** @param events what webhooks send, a document of its own */
export function docsRouter(document: ContractDocument, events: object): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const assets = readAssets();
  const page = pageOf(assets, { assets: '/docs/', openapi: OPENAPI, webhooks: WEBHOOKS });
  const fixed = {
    '/docs': new Published('text/html', [Buffer.from(page)]),
    [WEBHOOKS]: new Published('application/json', [Buffer.from(JSON.stringify(events))]),
  };
  for (const [path, published] of Object.entries(fixed)) {
    router.get(path, (request, response) => publish(request, response, published));
  }
  for (const { name, type, body, version } of assets) {
    const published = new Published(type, [body]);
    router.get(`/docs/${name}`, (request, response) => {
      const isForGood = request.originalUrl.endsWith(`?v=${version}`);
      return publish(request, response, published, isForGood ? FOR_GOOD : undefined);
    });
  }
  for (const { name, type, body } of readWorkflows()) {
    const published = new Published(type, [body]);
    router.get(`/workflows/${name}`, (request, response) => publish(request, response, published));
  }
  const contractFor = withRunningAddress(document);
  router.get(OPENAPI, (request, response) => publish(request, response, contractFor(request)));
  router.get(['/', '/docs/'], (_request, response) => {
    response.setHeader('Location', '/docs');
    send(response, 302, SIGNPOST);
  });
  return router;
}

/** A browser follows the redirect, and a program reads where the rest is. */
const SIGNPOST = JSON.stringify({ docs: '/docs', openapi: OPENAPI, webhooks: WEBHOOKS });

/** The copy may be cached, but must be revalidated before each use. */
const ASK_AGAIN = 'no-cache';
/** An address that names the content's version never has another one. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The highest quality would take seconds, and save a tenth. */
const BROTLI_QUALITY = 9;

const CODINGS = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const;

type Coding = keyof typeof CODINGS;

/** Large contents are shared by all answers, so a caller that reads nothing holds no copies of them. */
class Published {
  readonly type: string;
  readonly #parts: readonly Buffer[];
  readonly #isCompressed: boolean;
  readonly #version: string;
  readonly #compressed = new Map<Coding, Promise<readonly Buffer[]>>();

  constructor(
    type: string,
    parts: readonly Buffer[],
    options: { version?: string; isCompressed?: boolean } = {},
  ) {
    this.type = type;
    this.#parts = parts;
    this.#isCompressed = options.isCompressed ?? true;
    this.#version = options.version ?? versionOf(...parts);
  }

  /** The smaller of those that it takes, in whatever order it names them. */
  codingFor(request: Request): Coding | undefined {
    if (!this.#isCompressed) return undefined;
    return (['br', 'gzip'] as const).find((coding) => request.acceptsEncodings(coding));
  }

  /** The entity tag of these bytes. The same content in another coding has another tag (RFC 9110, section 8.8.3). */
  tagIn(coding: Coding | undefined): string {
    return `"${this.#version}${coding === undefined ? '' : `-${coding}`}"`;
  }

  in(coding: Coding | undefined): Promise<readonly Buffer[]> {
    if (coding === undefined) return Promise.resolve(this.#parts);
    const begun =
      this.#compressed.get(coding) ??
      CODINGS[coding](Buffer.concat(this.#parts)).then((body) => [body]);
    this.#compressed.set(coding, begun);
    return begun;
  }
}

async function publish(
  request: Request,
  response: Response,
  published: Published,
  cacheControl = ASK_AGAIN,
): Promise<void> {
  const coding = published.codingFor(request);
  response.setHeader('Content-Type', `${published.type}; charset=utf-8`);
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', published.tagIn(coding));
  if (request.fresh) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const parts = await published.in(coding);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  response.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  for (const part of parts) response.write(part);
  response.end();
}

/**
 * The address that a request came to is put behind the servers that the contract names: a client that is
 * generated calls the first, and what a request says of itself must never become that.
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
    const isNew = url !== undefined && servers.every((server) => server.url !== url);
    const all = JSON.stringify(isNew ? [...servers, { url, description: RUNNING }] : servers);
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
