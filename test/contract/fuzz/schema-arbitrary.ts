/**
 * Draws values that a schema of the contract allows. It knows the keywords and formats that our schemas use and
 * throws on any other: a new one is noticed here, and not drawn wrongly. The libraries that turn JSON schemas
 * into values either cannot shrink what they made (json-schema-faker) or are for a fast-check of long ago
 * (json-schema-fast-check); and none could put what is really there in the place of a random id.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { Schema } from '../../../src/http/operations.ts';
import { ODD_CHARACTERS } from './odd-values.ts';

export interface Drawing {
  /** Names the value, `createOrder.items.quantity` for example. */
  readonly path: string;
  /** Values that mean something at this location, if any are known. */
  readonly known: (path: string) => readonly unknown[] | undefined;
  /** How many of 20 values are known ones, where some are known. */
  readonly knownOfTwenty: number;
  /** How many of 20 optional fields are there. */
  readonly optionalOfTwenty: number;
  /** As many at the least of the field that is named so. */
  readonly often: (path: string) => number;
}

const KEYWORDS = new Set([
  'type',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
]);
/** What values have to do with each other: of what is drawn without, some is left. */
const CONDITIONS = ['if', 'then', 'else', 'allOf', 'anyOf', 'not', 'const'];
const ANNOTATION = /^(title|description|examples?|default|deprecated|x-.*)$/;

/** Lengths of what is drawn without a reason for more; bounds themselves are drawn too. */
const TEXT_LENGTH = 24;
const LIST_LENGTH = 3;

const ajv = new Ajv2020({ strict: false });
formats.default(ajv, { mode: 'full' });

/** @throws Error for a keyword or a format that is not known here */
export function arbitraryOf(schema: Schema, drawing: Drawing): fc.Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    const isKnown = KEYWORDS.has(keyword) || CONDITIONS.includes(keyword);
    if (!isKnown && !ANNOTATION.test(keyword)) {
      throw new Error(`${drawing.path}: has no rule to draw for ${keyword}`);
    }
  }
  const free = drawnOf(schema, drawing);
  const isConditional = CONDITIONS.some((keyword) => keyword in schema);
  const fits = isConditional ? ajv.compile(schema) : () => true;
  const drawn = isConditional ? free.filter((value) => fits(value)) : free;
  const known = drawing.known(drawing.path);
  if (known === undefined || drawing.knownOfTwenty === 0) return drawn;
  return fc.oneof(
    { weight: drawing.knownOfTwenty, arbitrary: fc.constantFrom(...known) },
    { weight: 20 - drawing.knownOfTwenty, arbitrary: drawn },
  );
}

const ANY_TYPE = ['string', 'number', 'boolean', 'array'];

function drawnOf(schema: Schema, drawing: Drawing): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? ANY_TYPE].flat();
  const each = types.map((type) => ofType(String(type), schema, drawing));
  return each.length === 1 ? (each[0] as fc.Arbitrary<unknown>) : fc.oneof(...each);
}

function ofType(type: string, schema: Schema, drawing: Drawing): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integerOf(schema);
    case 'number':
      return fc.oneof(integerOf(schema), numberOf(schema));
    case 'string':
      return textOf(schema, drawing);
    case 'array':
      return listOf(schema, drawing);
    case 'object':
      return objectOf(schema, drawing);
    default:
      throw new Error(`${drawing.path}: has no rule to draw a ${type}`);
  }
}

function boundsOf({ minimum, maximum }: Schema): { min: number; max: number } {
  return {
    min: Math.max(Number(minimum ?? Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER),
    max: Math.min(Number(maximum ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER),
  };
}

function integerOf(schema: Schema): fc.Arbitrary<number> {
  const { format = 'int64' } = schema as { format?: string };
  if (!INTEGER_FORMATS.includes(format)) throw new Error(`has no rule to draw ${format}`);
  const bounds = boundsOf(schema);
  const [min, max] = [Math.ceil(bounds.min), Math.floor(bounds.max)];
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 20) }),
    fc.maxSafeInteger().map((any) => Math.min(Math.max(any, min), max)),
    fc.constantFrom(min, max),
  );
}

const INTEGER_FORMATS = ['int32', 'int64'];

function numberOf(schema: Schema): fc.Arbitrary<number> {
  return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
}

function textOf(schema: Schema, { path }: Drawing): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = TEXT_LENGTH,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (format !== undefined && !Object.hasOwn(FORMATS, format)) {
    throw new Error(`${path}: has no rule to draw the format ${format}`);
  }
  if (format === undefined && pattern === undefined) return plainText(minLength, maxLength);
  const drawn = format === undefined ? matching(pattern as string) : FORMATS[format as Format];
  const { type: _, ...rest } = schema;
  const fits = ajv.compile({ ...rest, type: 'string' });
  return drawn.filter((text) => fits(text));
}

/** Lengths are of characters and not of UTF-16 units, as in the schemas. */
function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const max = Math.min(maxLength, minLength + TEXT_LENGTH);
  const of = (unit: fc.Arbitrary<string>) => fc.string({ unit, minLength, maxLength: max });
  return fc.oneof(
    of(fc.constantFrom(...'abcXYZ019 -_.,')),
    of(ANY_CHARACTER),
    fc
      .subarray(ODD_CHARACTERS, { maxLength: Math.min(maxLength, ODD_CHARACTERS.length) })
      .filter((characters) => characters.length >= minLength)
      .map((characters) => characters.join('')),
    ...[minLength, maxLength].map((length) => ANY_CHARACTER.map((one) => one.repeat(length))),
  );
}

const ANY_CHARACTER = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...ODD_CHARACTERS),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0'),
);

function matching(pattern: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(pattern), { size: 'medium' });
}

const DAY = fc
  .integer({ min: -30_000, max: 60_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

const FORMATS = {
  date: DAY,
  'date-time': fc
    .tuple(
      DAY,
      fc.integer({ min: 0, max: 86_399 }),
      fc.constantFrom('', '.1', '.123456', '.999999999'),
      fc.constantFrom('Z', 'Z', '+02:00', '-11:30', '+00:00'),
    )
    .map(([day, second, fraction, offset]) => {
      const time = new Date(second * 1000).toISOString().slice(11, 19);
      return `${day}T${time}${fraction}${offset}`;
    }),
  uuid: fc
    .tuple(fc.uuid(), fc.boolean())
    .map(([uuid, isLarge]) => (isLarge ? uuid.toUpperCase() : uuid)),
  email: fc.emailAddress(),
  uri: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
} satisfies Record<string, fc.Arbitrary<string>>;

type Format = keyof typeof FORMATS;

function listOf(schema: Schema, drawing: Drawing): fc.Arbitrary<unknown[]> {
  const {
    items = { type: 'string' },
    minItems = 0,
    maxItems = LIST_LENGTH,
    uniqueItems = false,
  } = schema as {
    items?: Schema;
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
  };
  const maxLength = Math.min(maxItems, minItems + LIST_LENGTH);
  const listed = uniqueItems ? fc.uniqueArray : fc.array;
  return listed(arbitraryOf(items, drawing), { minLength: minItems, maxLength });
}

function objectOf(schema: Schema, drawing: Drawing): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties,
    minProperties = 0,
  } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: boolean | Schema;
    minProperties?: number;
  };
  const below = (name: string) => ({ ...drawing, path: `${drawing.path}.${name}` });
  if (typeof additionalProperties === 'object') {
    if (Object.keys(properties).length > 0) {
      throw new Error(`${drawing.path}: has no rule to draw fields beside named ones`);
    }
    const names = arbitraryOf({ type: 'string', ...(schema.propertyNames as Schema) }, below('*'));
    return fc.dictionary(
      (names as fc.Arbitrary<string>).filter((name) => name !== '__proto__'),
      arbitraryOf(additionalProperties, below('*')),
      { maxKeys: LIST_LENGTH, noNullPrototype: true },
    );
  }
  if (additionalProperties === true && Object.keys(properties).length === 0) return ANY_OBJECT;
  if (typeof additionalProperties !== 'boolean') throw new Error(`${drawing.path}: an open object`);
  const members = Object.entries(properties).map(([name, member]) => {
    const drawn = arbitraryOf(member, below(name));
    if (required.includes(name)) return drawn.map((value) => [[name, value]]);
    const optionalOfTwenty = Math.max(drawing.optionalOfTwenty, drawing.often(below(name).path));
    return fc.oneof(
      { weight: 20 - optionalOfTwenty, arbitrary: fc.constant([]) },
      { weight: optionalOfTwenty, arbitrary: drawn.map((value) => [[name, value]]) },
    );
  });
  return fc
    .tuple(...members)
    .map((each) => Object.fromEntries(each.flat()))
    .filter((object) => Object.keys(object).length >= minProperties);
}

/** Of what stands for itself, such as the answer of a browser. */
const ANY_OBJECT = fc.dictionary(
  fc.string({ maxLength: TEXT_LENGTH }).filter((name) => name !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: LIST_LENGTH, noNullPrototype: true },
);
