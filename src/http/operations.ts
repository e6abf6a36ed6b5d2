/**
 * Reads the contract once, at start, into what the shell needs for each operation. The start fails on whatever the
 * shell could not enforce: a contract that is half obeyed is worse than none.
 */
import { ENVIRONMENTS } from '../contract.ts';
import { VALIDATION_FAILED } from '../errors.ts';
import { BODY_BYTES_MAX } from './limits.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The bundled document, as far as the shell reads it. */
export interface ContractDocument {
  openapi: string;
  servers?: { url: string }[];
  security?: SecurityRequirement[];
  paths: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>> & {
    securitySchemes?: Record<string, { 'x-scopes'?: Record<string, string> }>;
  };
  [field: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
  /** Whether reserved characters, also a plus, stand for themselves in it. */
  allowReserved?: boolean;
}

/** A body that is a list of requests of another operation. */
export interface Batch {
  /** The operation that each item is a request of. */
  operationId: string;
  /** The member of the body that holds the items. */
  items: string;
  /** The member of an item that is the request's body. */
  body: string;
  /** The members of an item that are its headers, and their names. */
  headers: Readonly<Record<string, string>>;
}

export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path template of the contract, a key of its `paths`. */
  template: string;
  /** The path that the server answers, in Express's notation. */
  route: string;
  quota: 'read' | 'write';
  /** The sets of scopes, any one of which suffices. */
  scopeAlternatives: readonly (readonly string[])[];
  liveKeyOnly: boolean;
  activeClinicOnly: boolean;
  /** Whether each request names the environment that it acts in, in its query. */
  choosesEnvironment: boolean;
  /** Whether it may be called by somebody who is not signed in. */
  isOpen: boolean;
  /** Whether it may be called in a session that is locked. */
  mayBeLocked: boolean;
  validationCode: 'validation_error' | typeof VALIDATION_FAILED;
  body: 'required' | 'optional' | 'none';
  /** The JSON schema of the body, its references resolved; undefined where there is no body. */
  bodySchema: Schema | undefined;
  /** The largest body; 0 where there is no body. */
  bodyBytesMax: number;
  parameters: readonly Parameter[];
  /** Set where its body holds many requests of another operation. */
  batch: Batch | undefined;
  /** The JSON schema of each declared status, its references resolved. */
  responses: ReadonlyMap<number, Schema>;
  /** Whether it is a list that is answered as CSV too. */
  hasCsv: boolean;
}

type SecurityRequirement = Record<string, string[]>;

interface RawOperation {
  operationId?: string;
  security?: SecurityRequirement[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  'x-live-key-only'?: boolean;
  'x-active-clinic-only'?: boolean;
  'x-chosen-environment'?: boolean;
  'x-open'?: boolean;
  'x-any-role'?: boolean;
  'x-while-locked'?: boolean;
  'x-quota'?: 'read' | 'write';
  'x-body-bytes-max'?: number;
  'x-batch-of'?: Batch;
}

/** The methods that operations may have. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Operations in the order in which routes must be tried: fixed segments before parameters. */
export function readOperations(document: ContractDocument): Operation[] {
  const base = basePath(document);
  const found: Operation[] = [];
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      if (!(method in item)) continue;
      found.push(readOperation({ document, base, template, item, method }));
    }
  }
  for (const operation of found) requireSingle(operation, found);
  const rank = (operation: Operation): string => operation.template.replaceAll('{', '~');
  return found.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Every server of the contract must answer below the same path. */
export function basePath(document: ContractDocument): string {
  const paths = new Set(
    (document.servers ?? [{ url: '/' }]).map(({ url }) =>
      new URL(url, 'http://localhost').pathname.replace(/\/$/, ''),
    ),
  );
  const [only] = paths;
  if (paths.size !== 1 || only === undefined) {
    throw new Error('the servers of the contract differ in their paths');
  }
  return only;
}

/** Follows references inside the document until none is left. A schema must not contain itself. */
export function dereference(document: ContractDocument, node: unknown, depth = 0): unknown {
  if (depth > 64) throw new Error('a schema of the contract contains itself');
  if (Array.isArray(node)) return node.map((item) => dereference(document, item, depth + 1));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Record<string, unknown>;
  const copy: Record<string, unknown> =
    typeof $ref === 'string'
      ? { ...(dereference(document, lookUp(document, $ref), depth + 1) as object) }
      : {};
  for (const [name, value] of Object.entries(rest)) {
    copy[name] = dereference(document, value, depth + 1);
  }
  return copy;
}

function lookUp(document: ContractDocument, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`${reference} is not in the bundled document`);
  let node: unknown = document;
  for (const segment of reference.slice(2).split('/')) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Record<string, unknown> | undefined)?.[name];
  }
  if (node === undefined) throw new Error(`${reference} is not in the bundled document`);
  return node;
}

interface OperationLocation {
  document: ContractDocument;
  base: string;
  template: string;
  item: Record<string, unknown>;
  method: Operation['method'];
}

function readOperation({ document, base, template, item, method }: OperationLocation): Operation {
  const raw = item[method] as RawOperation;
  const id = raw.operationId;
  if (id === undefined) throw new Error(`${method} ${template} has no operationId`);
  const parameters = [...((item.parameters as unknown[]) ?? []), ...(raw.parameters ?? [])].map(
    (parameter) => readParameter(id, dereference(document, parameter)),
  );
  const requestBody = dereference(document, raw.requestBody) as RequestBody | undefined;
  return {
    id,
    method,
    template,
    route: base + template.replaceAll(/\{(\w+)\}/g, ':$1'),
    quota: raw['x-quota'] ?? (method === 'get' ? 'read' : 'write'),
    scopeAlternatives: readScopes(document, id, raw),
    liveKeyOnly: raw['x-live-key-only'] === true,
    activeClinicOnly: raw['x-active-clinic-only'] === true,
    choosesEnvironment: readChosenEnvironment(id, raw, parameters),
    isOpen: raw['x-open'] === true,
    mayBeLocked: raw['x-while-locked'] === true,
    validationCode: validationCodeFor(template),
    body: readBody(requestBody),
    bodySchema: requestBody?.content?.['application/json']?.schema,
    bodyBytesMax: readBodyBytesMax(id, raw),
    parameters,
    batch: raw['x-batch-of'],
    ...readResponses(id, document, raw.responses ?? {}),
  };
}

export function validationCodeFor(path: string): Operation['validationCode'] {
  return path.includes('/inventory/') ? 'validation_error' : VALIDATION_FAILED;
}

function readParameter(id: string, raw: unknown): Parameter {
  const {
    name,
    in: location,
    schema,
    allowReserved = false,
  } = raw as { name: string; in: string; schema?: Schema; allowReserved?: boolean };
  if (location !== 'path' && location !== 'query' && location !== 'header') {
    throw new Error(`${id}: parameters in ${location} are not read`);
  }
  if (schema === undefined || schema.type === 'array' || schema.type === 'object') {
    throw new Error(`${id}: parameter ${name} must be a single value with a schema`);
  }
  return { name, in: location, schema, allowReserved };
}

function readScopes(document: ContractDocument, id: string, raw: RawOperation): string[][] {
  const requirements = raw.security ?? document.security ?? [];
  if (raw['x-open'] === true && requirements.length === 0) return [];
  for (const [scheme, scopes] of requirements.flatMap((one) => Object.entries(one))) {
    const listed = document.components?.securitySchemes?.[scheme]?.['x-scopes'] ?? {};
    const unknown = scopes.find((scope) => !Object.hasOwn(listed, scope));
    if (unknown !== undefined) throw new Error(`${id}: ${scheme} has no scope ${unknown}`);
  }
  const alternatives = requirements.map((requirement) => Object.values(requirement).flat());
  // An empty requirement would make the operation public, or open to every key, by omission.
  const isEmpty = alternatives.length === 0 || alternatives.some((scopes) => scopes.length === 0);
  if (isEmpty && raw['x-any-role'] !== true) {
    throw new Error(`${id} has no scope`);
  }
  return alternatives;
}

/** An item of a batch must be able to carry whatever a request of the single operation needs. */
function requireSingle({ id, batch }: Operation, operations: readonly Operation[]): void {
  if (batch === undefined) return;
  const single = operations.find((operation) => operation.id === batch.operationId);
  if (single === undefined || single.batch !== undefined || single.body !== 'required') {
    throw new Error(`${id}: ${batch.operationId} is no operation that it could be a batch of`);
  }
  const headers = Object.values(batch.headers);
  const missing = single.parameters.find(
    ({ name, in: location }) => location !== 'header' || !headers.includes(name),
  );
  if (missing !== undefined) throw new Error(`${id}: its items cannot carry ${missing.name}`);
}

/** What works in one environment alone cannot be asked to act in the other. */
function readChosenEnvironment(
  id: string,
  raw: RawOperation,
  parameters: readonly Parameter[],
): boolean {
  if (raw['x-chosen-environment'] !== true) return false;
  const { schema } = parameters.find(({ name }) => name === 'environment') ?? {};
  if (String(schema?.enum) !== String(ENVIRONMENTS) || raw['x-live-key-only'] === true) {
    throw new Error(`${id} cannot be asked to act in another environment`);
  }
  return true;
}

interface RequestBody {
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

function readBody(requestBody: RequestBody | undefined): Operation['body'] {
  if (requestBody === undefined) return 'none';
  return requestBody.required === true ? 'required' : 'optional';
}

function readBodyBytesMax(id: string, raw: RawOperation): number {
  if (raw.requestBody === undefined) return 0;
  const bytes = raw['x-body-bytes-max'];
  if (bytes === undefined || !Number.isInteger(bytes) || bytes < 1 || bytes > BODY_BYTES_MAX) {
    throw new Error(`${id}: x-body-bytes-max must be from 1 to ${BODY_BYTES_MAX}`);
  }
  return bytes;
}

function readResponses(
  id: string,
  document: ContractDocument,
  responses: Record<string, unknown>,
): Pick<Operation, 'responses' | 'hasCsv'> {
  const schemas = new Map<number, Schema>();
  let hasCsv = false;
  for (const [status, response] of Object.entries(responses)) {
    const { content } = dereference(document, response) as {
      content?: Record<string, { schema?: Schema }>;
    };
    const schema = content?.['application/json']?.schema;
    if (schema === undefined || !/^\d{3}$/.test(status)) {
      throw new Error(`${id}: response ${status} is not JSON with a schema and a number`);
    }
    schemas.set(Number(status), schema);
    hasCsv ||= content?.['text/csv'] !== undefined;
  }
  return { responses: schemas, hasCsv };
}
