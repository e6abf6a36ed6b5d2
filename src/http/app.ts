/**
 * The shell: everything between a socket and a handler. Its routes come only from the contract. It promises that
 * every answer carries a request id of ours, that no field leaves which the contract does not name, that nothing is
 * logged which a caller sent, that each failure is rendered and logged once, and that a browser can do nothing with
 * an answer but read it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type RequestHandler, Router } from 'express';
import { pinoHttp } from 'pino-http';
import type { Authenticate, Handlers } from '../contract.ts';
import { type ErrorCode, errors } from '../errors.ts';
import type { Single } from './batch.ts';
import { type AnyHandler, dispatch } from './dispatch.ts';
import { docsRouter } from './docs/docs-router.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import { gate } from './gate.ts';
import { type Housekeeping, housekeeping } from './housekeeping.ts';
import { type ContractDocument, type Operation, readOperations } from './operations.ts';
import { Overload } from './overload.ts';
import { problemRenderer } from './problems.ts';
import { localsOf } from './respond.ts';
import { securityHeaders } from './security-headers.ts';
import { compileSerialisers } from './serialise.ts';
import { compileValidators, isPathDecodable } from './validate.ts';

export interface AppParts<S> extends Housekeeping {
  document: ContractDocument;
  /** The document of the webhooks' events, published beside it. */
  events: object;
  handlers: Handlers<S>;
  services: S;
  /** The services over the reader's connections, for operations that count as reads. */
  readServices: S;
  /** How many reads run at once; the others wait, and the keys take turns. */
  readsAtOnce: number;
  /** Only tests set this, to fewer. */
  operationsInFlightMax?: number;
  authenticate: Authenticate;
  /** Whether a failure of a lower layer is transient, so that the answer is 503 rather than 500. */
  isTransient: (failure: unknown) => boolean;
  /** Called with every answer to an operation, and the code of a refusal. */
  observe?: (answered: {
    operationId: string;
    status: number;
    milliseconds: number;
    code: ErrorCode | undefined;
  }) => void;
}

/** Resolves when every validator and serialiser is compiled and warm. */
export async function createApp<S>(parts: AppParts<S>): Promise<RequestListener> {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(securityHeaders());
  app.use(identify);
  app.use(leaveUndecodable);
  app.use(accessLog(parts));
  app.use(gate);
  app.use(await operationRoutes(parts));
  app.use(housekeeping(parts));
  app.use(docsRouter(parts.document, parts.events));
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
  app.use(securityHeaders());
  app.use(identify);
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

const identify: RequestHandler = (_request, response, next) => {
  const locals = localsOf(response);
  // An id that the caller chose could collide with another, or forge a line of the log.
  locals.requestId = randomUUID();
  locals.startedAt = performance.now();
  response.setHeader('X-Request-Id', locals.requestId);
  next();
};

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
    const { requestId, startedAt, operation, principal, cause, code } = localsOf(response);
    const milliseconds = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const answered = response.writableFinished;
    if (operation && answered) {
      observe?.({ operationId: operation.id, status: response.statusCode, milliseconds, code });
    }
    return {
      method: response.req.method,
      operationId: operation?.id,
      status: answered ? response.statusCode : undefined,
      aborted: answered ? undefined : true,
      milliseconds,
      requestId,
      organizationId: principal?.organizationId,
      keyId: principal?.keyId,
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

async function operationRoutes<S>(parts: AppParts<S>): Promise<Router> {
  const { document, handlers, services, readServices, readsAtOnce, authenticate, isTransient } =
    parts;
  const semaphore = new FairSemaphore({ slotsMax: readsAtOnce });
  const { lag, operationsInFlightMax: inFlightMax } = parts;
  const overload = new Overload({ ...(lag && { lag }), ...(inFlightMax && { inFlightMax }) });
  const router = Router({ caseSensitive: true, strict: true });
  const operations = readOperations(document);
  const validators = await compileValidators(document, operations);
  const serialisers = compileSerialisers(operations);
  for (const [path, siblings] of Map.groupBy(operations, ({ route }) => route)) {
    const refuse = refuseMethod(siblings);
    // Express answers HEAD as GET, and Node leaves the body out.
    const route = router.route(path);
    for (const operation of siblings) {
      const { id, method } = operation;
      const handler = (handlers as unknown as Record<string, AnyHandler | undefined>)[id];
      const validate = validators.get(id);
      const serialisersOfIt = serialisers.get(id);
      if (!handler || !validate || !serialisersOfIt) throw new Error(`${id} has no handler`);
      const single = singleOf(operation, { operations, validators, serialisers });
      route[method](
        dispatch({
          operation,
          overload,
          authenticate,
          handler,
          ...(operation.quota === 'read' ? { services: readServices, semaphore } : { services }),
          validate,
          serialisers: serialisersOfIt,
          isTransient,
          ...(single && { single }),
        }),
      );
    }
    route.all(refuse);
  }
  return router;
}

/** @returns for a batch, the operation that its items are requests of */
function singleOf(
  { id, batch }: Operation,
  {
    operations,
    validators,
    serialisers,
  }: {
    operations: readonly Operation[];
    validators: Awaited<ReturnType<typeof compileValidators>>;
    serialisers: ReturnType<typeof compileSerialisers>;
  },
): Single | undefined {
  if (batch === undefined) return undefined;
  const operation = operations.find((one) => one.id === batch.operationId);
  const validate = validators.get(batch.operationId);
  const serialisersOfIt = serialisers.get(batch.operationId);
  if (!operation || !validate || !serialisersOfIt) throw new Error(`${id} is a batch of nothing`);
  return { batch, operation, validate, serialisers: serialisersOfIt };
}

function refuseMethod(operations: readonly Operation[]): RequestHandler {
  const methods = operations.map(({ method }) => method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
  return () => {
    throw errors.methodNotAllowed(allow);
  };
}
