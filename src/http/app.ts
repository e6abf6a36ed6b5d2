/**
 * The shell: everything between a socket and a handler. The routes of operations come only from the contract. It promises that
 * every answer carries a request id of ours, that no field leaves which the contract does not name, that nothing is
 * logged which a caller sent, that each failure is rendered and logged once, and that a browser can do nothing with
 * an answer but read it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import type { AnsweredRequest, ApplicationHandlers, Authenticate, Handlers } from '../contract.ts';
import { type ApiError, type Caller, errors } from '../errors.ts';
import { FairSemaphore } from '../queues/fair-semaphore.ts';
import { applicationPageRouter, oidcRouter } from './application/page-router.ts';
import type { Single } from './batch.ts';
import type { CompiledContract, CompiledOperation } from './compile-contract.ts';
import { columnsOf, type ReadReport } from './csv.ts';
import { type AnyHandler, type Dispatch, dispatch, type RunRead } from './dispatch.ts';
import { docsRouter } from './docs/docs-router.ts';
import { type Housekeeping, housekeeping } from './housekeeping.ts';
import { HEADERS_MAX, READS_TO_A_REPORT, TARGET_BYTES_MAX } from './limits.ts';
import { Overload } from './overload.ts';
import { problemRenderer } from './problems.ts';
import { localsOf } from './respond.ts';
import {
  type ApplicationCell,
  applicationSurface,
  publicSurface,
  type Surface,
} from './surface.ts';
import { isPathDecodable, timesOf } from './validate.ts';

export interface AppParts<S> extends Housekeeping {
  contract: CompiledContract;
  /** The document of the webhooks' events, published next to it. */
  events: object;
  handlers: Handlers<S>;
  /** The one of no name, or each cell by its name. */
  cells: ReadonlyMap<string | undefined, CellParts<S>>;
  /** Only tests set this, to fewer. */
  operationsInFlightMax?: number;
  authenticate: Authenticate;
  /** What people use in a browser; without it there is nothing below /app. */
  application?: Application<S>;
  /** Whether a failure of a lower layer is transient, so that the answer is 503 rather than 500. */
  isTransient: (failure: unknown) => boolean;
  /** Called with every answer to an operation. */
  observe?: (answered: AnsweredRequest) => void;
}

/** What a cell brings to the operations. */
export interface CellParts<S> {
  services: S;
  /** The services over the reader's connections, for operations that count as reads. */
  readServices: S;
  /** Present where a standby may answer such operations. */
  runRead?: RunRead<S> | undefined;
  /** How many reads run at once; the others wait, and the keys take turns. */
  readsAtOnce: number;
  /** Reads the lists that are answered as CSV. */
  readReport: ReadReport;
}

export interface Application<S> {
  /** Compiles the application's contract; called once, before the first request of it is answered. */
  contract: () => Promise<CompiledContract>;
  handlers: ApplicationHandlers<S>;
  /** The one of no name, or each cell by its name. */
  cells: ReadonlyMap<string | undefined, ApplicationCell>;
}

export function createApp<S>(parts: AppParts<S>): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(identify());
  app.use(leaveUndecodable);
  app.use(accessLog(parts));
  app.use(gate);
  const bounds = boundsOf(parts);
  const { contract, handlers, authenticate, application } = parts;
  app.use(operationRoutes({ contract, handlers, surface: publicSurface(authenticate) }, bounds));
  if (application) app.use(applicationRoutes(application, bounds));
  const hasOidc = [...(application?.cells.values() ?? [])].some(({ oidc }) => oidc !== undefined);
  if (application && hasOidc) app.use(oidcRouter(application.cells));
  app.use(housekeeping(parts));
  app.use(docsRouter(parts.contract.document, parts.events));
  if (application) app.use(applicationPageRouter({ hasOidc }));
  app.use(() => {
    throw errors.notFound();
  });
  app.use(problemRenderer(parts.isTransient));
  return (request, response) => {
    takeOriginForm(request);
    app(request, response);
  };
}

/** The app of a process that answers no operations. */
export function createHousekeepingApp(
  parts: Housekeeping & Pick<AppParts<unknown>, 'isTransient'>,
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.use(identify());
  app.use(gate);
  app.use(housekeeping(parts));
  app.use(() => {
    throw errors.notFound();
  });
  app.use(problemRenderer(parts.isTransient));
  return app;
}

/** A path that matches no address of ours. */
const NOWHERE = '/*';

/**
 * Reduces the absolute form of an address, which a proxy may send (RFC 9112, section 3.2.2), to its path. Express
 * would refuse one without a path itself, in HTML and before any handler of ours.
 */
function takeOriginForm(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const absolute = URL.parse(request.url ?? '');
  request.url = absolute?.pathname.startsWith('/') ? absolute.pathname + absolute.search : NOWHERE;
}

/** Gives an answer its id and the headers of every answer. */
function identify(): RequestHandler {
  const headers = securityHeaders();
  return (_request, response, next) => {
    const locals = localsOf(response);
    // An id that the caller chose could collide with another, or forge a line of the log.
    locals.requestId = randomUUID();
    locals.startedAt = performance.now();
    response.setHeaders(headers);
    response.setHeader('X-Request-Id', locals.requestId);
    next();
  };
}

/**
 * The router would refuse percent-encoding that does not decode, before the caller is authenticated. Such segments
 * are passed on as they were sent, for the operation to refuse.
 */
const leaveUndecodable: RequestHandler = (request, _response, next) => {
  if (!isPathDecodable(request.url)) request.url = request.url.replaceAll('%', '%25');
  next();
};

/**
 * Writes one line for each answer. Addresses are left out: their parameters name patients and orders, and the
 * operation says enough.
 */
function accessLog<S>({ log, observe }: AppParts<S>): RequestHandler {
  const lineOf = (response: express.Response): Record<string, unknown> => {
    const locals = localsOf(response);
    const { requestId, startedAt, operation, cause, code, fields = [] } = locals;
    const caller = locals.principal ?? locals.caller;
    const milliseconds = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const answered = response.writableFinished;
    if (operation && answered) {
      const { id: operationId } = operation;
      const { statusCode: status } = response;
      observe?.({ requestId, operationId, status, milliseconds, caller, code, fields });
    }
    return {
      method: response.req.method,
      operationId: operation?.id,
      status: answered ? response.statusCode : undefined,
      aborted: answered ? undefined : true,
      milliseconds,
      requestId,
      organizationId: caller?.organizationId,
      cell: caller?.cell,
      ...idOf(caller),
      cause,
    };
  };
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => localsOf(response as express.Response).requestId,
    serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    customLogLevel: (_request, response) =>
      localsOf(response as express.Response).cause ? 'error' : 'info',
    customSuccessObject: (_request, response) => lineOf(response as express.Response),
    customErrorObject: (_request, response) => lineOf(response as express.Response),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  }) as RequestHandler;
}

/** What all operations share, of either contract. */
interface Bounds<S> extends Pick<AppParts<S>, 'isTransient'> {
  /** What an operation that counts as a read has in each cell. */
  reads: Dispatch['cells'];
  /** What any other operation has there. */
  others: Dispatch['cells'];
  overload: Overload;
}

function boundsOf<S>(parts: AppParts<S>): Bounds<S> {
  const { lag, operationsInFlightMax: inFlightMax, isTransient } = parts;
  const cells = [...parts.cells];
  return {
    isTransient,
    reads: new Map(
      cells.map(([name, { readServices: services, runRead, readsAtOnce, readReport: read }]) => {
        const semaphore = new FairSemaphore({ slotsMax: readsAtOnce });
        const slotsMax = reportsAtOnce(readsAtOnce);
        const reports = {
          read,
          semaphore: new FairSemaphore({ slotsMax, slotsOfKeyMax: 1, queue: 'reports' }),
        };
        return [name, { services, runRead, semaphore, reports }];
      }),
    ),
    others: new Map(cells.map(([name, { services }]) => [name, { services }])),
    overload: new Overload({ ...(lag && { lag }), ...(inFlightMax && { inFlightMax }) }),
  };
}

/** A report keeps its slot among the reads for seconds, so most of them are left to others. */
function reportsAtOnce(readsAtOnce: number): number {
  return Math.max(1, Math.floor(readsAtOnce / READS_TO_A_REPORT));
}

interface Routed {
  contract: CompiledContract;
  handlers: object;
  surface: Surface;
}

function operationRoutes<S>({ contract, handlers, surface }: Routed, bounds: Bounds<S>): Router {
  const { reads, others, overload, isTransient } = bounds;
  const router = Router({ caseSensitive: true, strict: true });
  const compiled = contract.operations.values();
  for (const [path, siblings] of Map.groupBy(compiled, ({ operation }) => operation.route)) {
    // Express answers HEAD as GET, and Node leaves the body out.
    const route = router.route(path);
    for (const one of siblings) {
      const { id, method, quota, hasCsv, responses } = one.operation;
      const handler = (handlers as Record<string, AnyHandler | undefined>)[id];
      if (!handler) throw new Error(`${id} has no handler`);
      const single = singleOf(one, contract);
      route[method](
        dispatch({
          ...one,
          overload,
          surface,
          handler,
          cells: quota === 'read' ? reads : others,
          isTransient,
          ...(hasCsv && { columns: columnsOf(responses.get(200)) }),
          ...(single && { single }),
        }),
      );
    }
    route.all(refuseMethod(siblings));
  }
  return router;
}

/** Below this path are the operations of the application. */
const APPLICATION_API = '/app/api/';

/** The contract is compiled after the process listens, so that its start does not take longer. */
function applicationRoutes<S>(application: Application<S>, bounds: Bounds<S>): RequestHandler {
  const { handlers, contract: compile, cells } = application;
  const surface = applicationSurface(cells);
  let routes: Promise<Router> | undefined;
  return async (request, response, next) => {
    if (!request.path.startsWith(APPLICATION_API)) return next();
    routes ??= compile().then((contract) =>
      operationRoutes({ contract, handlers, surface }, bounds),
    );
    return (await routes)(request, response, next);
  };
}

/** Names the key or the person in the log. */
function idOf(caller: Caller | undefined): Record<string, string> {
  const [kind, id] = caller?.actor.split(':') ?? [];
  if (id === undefined) return {};
  return kind === 'person' ? { personId: id } : { keyId: id };
}

/** @returns for a batch, the operation that its items are requests of */
function singleOf(
  { operation: { id, batch } }: CompiledOperation,
  { operations }: CompiledContract,
): Single | undefined {
  if (batch === undefined) return undefined;
  const single = operations.get(batch.operationId);
  if (!single) throw new Error(`${id} is a batch of nothing`);
  return { ...single, batch };
}

function refuseMethod(siblings: readonly CompiledOperation[]): RequestHandler {
  const methods = siblings.map(({ operation }) => operation.method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
  return () => {
    throw errors.methodNotAllowed(allow);
  };
}

/** Checks the head of a request before its operation is known: by the rules of HTTP, and by the cost of reading on. */
const gate: RequestHandler = (request, response, next) => {
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
    return errors.invalid(repeated, 'must be sent only once');
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

/**
 * Headers for a browser that opens an answer: it must show nothing of it, run nothing in it, give it to no other
 * page, and use only TLS from then on. /docs replaces them with a policy of its own.
 */
function securityHeaders(): Map<string, string> {
  return headersOf(
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
}

const YEAR_SECONDS = 31_536_000;

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
