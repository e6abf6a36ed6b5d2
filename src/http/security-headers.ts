/**
 * What a browser is told that comes upon an answer: to show nothing of it, to run nothing in it, to tell no
 * other page of it, and to come by TLS alone once it has. /docs says its own policy over it.
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
    // What else the domain's names serve is not ours to say. Without TLS browsers pass it over.
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    frameguard: { action: 'deny' },
  });
}
