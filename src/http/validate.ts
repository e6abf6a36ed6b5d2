/**
 * Judges a request by the contract: its query, its headers, its path and its body. The judge is
 * express-openapi-validator; each operation has one of its own with a document of that operation
 * alone, because it otherwise tries (and compiles) the routes of the whole document one after
 * another on every request.
 */
import type { Request, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { type ApiError, errors, type FieldProblem } from '../errors.ts';
import { flawOf, nameOf } from './body.ts';
import {
  type ContractDocument,
  dereference,
  type Operation,
  type Parameter,
} from './operations.ts';

export type Validate = (request: Request, response: Response) => Promise<void>;

type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/**
 * Resolves to a judge that is warm: compiled, so that no caller waits for it. It throws
 * `validation` or `invalid_id`, and leaves coerced values and defaults in the request.
 */
export async function compileValidator(
  document: ContractDocument,
  operation: Operation,
): Promise<Validate> {
  const chain = OpenApiValidator.middleware({
    apiSpec: documentOf(document, operation) as never,
    validateApiSpec: false,
    validateRequests: { allErrors: true, removeAdditional: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
  }) as unknown as Middleware[];
  const readQuery = queryReader(operation);
  const single = operation.parameters.filter((parameter) => parameter.in === 'header');
  const ids = new Set(
    operation.parameters
      .filter(({ in: place, schema }) => place === 'path' && schema.format === 'uuid')
      .map(({ name }) => name),
  );

  const judge: Validate = async (request, response) => {
    const query = readQuery(queryOf(request.originalUrl));
    // Express computes req.query anew each time it is read; the validator writes into it.
    Object.defineProperty(request, 'query', {
      value: query.values,
      writable: true,
      configurable: true,
      enumerable: true,
    });
    const problems = [...query.problems, ...repeatedHeaders(request, single)];
    try {
      await run(chain, request, response);
    } catch (error) {
      throw explain(error, { problems, ids, operation });
    }
    if (problems.length > 0) throw errors.validation(problems);
    if (!('openapi' in request)) throw errors.internal('the validator let a request pass unseen');
  };
  await warmUp(judge, operation);
  return judge;
}

function documentOf(document: ContractDocument, operation: Operation): ContractDocument {
  const { parameters: shared, [operation.method]: raw } = document.paths[operation.template] ?? {};
  const whole = dereference(document, raw) as Record<string, unknown>;
  const all = [
    ...((dereference(document, shared) as Record<string, unknown>[] | undefined) ?? []),
    ...((whole.parameters as Record<string, unknown>[] | undefined) ?? []),
  ];
  const isolated = {
    operationId: operation.id,
    requestBody: whole.requestBody,
    responses: {},
    // Without allowReserved the validator refuses what common clients leave unescaped: : / ' + ( ).
    parameters: all.map((parameter) =>
      parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter,
    ),
  };
  if (isolated.requestBody === undefined) delete isolated.requestBody;
  return {
    openapi: document.openapi,
    info: document.info,
    servers: document.servers ?? [],
    paths: { [operation.template]: { [operation.method]: isolated } },
  };
}

function run(chain: readonly Middleware[], request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const step = (index: number): void => {
      const middleware = chain[index];
      if (middleware === undefined) resolve();
      else middleware(request, response, (error) => (error ? reject(error) : step(index + 1)));
    };
    step(0);
  });
}

/** A first request of no meaning; that it is refused is fine, that the judge breaks is not. */
async function warmUp(judge: Validate, operation: Operation): Promise<void> {
  const url = operation.route.replaceAll(/:\w+/g, 'x');
  const request = {
    method: operation.method.toUpperCase(),
    url,
    originalUrl: url,
    path: url,
    baseUrl: '',
    params: {},
    body: {},
    rawHeaders: [],
    headers: operation.body === 'none' ? {} : { 'content-type': 'application/json' },
    app: { enabled: () => true, param: () => undefined },
  };
  try {
    await judge(request as unknown as Request, {} as Response);
  } catch (error) {
    const { status } = error as ApiError;
    if (status !== 400)
      throw new Error(`${operation.id} has no working validator`, { cause: error });
  }
}

interface Query {
  values: Record<string, string>;
  problems: FieldProblem[];
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** Bounded: the request line has at most 16 kB. */
function queryReader(operation: Operation): (text: string) => Query {
  const known = new Map(
    operation.parameters.filter(({ in: place }) => place === 'query').map((p) => [p.name, p]),
  );
  const expected =
    known.size === 0 ? 'none is' : `known are ${[...known.keys()].join(', ')}; others are not`;
  return (text) => {
    const values: Record<string, string> = Object.create(null);
    const problems: FieldProblem[] = [];
    if (text === '') return { values, problems };
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
      if (name === undefined || value === undefined) throw errors.malformedAddress();
      const parameter = known.get(name);
      const path = nameOf([name.replaceAll('\0', '')]);
      if (parameter === undefined) {
        problems.push({ path, message: `is not a known query parameter (${expected})` });
      } else if (name in values) {
        problems.push({ path, message: 'must be sent only once' });
      } else {
        const flaw = flawOfParameter(parameter, value);
        if (flaw) problems.push({ path, message: flaw });
        else values[name] = value;
      }
    }
    return { values, problems };
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function flawOfParameter({ schema }: Parameter, value: string): string | undefined {
  if (value === '') return 'must not be empty';
  // Coercion alone would also take 0x10, 1e2 and " 5".
  if (schema.type === 'integer' && !/^-?\d{1,16}$/.test(value)) return 'must be an integer';
  return flawOf(value);
}

/** Node joins a header that came twice, or keeps the first; either would hide it. */
function repeatedHeaders(request: Request, single: readonly Parameter[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { name } of single) {
    const lower = name.toLowerCase();
    let times = 0;
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      if (request.rawHeaders[index]?.toLowerCase() === lower) times += 1;
    }
    if (times > 1) problems.push({ path: name, message: 'must be sent only once' });
  }
  return problems;
}

interface Finding {
  path: string;
  message: string;
  errorCode?: string;
}

interface Circumstances {
  problems: FieldProblem[];
  ids: ReadonlySet<string>;
  operation: Operation;
}

function explain(error: unknown, { problems, ids, operation }: Circumstances): unknown {
  const { status, errors: findings } = error as { status?: number; errors?: Finding[] };
  if (status === 404) return errors.notFound();
  if (status !== 400 || findings === undefined) return error;

  const explained: FieldProblem[] = [...problems];
  const named = new Set(problems.map(({ path }) => path));
  // Alternatives that fail report each branch; the sentence about the branching itself says less.
  const telling = findings.filter(({ errorCode }) => !/^(oneOf|anyOf|if)\./.test(errorCode ?? ''));
  for (const finding of telling.length > 0 ? telling : findings) {
    const [, place = '', ...path] = finding.path.replace(/^\.?\/?/, '/').split('/');
    if (place === 'params' && ids.has(path[0] ?? '')) return errors.invalidId(path[0] ?? 'id');
    const name = fieldName(place, path.map(unescapePointer), operation);
    const message = plain(finding);
    const once = place === 'body' ? `${name} ${message}` : name;
    if (named.has(once)) continue;
    named.add(once);
    explained.push({ path: name, message });
  }
  return errors.validation(explained);
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function fieldName(place: string, path: readonly string[], operation: Operation): string {
  if (place !== 'headers') return nameOf(path);
  const declared = operation.parameters.find(
    (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === path[0],
  );
  return declared?.name ?? nameOf(path);
}

const formats: Readonly<Record<string, string>> = {
  date: 'a calendar date (YYYY-MM-DD)',
  'date-time': 'an ISO 8601 timestamp with a time zone',
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'an absolute URL',
};

/** The validator's sentences never hold the value that was sent; here they become plainer. */
function plain({ message, errorCode }: Finding): string {
  switch (errorCode?.split('.')[0]) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known field';
    case 'enum':
      return `must be one of ${message.slice(message.indexOf(': ') + 2)}`;
    case 'format': {
      const format = /"(.*)"/.exec(message)?.[1] ?? '';
      return `must be ${formats[format] ?? `in the format ${format}`}`;
    }
    case 'type':
      return message
        .replace(/^must be (?=[aeiou])/, 'must be an ')
        .replace(/^must be (?!an )/, 'must be a ')
        .replaceAll(',', ' or ');
    default:
      return message.replace('NOT', 'not');
  }
}
