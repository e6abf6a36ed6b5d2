/** Checks the head of a request before its operation is known: by the rules of HTTP, and by the cost of reading on. */
import type { Request, RequestHandler } from 'express';
import { type ApiError, errors } from '../errors.ts';
import { HEADERS_MAX, TARGET_BYTES_MAX } from './limits.ts';
import { localsOf } from './respond.ts';

export const gate: RequestHandler = (request, response, next) => {
  const refusal = localsOf(response).refusal ?? refusalOf(request);
  if (refusal) throw refusal;
  next();
};

/** Headers that may come only once: Node takes the first of several, and a proxy before us may have taken the last. */
const SINGLE = ['Host', 'Authorization', 'Content-Type'];

function refusalOf({
  originalUrl,
  rawHeaders,
  headers,
  httpVersion,
}: Request): ApiError | undefined {
  if (originalUrl.length > TARGET_BYTES_MAX) return errors.addressTooLong(TARGET_BYTES_MAX);
  // Names and values alternate.
  if (rawHeaders.length > 2 * HEADERS_MAX) {
    return errors.headersTooLarge(`A request may have at most ${HEADERS_MAX} headers.`);
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return errors.malformedRequest('Requests are taken in HTTP/1.1 and HTTP/1.0.');
  }
  // RFC 9112, section 3.2.
  if (headers.host === undefined && httpVersion === '1.1') {
    return errors.malformedRequest('A request must have a Host header.');
  }
  const repeated = SINGLE.find((name) => timesOf(name.toLowerCase(), rawHeaders) > 1);
  if (repeated !== undefined) {
    return errors.validation([{ path: repeated, message: 'must be sent only once' }]);
  }
  const { expect, 'transfer-encoding': coding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return errors.expectationFailed();
  }
  if (coding === undefined) return undefined;
  // By RFC 9112, section 6.1, a sender of HTTP/1.0 may mean something else by it.
  if (httpVersion !== '1.1') {
    return errors.malformedRequest('Transfer-Encoding needs HTTP/1.1.');
  }
  return coding.toLowerCase() === 'chunked'
    ? undefined
    : errors.unsupportedMediaType('The body must not be compressed.', {
        'Accept-Encoding': 'identity',
      });
}

/** @returns the token of a header `Authorization: Bearer`; the scheme is case-insensitive (RFC 9110, section 11.1) */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** @param name in lower case */
export function timesOf(name: string, rawHeaders: readonly string[]): number {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] as string;
    if (other.length === name.length && other.toLowerCase() === name) times += 1;
  }
  return times;
}
