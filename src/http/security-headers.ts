/**
 * Headers for a browser that opens an answer: it must show nothing of it, run nothing in it, give it to no other
 * page, and use only TLS from then on. /docs replaces them with a policy of its own.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;

export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // This service cannot speak for the other hosts of the domain. Browsers ignore the header without TLS.
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    frameguard: { action: 'deny' },
  });
}
