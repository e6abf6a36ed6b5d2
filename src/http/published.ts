/**
 * Fixed contents for browsers. Each is compressed once, and a caller that has the current version gets 304.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** The copy may be cached, but must be revalidated before each use. */
const ASK_AGAIN = 'no-cache';
/** An address that names the content's version never has another one. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

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

let last: Promise<unknown> = Promise.resolve();

/** Each holds one of the process's four threads, where names are looked up too: so one is compressed at a time. */
function afterOthers(compress: () => Promise<Buffer>): Promise<Buffer> {
  const compressed = last.then(compress);
  last = compressed.catch(() => undefined);
  return compressed;
}

/** Large contents are shared by all answers, so a caller that reads nothing holds no copies of them. */
export class Published {
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
      afterOthers(() => CODINGS[coding](Buffer.concat(this.#parts))).then((body) => [body]);
    this.#compressed.set(coding, begun);
    return begun;
  }
}

/** @param policy what the browser lets the content do */
export async function publish(
  request: Request,
  response: Response,
  published: Published,
  { policy, cacheControl = ASK_AGAIN }: { policy: string; cacheControl?: string | undefined },
): Promise<void> {
  const coding = published.codingFor(request);
  response.setHeader('Content-Type', `${published.type}; charset=utf-8`);
  response.setHeader('Content-Security-Policy', policy);
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

/** A file that pages load, under a hash of its content. */
export interface Asset {
  /** Its name in the folder of the pages. */
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  /** A hash of the content. The page names it, so that a browser does not use a cached older file. */
  readonly version: string;
}

export function asset(name: string, type: string, content: string | Buffer): Asset {
  const body = Buffer.from(content);
  return { name, type, body, version: versionOf(body) };
}

const VERSION_CHARACTERS = 16;

/** Short, and another one for other bytes. */
export function versionOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, VERSION_CHARACTERS);
}
