/**
 * What the SDK is made from: the two published documents as one, and three sources that follow from them.
 * Which operation takes an Idempotency-Key, which list has pages and what may be sent twice is read off the
 * document here, so that no list of operations is kept by hand.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  else?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  'x-extensible-enum'?: (string | null)[];
}

interface Body {
  required?: boolean;
  content: {
    'application/json': { schema: Schema; examples?: Record<string, { value: unknown }> };
  };
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Answer {
  description: string;
  content?: Body['content'];
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Answer>;
  'x-quota'?: string;
  'x-page-items'?: string;
  'x-batch-of'?: { items: string; headers: Record<string, string> };
}

export interface SdkContract {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
}

/** @param generated the folder with both documents */
export async function readContract(generated: string): Promise<SdkContract> {
  const read = async (name: string) => JSON.parse(await readFile(join(generated, name), 'utf8'));
  const operations: SdkContract = await read('openapi.json');
  const events: SdkContract = await read('webhooks.json');
  const components = { ...operations.components };
  for (const [kind, some] of Object.entries(events.components)) {
    components[kind] = { ...components[kind], ...some };
  }
  return { ...operations, webhooks: events.webhooks, components };
}

/** The types of all bodies and parameters, as a caller meets them. */
export async function schemaSource(contract: SdkContract): Promise<string> {
  const nodes = await openapiTypescript(contract as unknown as OpenAPI3, {
    silent: true,
    defaultNonNullable: false,
    transform: (schema) => openEnumeration(schema as Schema),
  });
  return WRITTEN + astToString(nodes);
}

/** Known values are offered by an editor, and others are still taken: they are added within v1. */
function openEnumeration(schema: Schema): ts.TypeNode | undefined {
  const values = schema['x-extensible-enum'];
  if (values === undefined) return undefined;
  const { factory } = ts;
  const known = values
    .filter((value) => value !== null)
    .map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const other = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  const none = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...known, other, ...none]);
}

/** Each schema by its own name. */
export function namesSource({ components }: SdkContract): string {
  const names = Object.entries(components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { description = name }]) =>
        `${comment(description)}export type ${name} = components['schemas']['${name}'];\n`,
    );
  return `${WRITTEN}import type { components } from './schema.ts';\n\n${names.join('\n')}`;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

function operationsOf({ paths }: SdkContract): {
  method: string;
  path: string;
  operation: Operation;
}[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
}

/** What is needed of each operation at run time, and its method with its words. */
export function operationsSource(contract: SdkContract): string {
  const all = operationsOf(contract);
  const rows = operationRows(contract).map(
    ([id, { tag: _, ...row }]) => `  ${id}: ${JSON.stringify(row)},\n`,
  );
  const methods = all.map(({ operation }) => methodOf(contract, operation));
  return `${WRITTEN}import type { CallOptions, KeyedOptions, Call, Result } from '${TYPES}';

/** The version of the contract, and of this package. */
export const VERSION = '${contract.info.version}';

/** Production. */
export const PRODUCTION_URL = '${contract.servers[0]?.url}';

/** What an \`Idempotency-Key\` looks like. */
export const KEY_PATTERN = ${keyPattern(contract)};

/** Codes of refusals that this version knows. */
export const ERROR_CODES = ${JSON.stringify(contract.components.schemas.ErrorCode?.['x-extensible-enum'])} as const;

/** Types of events in the feed that this version knows. */
export const EVENT_TYPES = ${JSON.stringify(Object.keys(contract.webhooks).filter((type) => type !== 'webhook.test'))} as const;

export const OPERATIONS = {
${rows.join('')}} as const;

/**
 * One method for each operation of the API. The first argument is what is sent, in \`path\`, \`query\` and
 * \`body\`; the second is how. Each answers the body of a 2xx answer, whose fields, with their units, are
 * described at its type.
 */
export interface Methods {
${methods.join('\n')}}
`;
}

/** Where the hand-written sources lie, from the generated ones; the build puts both side by side. */
export const TYPES = '../../../sdk/typescript/types.ts';
const WRITTEN = '/* Written by scripts/contract/sdk.ts from openapi/. Not for editing. */\n';

/** What clients must know of each operation, by its name. */
export function operationRows(contract: SdkContract): [id: string, row: Row & { tag: string }][] {
  return operationsOf(contract).map((one) => {
    const { operationId, tags } = one.operation;
    return [operationId, { ...rowOf(contract, one), tag: tags[0] ?? '' }];
  });
}

interface Row {
  method: string;
  path: string;
  /** Whether it may be sent again when no one knows what came of it. */
  repeat: 'always' | 'with-key' | 'with-id' | 'never';
  page?: { items: string; cursor: string; limitMax: number };
  batch?: { items: string; key: string };
}

function rowOf(
  contract: SdkContract,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): Row {
  const page = pageOf(contract, operation);
  const batch = batchOf(operation);
  return {
    method: method.toUpperCase(),
    path,
    repeat: repeatOf(contract, { method, operation }),
    ...(page && { page }),
    ...(batch && { batch }),
  };
}

function repeatOf(
  contract: SdkContract,
  { method, operation }: { method: string; operation: Operation },
): Row['repeat'] {
  if (takesKey(contract, operation)) return 'with-key';
  if (method === 'get' || method === 'delete' || operation['x-quota'] === 'read') return 'always';
  if (batchOf(operation) !== undefined) return 'always';
  if (method !== 'put') return 'never';
  // A PUT that can create chooses the id itself where none is sent, and would create twice.
  if (operation.responses['201'] === undefined) return 'always';
  const body = resolve(contract, operation.requestBody?.content['application/json'].schema);
  if (body?.properties?.id === undefined) {
    throw new Error(`${operation.operationId} creates, and nothing says when it may be repeated`);
  }
  return 'with-id';
}

function takesKey(contract: SdkContract, operation: Operation): boolean {
  return parametersOf(contract, operation).some(({ name }) => name === KEY);
}

const KEY = 'Idempotency-Key';

function pageOf(contract: SdkContract, operation: Operation): Row['page'] {
  const answer = resolve(contract, answerSchema(operation));
  if (answer?.properties?.next_cursor === undefined) return undefined;
  const parameters = parametersOf(contract, operation);
  const cursor = parameters.find(({ name }) => CURSORS.includes(name))?.name;
  const limit = parameters.find(({ name }) => name === 'limit');
  const limitMax = resolve(contract, limit?.schema)?.maximum;
  const items = operation['x-page-items'] ?? 'data';
  if (!cursor || !limitMax || answer.properties[items] === undefined) {
    throw new Error(`${operation.operationId} has pages, and nothing says of what`);
  }
  return { items, cursor, limitMax };
}

const CURSORS = ['cursor', 'after'];

function batchOf({ 'x-batch-of': batch }: Operation): Row['batch'] {
  const key = Object.entries(batch?.headers ?? {}).find(([, header]) => header === KEY)?.[0];
  return batch === undefined || key === undefined ? undefined : { items: batch.items, key };
}

function keyPattern(contract: SdkContract): string {
  const { one, lengthMin, lengthMax } = keyShape(contract);
  return `/^${one}{${lengthMin},${lengthMax}}$/`;
}

/** An `Idempotency-Key`: the characters that it is made of, as a class of a regular expression, and how many. */
export function keyShape(contract: SdkContract): {
  one: string;
  lengthMin: number | undefined;
  lengthMax: number | undefined;
} {
  for (const { operation } of operationsOf(contract)) {
    const parameter = parametersOf(contract, operation).find(({ name }) => name === KEY);
    const schema = resolve(contract, parameter?.schema);
    const one = /^\^(\[.*\])\+\$$/.exec(schema?.pattern ?? '')?.[1];
    if (schema !== undefined && one !== undefined) {
      return { one, lengthMin: schema.minLength, lengthMax: schema.maxLength };
    }
  }
  throw new Error('the contract does not say what an Idempotency-Key looks like');
}

function methodOf(contract: SdkContract, operation: Operation): string {
  const { operationId: id, summary, description, requestBody } = operation;
  const needs =
    requestBody?.required === true ||
    parametersOf(contract, operation).some(
      (parameter) => parameter.required === true && parameter.in !== 'header',
    );
  const options = takesKey(contract, operation) ? 'KeyedOptions' : 'CallOptions';
  const words = `${summary}.\n\n${description.trim()}\n\n${throwsOf(contract, operation)}`;
  const signature = `${id}(call${needs ? '' : '?'}: Call<'${id}'>, options?: ${options}): Promise<Result<'${id}'>>;`;
  return `${comment(words, '  ')}  ${signature}\n`;
}

function throwsOf(contract: SdkContract, operation: Operation): string {
  const named = codesOf(contract, operation)
    .map((code) => `\`${code}\``)
    .join(', ');
  return `@throws ApiError with the code ${named}, or one that any operation may answer; ConnectionError where no answer came.`;
}

/** The codes that the document shows for each status; those that any operation answers are left out. */
function codesOf(contract: SdkContract, { responses }: Operation): string[] {
  const codes = new Set<string>();
  for (const [status, answer] of Object.entries(responses)) {
    if (!/^4/.test(status)) continue;
    const examples = resolve(contract, answer)?.content?.['application/json'].examples ?? {};
    for (const { value } of Object.values(examples)) {
      const { error } = value as { error: string | { code: string } };
      codes.add(typeof error === 'string' ? error : error.code);
    }
  }
  return [...codes];
}

/** An operation as a method of a client, whatever its language. */
export interface MethodShape {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly isNeeded: boolean } | undefined;
  readonly takesKey: boolean;
  readonly result: Schema;
  /** What it lists, where it has pages. */
  readonly items: Schema | undefined;
  readonly page: Row['page'];
  readonly batch: Row['batch'];
  readonly codes: readonly string[];
}

export function methodsOf(contract: SdkContract): MethodShape[] {
  return operationsOf(contract).map(({ operation }) => {
    const { operationId: id, tags, summary, description, requestBody, responses } = operation;
    const parameters = parametersOf(contract, operation);
    const result = (responses['200'] ?? responses['201'])?.content?.['application/json'].schema;
    if (result === undefined) throw new Error(`${id} answers nothing that a method could`);
    const page = pageOf(contract, operation);
    const listed = page && resolve(contract, result)?.properties?.[page.items];
    return {
      id,
      tag: tags[0] ?? '',
      summary,
      description,
      path: parameters.filter((one) => one.in === 'path'),
      query: parameters.filter((one) => one.in === 'query'),
      body: requestBody && {
        schema: requestBody.content['application/json'].schema,
        isNeeded: requestBody.required === true,
      },
      takesKey: takesKey(contract, operation),
      result,
      items: listed?.items,
      page,
      batch: batchOf(operation),
      codes: codesOf(contract, operation),
    };
  });
}

function answerSchema({ responses }: Operation): Schema | undefined {
  return responses['200']?.content?.['application/json'].schema;
}

function parametersOf(contract: SdkContract, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => resolve(contract, parameter) as Parameter);
}

function resolve<Node extends object>(contract: SdkContract, node: Node | undefined) {
  const reference = (node as { $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return node;
  const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
  return contract.components[kind]?.[name] as Node;
}

function comment(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n');
  return `${indent}/**\n${body}\n${indent} */\n`;
}
