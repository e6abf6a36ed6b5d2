/**
 * Headers for a browser that opens an answer: it must show nothing of it, run nothing in it, give it to no other
 * page, and use only TLS from then on. /docs replaces them with a policy of its own.
 */
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;

export function securityHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      // This service cannot speak for the other hosts of the domain. Browsers ignore the header without TLS.
      strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
      frameguard: { action: 'deny' },
    }),
  );
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

/** Asks a middleware once for its headers, which are the same for every answer. */
function headersOf(middleware: RequestHandler): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
  middleware({} as Request, response as unknown as Response, (error) => {
    if (error) throw error;
  });
  return headers;
}
