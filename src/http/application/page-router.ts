/**
 * Serves the page of the application. All of its addresses answer the same document, and the page shows the screen that
 * the address names. It loads nothing from another host, and no inline script or style runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { BrowserRedirect, OidcFlow } from '../../contract.ts';
import { errors } from '../../errors.ts';
import { type Asset, asset, FOR_GOOD, Published, publish } from '../published.ts';
import { send } from '../respond.ts';
import {
  type ApplicationCells,
  cellOfHost,
  cookiesIn,
  OIDC_COOKIE,
  TERMINAL_COOKIE,
} from '../surface.ts';

const POLICY = [
  "default-src 'none'",
  // The page compiles the decoder of the camera's pictures, and nothing else.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Any address of a screen; those of the operations are not. */
const SCREENS = /^\/app(\/(?!api(\/|$)|assets(\/|$)).*)?$/;

/**
 * It must come after the routes of the application's operations.
 *
 * @param hasOidc whether the page offers to sign in by OpenID Connect
 */
export function applicationPageRouter({ hasOidc }: { readonly hasOidc: boolean }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  /** The page and its parts, each named by its content. */
  const program = readdirSync(GENERATED).filter((name) => name.endsWith('.js'));
  const assets = [
    ...program.map((name) => asset(name, 'text/javascript', generated(name))),
    asset('page.css', 'text/css', generated('page.css')),
    asset('check-code.svg', 'image/svg+xml', generated('check-code.svg')),
    asset('zxing_reader.wasm', 'application/wasm', generated('zxing_reader.wasm')),
    asset('LICENSE.txt', 'text/plain', generated('LICENSE.txt')),
  ];
  for (const { name, type, body, version } of assets) {
    const published = new Published(type, [body]);
    router.get(`/app/assets/${name}`, (request, response) => {
      const isForGood = program.includes(name) || request.originalUrl.endsWith(`?v=${version}`);
      return shown(request, response, published, isForGood ? FOR_GOOD : undefined);
    });
  }
  const page = new Published('text/html', [Buffer.from(pageOf(assets, hasOidc))]);
  router.get(SCREENS, (request, response) => shown(request, response, page));
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

const GENERATED = new URL('../../../generated/application/', import.meta.url);

function generated(name: string): Buffer {
  return readFileSync(new URL(name, GENERATED));
}

/** Shown until the program draws, and for as long as it cannot: docs/counter.md names the same browsers. */
const LOADING =
  'Loading. If this stays, update the browser: the application needs Chrome or Edge 103, Firefox 104, Safari 16.4, or newer.';

function pageOf(assets: readonly Asset[], hasOidc: boolean): string {
  const addressOf = (name: string) =>
    `/app/assets/${name}?v=${assets.find((one) => one.name === name)?.version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pharmacy Platform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addressOf('page.css')}">
<script type="module" src="/app/assets/${assets.find(({ name }) => name.startsWith('page-'))?.name}"></script>
</head>
<body>
<div id="application"${hasOidc ? ' data-oidc' : ''}><p class="loading">${LOADING}</p></div>
<noscript><p>The application needs JavaScript.</p></noscript>
</body>
</html>
`;
}

/**
 * The two addresses at which a browser signs in by OpenID Connect. They stand outside of the contract: a browser goes
 * there itself and is sent on.
 */
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
