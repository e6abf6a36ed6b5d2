/**
 * What the contract says of a request, read from its bytes and from the document alone, apart from the server's
 * own judgement: Ajv on the schemas as they stand, and the rules for all bodies and addresses.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  type ContractDocument,
  dereference,
  type Operation,
  type Schema,
} from '../../../src/http/operations.ts';
import { mapMembers, type Wire } from './request.ts';

/** Undefined: the contract allows it. Else in a word what it does not allow. */
export type Flaw = string | undefined;

export interface Judge {
  violationIn(wire: Wire): Flaw;
  /** Of a batch: of each of its items, what is wrong with it. */
  flawsOfItems(wire: Wire): Flaw[];
}

export interface Shape {
  /** Of each parameter, in the contract's order. */
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly schema: Schema;
    readonly allowReserved?: boolean;
  }[];
  readonly body: Schema | undefined;
}

export function shapeOf(contract: ContractDocument, { template, method }: Operation): Shape {
  const item = dereference(contract, contract.paths[template]) as Record<string, unknown>;
  const raw = item[method] as {
    parameters?: Shape['parameters'];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  return {
    parameters: [
      ...((item.parameters as Shape['parameters'] | undefined) ?? []),
      ...(raw.parameters ?? []),
    ].map((one) => ({ ...one, required: one.required === true })),
    body: raw.requestBody?.content['application/json']?.schema,
  };
}

/**
 * The contract without what each operation judges itself, `x-judged-by-operation`: what is wrong by the rest is
 * refused as not valid before anything is looked up.
 */
export function judgedFirst(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(judgedFirst);
  if (typeof node !== 'object' || node === null) return node;
  const apart = (node as Schema)['x-judged-by-operation'] ?? [];
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !(apart as string[]).includes(name))
      .map(([name, value]) => [name, judgedFirst(value)]),
  );
}

/** As the contract says. */
const BODY_DEPTH_MAX = 32;
const BODY_VALUES_MAX = 10_000;
/** The colon of an offset may be left out in a query. */
const BARE_OFFSET = /(T\d\d:\d\d:\d\d[\d.]*[+-]\d\d)(\d\d)$/;
const JSON_TYPE = /^application\/json *(; *charset=("utf-8"|utf-8))?$/i;

const ajv = new Ajv2020({ strict: false });
formats.default(ajv, { mode: 'full' });

export function judgeOf(contract: ContractDocument, operation: Operation, single?: Judge): Judge {
  const { parameters, body } = shapeOf(contract, operation);
  const fits = new Map(
    parameters.map((one) => [`${one.in} ${one.name.toLowerCase()}`, compiled(one.schema)]),
  );
  const bodyFits = body === undefined ? undefined : compiled(openItems(body, operation));

  const violationInParameter = (location: string, name: string, text: string): Flaw => {
    const parameter = parameters.find((one) => one.in === location && one.name === name);
    if (parameter === undefined) return `an unknown ${location} parameter`;
    const value = coerced(text, parameter.schema);
    const isFine = fits.get(`${location} ${name.toLowerCase()}`)?.(value);
    return isFine && isStorable(text) ? undefined : `${location} ${name}`;
  };

  const flawOfAddress = (target: string): Flaw => {
    const [path = '', ...query] = target.split('?');
    const segments = path.split('/');
    const values = new Map<string, string>();
    for (const [at, segment] of operation.route.split('/').entries()) {
      if (!segment.startsWith(':')) continue;
      const text = decoded(segments[at] as string);
      if (text === undefined) return 'a malformed path';
      const flaw = violationInParameter('path', segment.slice(1), text);
      if (flaw) return flaw;
    }
    for (const pair of query.join('?').split('&').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=');
      const readName = decoded(name, ' ');
      const isReserved = parameters.some((one) => one.allowReserved && one.name === readName);
      const readValue = isReserved
        ? decoded(value.join('='))?.replace(BARE_OFFSET, '$1:$2')
        : decoded(value.join('='), ' ');
      if (readName === undefined || readValue === undefined) return 'a malformed query';
      if (values.has(readName)) return `${readName} twice`;
      values.set(readName, readValue);
      const flaw = violationInParameter('query', readName, readValue);
      if (flaw) return flaw;
    }
    const missing = parameters.find(
      (one) => one.in === 'query' && one.required && !values.has(one.name),
    );
    return missing && `no ${missing.name}`;
  };

  const flawOfHeaders = (headers: Wire['headers']): Flaw => {
    for (const { name, in: location, required } of parameters) {
      if (location !== 'header') continue;
      const sent = headers.filter(([one]) => one.toLowerCase() === name.toLowerCase());
      if (sent.length > 1) return `${name} twice`;
      if (sent.length === 0 && required) return `no ${name}`;
      // RFC 9110, section 5.5: white space around a value is none of it.
      const flaw =
        sent[0] && violationInParameter('header', name, sent[0][1].replace(/^[ \t]+|[ \t]+$/g, ''));
      if (flaw) return flaw;
    }
    return undefined;
  };

  const flawOfBody = ({ headers, body: bytes = Buffer.alloc(0) }: Wire): Flaw => {
    if (bodyFits === undefined) return undefined;
    const type = headers.find(([name]) => name === 'Content-Type')?.[1];
    if (type !== undefined && !JSON_TYPE.test(type)) return 'a body that is not JSON';
    if (bytes.length === 0) return operation.body === 'optional' ? undefined : 'no body';
    if (type === undefined) return 'no Content-Type';
    if (bytes.length > operation.bodyBytesMax) return 'too large a body';
    const read = readJson(bytes);
    if (read === undefined) return 'malformed JSON';
    if (!isBounded(read.value)) return 'too deep or too wide a body';
    const whole = operation.batch ? withoutItems(read.value, operation) : read.value;
    if (!isStorableDeep(whole)) return 'a text that nothing could keep';
    return bodyFits(read.value) ? undefined : `the body${ajv.errorsText(bodyFits.errors)}`;
  };

  return {
    violationIn: (wire) =>
      flawOfAddress(wire.target) ?? flawOfHeaders(wire.headers) ?? flawOfBody(wire),
    flawsOfItems: ({ method, body: bytes }) => {
      const { batch } = operation;
      const value = bytes && readJson(bytes)?.value;
      const items = batch && (value as Record<string, unknown[]> | undefined)?.[batch.items];
      if (!batch || !items || !single) return [];
      return items.map((item) => {
        const members = item as Record<string, unknown>;
        const wire: Wire = {
          method,
          target: '',
          headers: [
            ['Content-Type', 'application/json'],
            ...Object.entries(batch.headers).map(
              ([member, name]) => [name, String(members[member])] as const,
            ),
          ],
          body: Buffer.from(JSON.stringify(members[batch.body])),
        };
        return single.violationIn(wire);
      });
    },
  };
}

function compiled(schema: Schema): ValidateFunction {
  const { nullable: _, ...rest } = schema;
  return ajv.compile(rest);
}

/** Of a batch, what an item holds is judged with the item. */
function openItems(schema: Schema, { batch }: Operation): Schema {
  if (batch === undefined) return schema;
  const copy = structuredClone(schema) as {
    properties: Record<string, { items: { properties: Record<string, Schema> } }>;
  };
  const { properties } = (
    copy.properties[batch.items] as { items: { properties: Record<string, Schema> } }
  ).items;
  properties[batch.body] = {};
  for (const member of Object.keys(batch.headers)) properties[member] = { type: 'string' };
  return copy as unknown as Schema;
}

function withoutItems(value: unknown, { batch }: Operation): unknown {
  const apart = [batch?.body, ...Object.keys(batch?.headers ?? {})];
  return mapMembers(value, (items, name) =>
    name === batch?.items
      ? mapMembers(items, (item) =>
          mapMembers(item, (member, at) => (apart.includes(at) ? null : member)),
        )
      : items,
  );
}

function coerced(text: string, { type }: Schema): unknown {
  if (type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function decoded(text: string, plus = '+'): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', plus));
  } catch {
    return undefined;
  }
}

function readJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    // Takes a byte order mark away, and throws on what is not UTF-8.
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isStorableDeep(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => name !== '__proto__' && isStorable(name) && isStorableDeep(member),
  );
}

function isBounded(value: unknown): boolean {
  let values = 0;
  const walk = (one: unknown, depth: number): boolean => {
    if (typeof one !== 'object' || one === null) return true;
    const members = Object.values(one);
    values += members.length;
    return (
      depth < BODY_DEPTH_MAX &&
      values <= BODY_VALUES_MAX &&
      members.every((member) => walk(member, depth + 1))
    );
  };
  return walk(value, 0);
}
