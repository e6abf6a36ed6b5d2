/**
 * Answers many requests of one operation in one body. The shell takes them apart, validates each as if it had come
 * alone, passes the valid ones to the handler together, and returns the answers in the order sent. A violation in
 * one item does not affect the others: its result has the status and the body of its own refusal.
 */
import type { Request, Response } from 'express';
import type { Principal, Quota } from '../contract.ts';
import { ApiError, errors } from '../errors.ts';
import { countRefusal } from '../telemetry/metrics.ts';
import { inspectBody } from './body.ts';
import type { CompiledOperation } from './compile-contract.ts';
import type { Batch } from './operations.ts';
import { describeCause, serialiseEnvelope, shownCode, toApiError } from './problems.ts';
import { localsOf, setRateLimit } from './respond.ts';

/** Where the items are in the body, and what the shell needs of the operation that each is a request of. */
export interface Single extends CompiledOperation {
  readonly batch: Batch;
}

/** A handler of a batch without its types, as `AnyHandler` is one of a single operation. */
export type AnyBatchHandler = (
  calls: readonly Record<string, unknown>[],
  services: unknown,
) => Promise<Outcome[]>;

type Outcome = PromiseSettledResult<{ status: number; body: unknown }>;

type Item = Readonly<Record<string, unknown>>;

/**
 * Counts a batch by its items, all or none. A batch that is refused as a whole counts as one request, like any other
 * refused request.
 *
 * @param validBody resolves to the body, or rejects where it is not valid as a whole
 */
export async function chargeItems(
  validBody: Promise<unknown>,
  response: Response,
  { batch, writesPerMinute, charge }: { batch: Batch } & Pick<Quota, 'writesPerMinute' | 'charge'>,
): Promise<void> {
  let writes: number;
  try {
    writes = itemsOf(await validBody, batch).length;
    if (writes > writesPerMinute) throw moreThanAMinuteHolds(batch, writesPerMinute);
  } catch (error) {
    await charge(1).then(
      (rateLimit) => setRateLimit(response, rateLimit),
      // Where that exceeds the limit too, the violation in the request says more.
      () => undefined,
    );
    throw error;
  }
  setRateLimit(response, await charge(writes));
}

function moreThanAMinuteHolds({ items }: Batch, writesPerMinute: number): ApiError {
  const message = `must have at most ${writesPerMinute} items: this key has ${writesPerMinute} writes a minute`;
  return errors.invalid(items, message);
}

/** Answers a body that is valid as a whole. */
export async function answerItems(
  request: Request,
  response: Response,
  {
    handler,
    services,
    principal,
    ...how
  }: {
    handler: unknown;
    services: unknown;
    principal: Principal;
    single: Single;
    isTransient: (failure: unknown) => boolean;
  },
): Promise<{ status: number; json: string }> {
  const { requestId } = localsOf(response);
  const items = itemsOf(request.body, how.single.batch);
  const validated = await Promise.allSettled(items.map((item) => validateItem(item, how.single)));
  const calls = validated.flatMap((one) =>
    one.status === 'rejected' ? [] : [{ path: {}, query: {}, ...one.value, principal, requestId }],
  );
  const outcomes = calls.length === 0 ? [] : await (handler as AnyBatchHandler)(calls, services);
  if (outcomes.length !== calls.length) {
    throw new Error(`A batch of ${calls.length} has ${outcomes.length} outcomes.`);
  }
  let next = 0;
  const results = validated.map((one) => {
    const outcome = one.status === 'rejected' ? one : (outcomes[next++] as Outcome);
    return render(outcome, response, how);
  });
  return { status: 200, json: `{"results":[${results.join(',')}]}` };
}

function itemsOf(body: unknown, { items }: Batch): readonly Item[] {
  return (body as Record<string, readonly Item[]>)[items] as readonly Item[];
}

/** @throws ApiError as for the single operation, with the names of the item's members */
async function validateItem(
  item: Item,
  { batch, operation, validate }: Single,
): Promise<{ header: Record<string, unknown>; body: unknown }> {
  const body = item[batch.body];
  const named = Object.entries(batch.headers);
  inspectBody(body);
  const request = {
    method: operation.method.toUpperCase(),
    originalUrl: operation.route,
    path: operation.route,
    params: {},
    query: {},
    rawHeaders: [],
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(named.map(([member, name]) => [name.toLowerCase(), item[member]])),
    },
    body,
  } as unknown as Request;
  try {
    await validate(request, {} as Response);
  } catch (error) {
    if (!(error instanceof ApiError) || !Array.isArray(error.details)) throw error;
    const memberOf = new Map(named.map(([member, name]) => [name, member]));
    throw errors.validation(
      error.details.map(({ path, message }) => ({ path: memberOf.get(path) ?? path, message })),
    );
  }
  const { headers } = request;
  const header = Object.fromEntries(named.map(([, name]) => [name, headers[name.toLowerCase()]]));
  return { header, body: request.body };
}

interface Rendering {
  readonly single: Single;
  readonly isTransient: (failure: unknown) => boolean;
}

/** Renders a result as the single operation would have been answered. */
function render(outcome: Outcome, response: Response, { single, isTransient }: Rendering): string {
  if (outcome.status === 'rejected') {
    return renderProblem(toApiError(outcome.reason, isTransient), response, single);
  }
  const { status, body } = outcome.value;
  try {
    const serialise = single.serialisers.get(status);
    if (serialise === undefined || status >= 400) {
      throw new Error(`${single.operation.id} answered ${status}, which is no declared success`);
    }
    return resultOf(status, serialise(body));
  } catch (cause) {
    return renderProblem(errors.internal(cause), response, single);
  }
}

function renderProblem(
  problem: ApiError,
  response: Response,
  { operation: { id, validationCode }, serialisers }: Single,
): string {
  const { status, cause, headers } = problem;
  const locals = localsOf(response);
  countRefusal(id, shownCode(problem, validationCode));
  if (status >= 500) locals.cause ??= describeCause(cause ?? problem);
  const retryAfter = headers['Retry-After'];
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  const serialise = serialisers.get(status);
  return resultOf(status, serialiseEnvelope(problem, response, { validationCode, serialise }));
}

function resultOf(status: number, json: string): string {
  return `{"status":${status},"body":${json}}`;
}
