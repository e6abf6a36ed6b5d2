/**
 * The two addresses at which a browser signs in by OpenID Connect. They stand outside of the contract: a browser goes
 * there itself and is sent on.
 */
import { type Request, type RequestHandler, Router } from 'express';
import type { BrowserRedirect, OidcFlow } from '../contract.ts';
import { errors } from '../errors.ts';
import { send } from './respond.ts';
import {
  type ApplicationCells,
  cellOfHost,
  cookiesIn,
  OIDC_COOKIE,
  TERMINAL_COOKIE,
} from './surface.ts';

export function oidcRouter(cells: ApplicationCells): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const redirecting =
    (redirect: (flow: OidcFlow, request: Request) => Promise<BrowserRedirect>): RequestHandler =>
    async (request, response) => {
      // Behind another name of this address, the cookies would be another page's.
      const [, { oidc }] = cellOfHost(request, cells);
      if (oidc === undefined) throw errors.notFound();
      const { location, headers } = await redirect(oidc, request);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Location', location);
      response.setHeader('Cache-Control', 'no-store');
      send(response, 303, '{}');
    };
  router.get(
    '/app/sign-in/oidc',
    redirecting((flow, { headers }) =>
      flow.begin({ terminal: cookiesIn(headers.cookie).get(TERMINAL_COOKIE) }),
    ),
  );
  router.get(
    '/app/sign-in/oidc/callback',
    redirecting((flow, { headers, originalUrl }) => {
      const at = originalUrl.indexOf('?');
      const query = at < 0 ? '' : originalUrl.slice(at);
      return flow.finish(query, { oidc: cookiesIn(headers.cookie).get(OIDC_COOKIE) });
    }),
  );
  return router;
}
