// The fields of an operation's body by the contract, and what none of them can be.
import { type ContractDocument, dereference, type Operation } from '../../src/http/operations.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maximum?: number;
}

export interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
}

export interface Level {
  readonly path: readonly string[];
  /** Its members have names that callers make up. */
  readonly isOpen: boolean;
}

function bodyOf(contract: ContractDocument, { template, method }: Operation): Schema {
  const raw = contract.paths[template]?.[method] as { requestBody: unknown };
  const { content } = dereference(contract, raw.requestBody) as {
    content: Record<string, { schema: Schema }>;
  };
  return content['application/json']?.schema as Schema;
}

/** Every field of the body, those in objects and in the first of a list included. */
export function fieldsOf(contract: ContractDocument, operation: Operation): Field[] {
  const found = new Map<string, Field>();
  for (const field of within(bodyOf(contract, operation), [])) {
    if (field.path.length > 0) found.set(field.path.join('.'), field);
  }
  return [...found.values()];
}

/** Every object of the body. */
export function levelsOf(contract: ContractDocument, operation: Operation): Level[] {
  const found = new Map<string, Level>();
  for (const { path, schema } of within(bodyOf(contract, operation), [])) {
    const isObject = typesOf(schema).includes('object') || schema.properties !== undefined;
    const isOpen = typeof schema.additionalProperties === 'object';
    if (isObject) found.set(path.join('.'), { path, isOpen });
  }
  return [...found.values()];
}

function* within(schema: Schema, path: readonly string[]): Generator<Field> {
  yield { path, schema };
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    for (const field of within(part, path)) if (field.path.length > path.length) yield field;
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* within(property, [...path, name]);
  }
  if (schema.items !== undefined) yield* within(schema.items, [...path, '0']);
  const { additionalProperties: others } = schema;
  if (typeof others === 'object') yield* within(others, [...path, 'any']);
}

/** Empty where the schema does not say it in one place. */
function typesOf({ type, enum: values, const: value }: Schema): readonly string[] {
  if (type !== undefined) return [type].flat();
  const known = values ?? (value === undefined ? [] : [value]);
  return [...new Set(known.map((one) => (one === null ? 'null' : typeof one)))];
}

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['"x"'],
  integer: ['1'],
  number: ['1', '1.5'],
  boolean: ['true', 'false'],
  array: ['[]'],
  object: ['{}'],
  null: ['null'],
};

const NUMBERS_BEYOND = ['1e400', '-1e400', '9007199254740993', '-9007199254740993', '1e300'];
const FLAWED_TEXTS = ['"a\\u0000b"', '"\\ud800"', '"x\\udc00x"', '"\\udc00\\ud800"'];

/** Of all types but its own, and what no field of its own may be. As JSON. */
export function wrongFor(schema: Schema): string[] {
  const types = typesOf(schema);
  if (types.length === 0) return [...FLAWED_TEXTS];
  const own = types.includes('number') ? [...types, 'integer'] : types;
  const others = Object.entries(OF_TYPE).filter(([type]) => !own.includes(type));
  const fits = new Set(own.flatMap((type) => OF_TYPE[type] ?? []));
  return [
    ...new Set([
      ...others.flatMap(([, values]) => values).filter((value) => !fits.has(value)),
      ...(own.includes('integer') ? NUMBERS_BEYOND : NUMBERS_BEYOND.slice(0, 1)),
      ...(own.includes('string') ? FLAWED_TEXTS : FLAWED_TEXTS.slice(0, 1)),
    ]),
  ];
}

const PLACE = '@@place@@';

/** The example with one field of that value, as JSON; what it is in is made where it is not there. */
export function textWith(example: unknown, path: readonly string[], value: string): string {
  const whole = structuredClone(example) as Record<string, unknown>;
  let node = whole;
  for (const [at, name] of path.slice(0, -1).entries()) {
    const next = node[name];
    if (typeof next !== 'object' || next === null) node[name] = path[at + 1] === '0' ? [] : {};
    node = node[name] as Record<string, unknown>;
  }
  const last = path.at(-1) as string;
  // Else it would set the object's prototype.
  Object.defineProperty(node, last, {
    value: PLACE,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return JSON.stringify(whole).replace(JSON.stringify(PLACE), () => value);
}
