/**
 * The two addresses at which a browser signs in by OpenID Connect. They stand outside of the contract: a browser goes
 * there itself and is sent on.
 */
import { type Request, type RequestHandler, Router } from 'express';
import type { BrowserRedirect, OidcFlow } from '../contract.ts';
import { errors } from '../errors.ts';
import { send } from './respond.ts';
import { cookiesIn, OIDC_COOKIE, TERMINAL_COOKIE } from './surface.ts';

export function oidcRouter({ begin, finish }: OidcFlow, appUrl: () => string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const redirecting =
    (redirect: (request: Request) => Promise<BrowserRedirect>): RequestHandler =>
    async (request, response) => {
      // Behind another name of this address, the cookies would be another page's.
      if (request.headers.host?.toLowerCase() !== new URL(appUrl()).host) {
        throw errors.wrongOrigin(appUrl());
      }
      const { location, headers } = await redirect(request);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Location', location);
      response.setHeader('Cache-Control', 'no-store');
      send(response, 303, '{}');
    };
  router.get(
    '/app/sign-in/oidc',
    redirecting(({ headers }) =>
      begin({ terminal: cookiesIn(headers.cookie).get(TERMINAL_COOKIE) }),
    ),
  );
  router.get(
    '/app/sign-in/oidc/callback',
    redirecting(({ headers, originalUrl }) => {
      const at = originalUrl.indexOf('?');
      const query = at < 0 ? '' : originalUrl.slice(at);
      return finish(query, { oidc: cookiesIn(headers.cookie).get(OIDC_COOKIE) });
    }),
  );
  return router;
}
