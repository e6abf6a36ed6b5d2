/**
 * Judges answers on the wire by the contract, with schemas taken as closed: the published document
 * lets responses grow, the tests do not. Shares no code with the server's own serialiser.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ContractDocument } from '../../src/http/operations.ts';

export interface Received {
  method: string;
  /** The path without its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Declared {
  headers: { name: string; required: boolean; fits: (value: string) => boolean }[];
  fits: () => ValidateFunction;
  /** Whether it may come as CSV too. */
  hasCsv: boolean;
}

interface CheckedOperation {
  id: string;
  method: string;
  path: RegExp;
  fixedSegments: number;
  responses: Map<number, Declared>;
}

type Node = Record<string, unknown>;

const envelope = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', pattern: '^[a-z_]+$' },
        message: { type: 'string', minLength: 1 },
        request_id: { type: 'string', format: 'uuid' },
        details: {},
      },
    },
  },
};

/** Returns the operation that answered, or undefined for an address outside of the contract. */
export type Check = (received: Received) => string | undefined;

export function compileChecker(document: ContractDocument): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, { mode: 'full' });
  const operations = readAll(document, ajv);
  const fitsEnvelope = ajv.compile(close(envelope) as object);

  return (received) => {
    const { method, path, status, headers, text } = received;
    const what = `${method} ${path} ${status}`;
    expectHeader(what, headers, 'x-request-id', /^[0-9a-f-]{36}$/);
    const isCsv = headers.get('content-type') === 'text/csv; charset=utf-8';
    if (!isCsv) expectHeader(what, headers, 'content-type', /^application\/json; charset=utf-8$/);
    expectHeader(what, headers, 'cache-control', /^no-store$/);
    // A HEAD is answered by headers alone.
    if (method === 'HEAD') return undefined;
    const body: unknown = isCsv ? undefined : JSON.parse(text);
    const operation = operations.find((one) => one.method === method && one.path.test(path));
    if (operation === undefined) {
      if (status !== 404 && status !== 405) throw new Error(`${what}: not in the contract`);
      expectFit(what, fitsEnvelope, body, text);
      return undefined;
    }
    const declared = operation.responses.get(status);
    if (declared === undefined) {
      throw new Error(`${operation.id} does not declare ${status}: ${text}`);
    }
    for (const { name, required, fits } of declared.headers) {
      const value = headers.get(name);
      if (value === null ? required : !fits(value)) {
        throw new Error(`${what}: header ${name} is ${value ?? 'missing'}`);
      }
    }
    if (!isCsv) expectFit(`${operation.id} ${status}`, declared.fits(), body, text);
    else if (!declared.hasCsv) throw new Error(`${what}: the contract gives no CSV`);
    return operation.id;
  };
}

function expectHeader(what: string, headers: Headers, name: string, pattern: RegExp): void {
  const value = headers.get(name);
  if (value === null || !pattern.test(value)) {
    throw new Error(`${what}: header ${name} is ${value === null ? 'missing' : value}`);
  }
}

function expectFit(what: string, fits: ValidateFunction, body: unknown, text: string): void {
  if (fits(body)) return;
  const problems = (fits.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${what} breaks the contract: ${problems.join('; ')}\n${text}`);
}

function readAll(document: ContractDocument, ajv: Ajv2020): CheckedOperation[] {
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname;
  const all: CheckedOperation[] = [];
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete']) {
      const operation = item[method] as
        | { operationId: string; responses: Record<string, unknown> }
        | undefined;
      if (operation === undefined) continue;
      const responses = new Map<number, Declared>();
      for (const [status, response] of Object.entries(operation.responses)) {
        responses.set(Number(status), readResponse(inline(document, response) as Node, ajv));
      }
      const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
      all.push({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: new RegExp(`^${base.replace(/\/$/, '')}${pattern}$`),
        fixedSegments: template.split('/').filter((segment) => !segment.startsWith('{')).length,
        responses,
      });
    }
  }
  return all.sort((one, other) => other.fixedSegments - one.fixedSegments);
}

function readResponse(response: Node, ajv: Ajv2020): Declared {
  const content = response.content as Record<string, { schema: Node }> | undefined;
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error('a response without a JSON schema');
  const headers = Object.entries((response.headers ?? {}) as Record<string, Node>).map(
    ([name, header]) => ({
      name,
      required: header.required === true,
      fits: headerJudge(header.schema as Node, ajv),
    }),
  );
  // Compiled when it is first met: most test files meet few of the contract's answers.
  let compiled: ValidateFunction | undefined;
  const fits = () => {
    compiled ??= ajv.compile(close(schema) as object);
    return compiled;
  };
  return { headers, fits, hasCsv: content?.['text/csv'] !== undefined };
}

const headerSchemas = new Map<string, Node>();

/** A header's text is read as what its schema says it is. */
function headerJudge(own: Node, ajv: Ajv2020): (value: string) => boolean {
  // There are many headers and few schemas, and each is compiled once.
  const text = JSON.stringify(own);
  const schema = headerSchemas.get(text) ?? own;
  headerSchemas.set(text, schema);
  return (value) => {
    const isNumber = schema.type === 'integer' && /^\d+$/.test(value);
    return ajv.validate(schema, isNumber ? Number(value) : value);
  };
}

function inline(document: ContractDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(document, item));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Node;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inline(document, value)]),
  );
  if (typeof $ref !== 'string') return own;
  let target: unknown = document;
  for (const segment of $ref.slice(2).split('/')) {
    target = (target as Node)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return { ...(inline(document, target) as Node), ...own };
}

const branching = ['allOf', 'oneOf', 'anyOf'];

/**
 * Says that an object has no other fields, and an open enumeration no other values. Where a schema is put together from several, only the
 * whole can say that; its parts would refuse each other's fields.
 */
function close(schema: unknown, isPart = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed: Node = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (branching.includes(keyword)) {
      closed[keyword] = (value as unknown[]).map((part) => close(part, true));
    } else if (keyword === 'properties') {
      closed.properties = Object.fromEntries(
        Object.entries(value as Node).map(([name, property]) => [name, close(property)]),
      );
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      closed[keyword] = close(value);
    } else if (keyword === 'x-extensible-enum') {
      closed.enum = value;
    } else if (!['example', 'examples', 'discriminator', 'xml'].includes(keyword)) {
      closed[keyword] = value;
    }
  }
  const describesFields = 'properties' in closed || branching.some((keyword) => keyword in closed);
  if (!isPart && describesFields && !('additionalProperties' in closed)) {
    closed.unevaluatedProperties = false;
  }
  return closed;
}

export interface Example {
  /** A path of the document, in words. */
  readonly location: string;
  /** What is wrong with it by its schema, taken as closed; nothing where all is well. */
  readonly problems: readonly unknown[];
}

/** Each example of a body: of requests, of answers and of webhooks. */
export function* judgeExamples(document: ContractDocument): Generator<Example> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, { mode: 'full' });
  const visit = function* (node: unknown, location: string): Generator<Example> {
    if (typeof node !== 'object' || node === null) return;
    const { schema, examples } = node as { schema?: Node; examples?: Record<string, Node> };
    if (location.endsWith('application/json') && schema !== undefined) {
      const fits = ajv.compile(close(inline(document, schema)) as object);
      for (const [name, { value }] of Object.entries(examples ?? {})) {
        yield { location: `${location} ${name}`, problems: fits(value) ? [] : (fits.errors ?? []) };
      }
      return;
    }
    for (const [name, child] of Object.entries(node)) yield* visit(child, `${location} ${name}`);
  };
  const { paths, webhooks, components } = document;
  yield* visit(paths, 'paths');
  yield* visit(webhooks, 'webhooks');
  yield* visit(components?.responses, 'responses');
}

/** What is wrong with a webhook's body by the contract, taken as closed; kinds that it does not know are. */
export function compileWebhookChecker(
  document: ContractDocument,
): (body: { type: string }) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, { mode: 'full' });
  const kinds = new Map<string, ValidateFunction>();
  const { webhooks = {} } = document as unknown as { webhooks?: Record<string, unknown> };
  for (const item of Object.values(webhooks)) {
    const { post } = inline(document, item) as {
      post: { requestBody: { content: Record<string, { schema: Node }> } };
    };
    const schema = post.requestBody.content['application/json']?.schema as Node;
    const { type } = schema.properties as { type: { const: string } };
    kinds.set(type.const, ajv.compile(close(schema) as object));
  }
  return (body) => {
    const fits = kinds.get(body.type);
    if (fits === undefined) return [`${body.type} is not in the contract`];
    return fits(body) ? [] : (fits.errors ?? []);
  };
}
