/**
 * Validates a request by the contract: its query, its headers, its path and its body.
 *
 * The validator is express-openapi-validator. It would search for the operation on each request, by compiling and
 * trying the routes of the whole document one after another, though the router knows it already. So its search runs
 * once for each operation, at start, and requests go straight to the validation.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { type ApiError, errors, type FieldProblem } from '../errors.ts';
import { requestJudgeOf, takeWarningOfParse } from '../internals/express-openapi-validator.ts';
import { brokenRule, FORMATS } from '../lib/violation.ts';
import { nameOf, violationIn } from './body.ts';
import { QUERY_PARAMETERS_MAX } from './limits.ts';
import {
  type Batch,
  type ContractDocument,
  dereference,
  type Operation,
  type Parameter,
} from './operations.ts';

/**
 * Throws `validation` or `invalid_id`. Leaves coerced values and defaults in the request's query,
 * headers, params and body.
 */
export type Validate = (request: Request, response: Response) => Promise<void>;

type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/** The result of the validator's search: the operation as it has prepared it. */
interface Found {
  schema: { operationId: string };
  pathParams: Record<string, string>;
}

type Prepared = Request & { openapi?: Found };

/**
 * Resolves to the compiled validators by operationId, so that no request waits for a compilation. Takes a turn of the
 * event loop for each operation: requests are answered meanwhile.
 */
export async function compileValidators(
  document: ContractDocument,
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, Validate>> {
  const chain = OpenApiValidator.middleware({
    apiSpec: requestsOf(document, operations) as never,
    validateApiSpec: false,
    validateRequests: { allErrors: true, removeAdditional: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  }) as unknown as Middleware[];
  takeWarningOfParse();
  const middleware = requestJudgeOf(chain);
  const phrases = phrasesOf(document);
  const validators = new Map<string, Validate>();
  for (const operation of operations) {
    await nextTurn();
    const found = await searchOnce(chain, operation);
    validators.set(operation.id, validatorOf(operation, found, { middleware, phrases }));
  }
  return validators;
}

/** Phrases that describe for people what matches a pattern, by pattern. */
type Phrases = ReadonlyMap<string, string>;

function phrasesOf(node: unknown, phrases = new Map<string, string>()): Phrases {
  if (typeof node !== 'object' || node === null) return phrases;
  const { pattern, format, 'x-pattern-means': meaning } = node as Record<string, unknown>;
  const phrase = meaning ?? FORMATS[String(format)];
  if (typeof pattern === 'string' && typeof phrase === 'string') phrases.set(pattern, phrase);
  for (const child of Object.values(node)) phrasesOf(child, phrases);
  return phrases;
}

function validatorOf(
  operation: Operation,
  found: Found,
  { middleware, phrases }: { middleware: Middleware; phrases: Phrases },
): Validate {
  const readQuery = queryReader(operation);
  const { route } = operation;
  const asked = { method: operation.method.toUpperCase(), originalUrl: route, path: route };
  const ids = new Set(
    operation.parameters
      .filter(({ in: location, schema }) => location === 'path' && schema.format === 'uuid')
      .map(({ name }) => name),
  );
  return async (request, response) => {
    const query = readQuery(request.originalUrl);
    unquoteKey(request.headers, 'idempotency-key');
    unquoteKey(query.values, 'idempotency_key');
    // Express computes req.query on each read.
    Object.defineProperty(request, 'query', {
      value: query.values,
      writable: true,
      configurable: true,
      enumerable: true,
    });
    const pathParams = request.params as Record<string, string>;
    // The database writes ids in small letters, and they are compared as texts.
    for (const name of ids) pathParams[name] = String(pathParams[name]).toLowerCase();
    const problems = [
      ...invalidSegments(pathParams, ids),
      ...query.problems,
      ...repeatedHeaders(request, operation),
    ];
    // The validator writes coerced values and defaults into the objects that it is given. An Express request would
    // cost it several times as much, since it parses the address again and redefines the query.
    const { headers, body } = request;
    const openapi = { ...found, pathParams };
    const judged = { ...asked, openapi, headers, params: pathParams, query: query.values, body };
    try {
      await run(middleware, judged as unknown as Request, response);
    } catch (error) {
      throw explain(error, { problems, ids, operation, phrases });
    }
    if (!isPathDecodable(request.originalUrl)) throw errors.malformedAddress();
    if (problems.length > 0) throw errors.validation(problems);
  };
}

/**
 * Takes the double quotes off a key that is wholly in them: draft-ietf-httpapi-idempotency-key-header writes it as a
 * structured string, and a client that begins to do so must not post what it has posted before.
 */
function unquoteKey(values: NodeJS.Dict<string | string[]>, name: string): void {
  const [, key] = /^"(.*)"$/s.exec(String(values[name])) ?? [];
  if (key !== undefined) values[name] = key;
}

/** The part of the contract that is about requests, its references resolved. */
function requestsOf(
  document: ContractDocument,
  operations: readonly Operation[],
): ContractDocument {
  const paths: ContractDocument['paths'] = {};
  for (const { id, template, method, batch } of operations) {
    const { parameters: shared = [], [method]: raw } = document.paths[template] ?? {};
    const { parameters: own = [], requestBody } = raw as Record<string, unknown>;
    const parameters = [...(shared as unknown[]), ...(own as unknown[])].map((parameter) => {
      const resolved = checkedHere(dereference(document, parameter)) as Record<string, unknown>;
      // Otherwise the validator refuses what common clients leave unescaped: : / ' + ( ).
      return resolved.in === 'query' ? { ...resolved, allowReserved: true } : resolved;
    });
    const body = checkedHere(dereference(document, requestBody));
    if (batch !== undefined) leaveItemsOpen(body, batch);
    paths[template] ??= {};
    paths[template][method] = {
      operationId: id,
      parameters,
      responses: {},
      ...(body !== undefined && { requestBody: body }),
    };
  }
  const { openapi, info, servers = [] } = document;
  return { openapi, info, servers, paths };
}

/**
 * Leaves out the keywords that `x-judged-by-operation` names: the contract has them for callers and their tools, and
 * the operation checks them itself, because it has a code or a sentence of its own for that, or knows exceptions.
 */
function checkedHere(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(checkedHere);
  if (typeof node !== 'object' || node === null) return node;
  const { [CHECKED_BY_OPERATION]: keywords = [], ...rest } = node as Record<string, unknown>;
  const kept = Object.entries(rest).filter(([name]) => !(keywords as string[]).includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, checkedHere(value)]));
}

const CHECKED_BY_OPERATION = 'x-judged-by-operation';

/** Reduces the schema of a batch's items to their members; the items are validated one by one. */
function leaveItemsOpen(requestBody: unknown, { items, body, headers }: Batch): void {
  const { content } = requestBody as { content: Record<string, { schema: ObjectSchema }> };
  const list = content['application/json']?.schema.properties?.[items];
  const members = list?.items?.properties;
  if (members?.[body] === undefined) throw new Error(`a batch has no ${items} with a ${body}`);
  members[body] = {};
  for (const header of Object.keys(headers)) members[header] = { type: 'string' };
}

interface ObjectSchema {
  type?: string;
  properties?: Record<string, ObjectSchema>;
  items?: ObjectSchema;
}

/** Sends a first dummy request. The validator may refuse it, but must not fail, or find another operation. */
async function searchOnce(chain: readonly Middleware[], operation: Operation): Promise<Found> {
  const url = operation.route.replaceAll(/:\w+/g, 'x');
  const request = {
    method: operation.method.toUpperCase(),
    url,
    originalUrl: url,
    path: url,
    baseUrl: '',
    params: {},
    query: {},
    body: {},
    headers: operation.body === 'none' ? {} : { 'content-type': 'application/json' },
    app: { enabled: () => true, param: () => undefined },
  } as unknown as Prepared;
  try {
    for (const middleware of chain) await run(middleware, request, {} as Response);
  } catch (error) {
    if ((error as ApiError).status !== 400) {
      throw new Error(`${operation.id} has no working validator`, { cause: error });
    }
  }
  if (request.openapi?.schema.operationId !== operation.id) {
    throw new Error(`${operation.id} is hidden behind another operation`);
  }
  return request.openapi;
}

function run(middleware: Middleware, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(request, response, (error) => (error ? reject(error) : resolve()));
  });
}

function invalidSegments(
  params: Readonly<Record<string, string>>,
  ids: ReadonlySet<string>,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [path, value] of Object.entries(params)) {
    const violation = ids.has(path) ? undefined : violationIn(value);
    if (violation) problems.push({ path, message: violation });
  }
  return problems;
}

/** Whether the percent-encoding of an address, without its query, decodes to UTF-8. */
export function isPathDecodable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return !path.includes('%') || decode(path) !== undefined;
}

interface Query {
  values: Record<string, string>;
  problems: FieldProblem[];
}

function queryReader(operation: Operation): (url: string) => Query {
  const known = new Map(
    operation.parameters.filter(({ in: location }) => location === 'query').map((p) => [p.name, p]),
  );
  const expected = known.size === 0 ? 'none is' : `known: ${[...known.keys()].join(', ')}`;
  return (url) => {
    const values: Record<string, string> = Object.create(null);
    const problems: FieldProblem[] = [];
    const mark = url.indexOf('?');
    if (mark < 0) return { values, problems };
    const pairs = url.slice(mark + 1).split('&', QUERY_PARAMETERS_MAX + 1);
    if (pairs.length > QUERY_PARAMETERS_MAX) {
      const message = `may have at most ${QUERY_PARAMETERS_MAX} parameters`;
      throw errors.invalid('query', message);
    }
    for (const pair of pairs) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const parameter = known.get(name ?? '');
      const value = queryValueOf(equals < 0 ? '' : pair.slice(equals + 1), parameter);
      if (name === undefined || value === undefined) throw errors.malformedAddress();
      const path = nameOf([name.replaceAll('\0', '')]);
      if (parameter === undefined) {
        problems.push({ path, message: `is not a known query parameter (${expected})` });
      } else if (name in values) {
        problems.push({ path, message: 'must be sent only once' });
      } else {
        const violation = violationInParameter(parameter, value);
        if (violation) problems.push({ path, message: violation });
        else values[name] = value;
      }
    }
    return { values, problems };
  };
}

/** A plus is a space, as forms write it, unless the contract says that it stands for itself. */
function queryValueOf(text: string, parameter: Parameter | undefined): string | undefined {
  if (parameter?.allowReserved !== true) return decode(text);
  return decode(text.replaceAll('+', '%2B'))?.replace(BARE_OFFSET, '$1:$2');
}

/** Matches an offset without the colon of RFC 3339: ISO 8601 allows it, and many libraries write it. */
const BARE_OFFSET = /(?<=T\d\d:\d\d:\d\d[\d.]*)([+-]\d\d)(\d\d)$/;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function violationInParameter({ schema }: Parameter, value: string): string | undefined {
  if (value === '') return 'must not be empty';
  // Coercion alone would also accept 0x10, 1e2 and " 5".
  if (schema.type === 'integer' && !/^-?\d{1,16}$/.test(value)) return 'must be an integer';
  return violationIn(value);
}

/** Finds repeated headers, because Node joins them, or keeps the first, and so hides the repetition. */
function repeatedHeaders(request: Request, operation: Operation): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { name, in: location } of operation.parameters) {
    if (location !== 'header') continue;
    const times = timesOf(name.toLowerCase(), request.rawHeaders);
    if (times > 1) problems.push({ path: name, message: 'must be sent only once' });
  }
  return problems;
}

interface Finding {
  path: string;
  message: string;
  errorCode?: string;
}

interface Context {
  problems: FieldProblem[];
  ids: ReadonlySet<string>;
  operation: Operation;
  phrases: Phrases;
}

function explain(error: unknown, { problems, ids, operation, phrases }: Context): unknown {
  const { status, errors: findings } = error as { status?: number; errors?: Finding[] };
  if (status === 404) return errors.notFound();
  if (status !== 400 || findings === undefined) return error;

  const named = new Map<string, Named>(
    problems.map((problem) => [problem.path, { ...problem, rank: 0 }]),
  );
  // Alternatives that fail report each branch; the sentence about the branching itself says less.
  const specific = findings.filter((finding) => !isOf('oneOf', 'anyOf', 'if')(finding));
  const misnamed = new Set(findings.filter(isOf('propertyNames')).map(({ path }) => path));
  for (const finding of specific.length > 0 ? specific : findings) {
    const [, location = '', ...path] = finding.path.replace(/^\.?\/?/, '/').split('/');
    if (location === 'params' && ids.has(path[0] ?? '')) return errors.invalidId(path[0] ?? 'id');
    const name = fieldName(location, path.map(unescapePointer), operation);
    const rank = rankOf(finding);
    if ((named.get(name)?.rank ?? RANKS.length) <= rank) continue;
    const phrase = phraseOf(finding, phrases);
    const isOfName = misnamed.has(finding.path) && isOf('minLength', 'maxLength')(finding);
    named.set(name, { path: name, message: isOfName ? `has a name that ${phrase}` : phrase, rank });
  }
  return errors.validation([...named.values()].map(({ path, message }) => ({ path, message })));
}

/** The one problem that is reported of a field: the one of the lowest rank. */
interface Named extends FieldProblem {
  readonly rank: number;
}

/** The ranks of problems, the most useful first: that a field must not be there, then its type, then its form. */
const RANKS: readonly (readonly string[])[] = [
  ['required', 'additionalProperties', 'unevaluatedProperties', 'dependentRequired'],
  ['type'],
  ['enum', 'const'],
  ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ['format'],
  ['pattern'],
];

function rankOf(finding: Finding): number {
  const rank = RANKS.findIndex((keywords) => isOf(...keywords)(finding));
  return rank < 0 ? RANKS.length - 1 : rank;
}

function isOf(...keywords: readonly string[]) {
  return ({ errorCode }: Finding): boolean => keywords.includes(errorCode?.split('.')[0] ?? '');
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function fieldName(location: string, path: readonly string[], operation: Operation): string {
  if (location !== 'headers') return nameOf(path);
  const declared = operation.parameters.find(
    (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === path[0],
  );
  return declared?.name ?? nameOf(path);
}

function phraseOf({ message, errorCode }: Finding, phrases: Phrases): string {
  const [keyword = ''] = errorCode?.split('.') ?? [];
  const meaning =
    keyword === 'pattern' ? phrases.get(/"(.*)"/.exec(message)?.[1] ?? '') : undefined;
  return brokenRule({ keyword, message, meaning });
}

/** @param name in lower case */
export function timesOf(name: string, rawHeaders: readonly string[]): number {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] as string;
    if (other.length === name.length && other.toLowerCase() === name) times += 1;
  }
  return times;
}
