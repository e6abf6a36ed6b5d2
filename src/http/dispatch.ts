/**
 * Answers one request of one operation, in the order that the contract promises: authenticate, limit, authorise,
 * read, validate, handle, serialise. Each rule is written here once for all operations. Before all of them, an
 * overloaded process sheds the request.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Environment, Principal } from '../contract.ts';
import { errors } from '../errors.ts';
import type { FairSemaphore } from '../queues/fair-semaphore.ts';
import { type Tracer, tracer } from '../telemetry/tracing.ts';
import { type AnyBatchHandler, answerItems, chargeItems, type Single } from './batch.ts';
import { RequestAborted, readBody } from './body.ts';
import type { CompiledOperation } from './compile-contract.ts';
import { answerCsv, type Column, type Reports, refusePaging, wantsCsv } from './csv.ts';
import type { Operation } from './operations.ts';
import type { Overload } from './overload.ts';
import { localsOf, send, setRateLimit } from './respond.ts';
import type { Admission, Surface } from './surface.ts';

/** A handler without its types, which the compiler checks where the table of handlers is written. */
export type AnyHandler = (
  call: Record<string, unknown>,
  services: unknown,
) => Promise<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

export interface Dispatch extends CompiledOperation {
  overload: Overload;
  surface: Surface;
  handler: AnyHandler | AnyBatchHandler;
  /** What the handler has in the cell of the caller: the one of no name, or each by its name. */
  cells: ReadonlyMap<string | undefined, CellServices>;
  /** Present where the operation is a batch: the operation that each item is a request of. */
  single?: Single;
  /** Whether a failure of a lower layer is transient. */
  isTransient: (failure: unknown) => boolean;
  /** Present where the operation is a list that is answered as CSV too. */
  columns?: readonly Column[];
}

/** Runs a read with the services of whichever server answers it. */
export type RunRead<S> = <Result>(read: (services: S) => Promise<Result>) => Promise<Result>;

interface CellServices {
  services: unknown;
  /** Present where another server may answer too: runs the handler with its services, or with these. */
  runRead?: RunRead<unknown> | undefined;
  /** Absent where the handler need not wait. */
  semaphore?: FairSemaphore;
  /** Present for reads. */
  reports?: Reports;
}

/** All that answers an operation in one cell. */
type Answering = Dispatch & CellServices;

interface Route extends Pick<Dispatch, 'operation' | 'surface'> {
  /** By the name of the cell. */
  readonly byCell: ReadonlyMap<string | undefined, Answering>;
}

export function dispatch(parts: Dispatch): RequestHandler {
  const { operation, surface, overload, serialisers } = parts;
  const route: Route = {
    operation,
    surface,
    byCell: new Map([...parts.cells].map(([name, cell]) => [name, { ...parts, ...cell }])),
  };
  return async (request, response) => {
    const locals = localsOf(response);
    locals.operation = operation;
    locals.serialisers = serialisers;

    const leave = overload.enter();
    try {
      const tracing = tracer();
      await (tracing === undefined
        ? admitAndAnswer(request, response, route)
        : inSpan(tracing, request, response, route));
    } finally {
      leave();
    }
  };
}

/** Runs a request in a span that ends with the answer, whether it is sent or not. */
function inSpan(
  tracing: Tracer,
  request: Request,
  response: Response,
  route: Route,
): Promise<void> {
  const { id: operationId, method, template } = route.operation;
  const { traceparent } = request.headers;
  const locals = localsOf(response);
  return new Promise((resolve, reject) => {
    const end = tracing.request(
      {
        operationId,
        template,
        method: method.toUpperCase(),
        requestId: locals.requestId,
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      },
      () => void admitAndAnswer(request, response, route).then(resolve, reject),
    );
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : undefined;
      end({ status, code: locals.code });
    });
  });
}

async function admitAndAnswer(
  request: Request,
  response: Response,
  { operation, surface, byCell }: Route,
): Promise<void> {
  const locals = localsOf(response);
  const admitted = await surface.admit(request, operation);
  if (admitted.principal) locals.principal = admitted.principal;
  try {
    // The request was refused meanwhile, because its body broke.
    if (response.headersSent) throw new RequestAborted('the request was aborted');
    if (admitted.rateLimit) setRateLimit(response, admitted.rateLimit);
    const answering = byCell.get(admitted.cell);
    if (answering === undefined) throw new Error(`there is no cell ${admitted.cell}`);
    await answer(request, response, answering, admitted);
  } finally {
    admitted.leave();
  }
}

async function answer(
  request: Request,
  response: Response,
  answering: Answering,
  admission: Admission,
): Promise<void> {
  const { single, semaphore, columns } = answering;
  const { principal, writesPerMinute, charge } = admission;
  const body = readValidBody(request, response, answering, admission);
  await (single === undefined || writesPerMinute === undefined || charge === undefined
    ? body
    : chargeItems(body, response, { batch: single.batch, writesPerMinute, charge }));
  const caller = principal?.callerId ?? NOBODY;
  const reports = columns !== undefined && wantsCsv(request) ? answering.reports : undefined;
  const leaveReports = await reports?.semaphore.take(caller);
  let release: (() => void) | undefined;
  try {
    release = await semaphore?.take(caller);
    // The caller may have gone away while the request waited.
    if (response.destroyed) throw new RequestAborted('the request was aborted');
    if (columns && reports) {
      return await answerReport(request, response, { ...answering, columns, reports });
    }
    const { status, json } = await (single === undefined || principal === undefined
      ? answerOne(request, response, answering, admission)
      : answerItems(request, response, { ...answering, single, principal }));
    send(response, status, json);
  } finally {
    release?.();
    leaveReports?.();
  }
}

/** The callers of open operations take turns as one. */
const NOBODY = '';

async function readValidBody(
  request: Request,
  response: Response,
  { operation, validate, surface, columns }: Answering,
  { principal }: Admission,
): Promise<unknown> {
  if (principal) authorise(operation, principal, surface);
  request.body = await readBody(request, operation);
  await validate(request, response);
  if (columns && wantsCsv(request)) refusePaging(request);
  if (principal && operation.choosesEnvironment) {
    const { environment } = request.query as { environment: Environment };
    localsOf(response).principal = { ...principal, environment };
  }
  return request.body;
}

async function answerOne(
  request: Request,
  response: Response,
  { operation, handler, services, runRead, serialisers }: Answering,
  { cookies, address }: Admission,
): Promise<{ status: number; json: string }> {
  const call = { ...callOf(request, response, operation), ...(cookies && { cookies, address }) };
  const handle = handler as AnyHandler;
  const { status, body, headers } = await (runRead === undefined
    ? handle(call, services)
    : runRead((over) => handle(call, over)));
  const serialise = serialisers.get(status);
  if (serialise === undefined || status >= 400) {
    throw new Error(`${operation.id} answered ${status}, which is no declared success`);
  }
  const json = serialise(body);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  return { status, json };
}

async function answerReport(
  request: Request,
  response: Response,
  {
    operation,
    serialisers,
    columns,
    reports: { read },
  }: Dispatch & { columns: readonly Column[]; reports: Reports },
): Promise<void> {
  const serialise = serialisers.get(200);
  if (serialise === undefined) throw new Error(`${operation.id} has no list`);
  const call = callOf(request, response, operation);
  await answerCsv(response, { operationId: operation.id, call, serialise, columns, read });
}

/** The scope is checked first: a caller who may not call at all learns nothing else. */
function authorise(operation: Operation, principal: Principal, surface: Surface): void {
  const { scopeAlternatives, liveKeyOnly, activeClinicOnly } = operation;
  if (!scopeAlternatives.some((scopes) => scopes.every((scope) => principal.scopes.has(scope)))) {
    const needed = scopeAlternatives.map((scopes) => scopes.join(' and ')).join(' or ');
    throw surface.refuseScope(needed);
  }
  if (liveKeyOnly && principal.environment !== 'live') {
    throw errors.insufficientScope('This needs a live key; a test key cannot do it.');
  }
  const isActiveClinic =
    principal.organizationKind === 'clinic' && principal.organizationStatus === 'active';
  if (activeClinicOnly && !isActiveClinic) throw errors.notVitaClinic();
}

function callOf(
  request: Request,
  response: Response,
  operation: Operation,
): Record<string, unknown> {
  const header: Record<string, unknown> = {};
  for (const { name, in: location } of operation.parameters) {
    const value = location === 'header' ? request.headers[name.toLowerCase()] : undefined;
    if (value !== undefined) header[name] = value;
  }
  const { principal, requestId } = localsOf(response);
  const { params: path, query, body } = request;
  return { path, query, header, body, principal, requestId };
}
