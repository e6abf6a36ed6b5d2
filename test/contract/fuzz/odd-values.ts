// What clients send by mistake or on purpose: values, names, bodies, types and queries.
import type { Schema } from '../../../src/http/operations.ts';

/** That may be in a text, and are seldom thought of. */
export const ODD_CHARACTERS = [
  ...'\u202e💊\u0301éß漢İ\u200d\ufeff\u001d\t\n\\"\'%/?#&+\u2028\u0085\uffff',
];

export const ODD_TEXTS = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '1e3',
  '0x10',
  'true',
  'null',
  'undefined',
  'NaN',
  '../..',
  '%00',
  '%2e',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202eabc',
  'é\u0301',
  '👩‍👩‍👧',
  'İ',
  '\ufeff',
  '\u2028',
  '\t',
  '\r\n',
  `'; drop table lot; --`,
  '{{7*7}}',

  '<script>',
  '__proto__',
  '\\',
  '"',
  '💊'.repeat(60),
];

const ODD_NUMBERS = [
  0,
  -1,
  1,
  1.5,
  1e-9,
  1e15,
  1e21,
  1e308,
  5e-324,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  2 ** 63,
  1_000_000_001,
];

export const ODD: readonly unknown[] = [
  null,
  true,
  false,
  [],
  [null],
  [[]],
  {},
  { a: 1 },
  { id: 'x' },
  JSON.parse('{"__proto__": {"a": 1}}'),
  JSON.parse('{"constructor": {"prototype": 1}}'),
  ...ODD_NUMBERS,
  ...ODD_TEXTS,
];

const ODD_DATES = [
  '2027-02-30',
  '2027-13-01',
  '2027-00-10',
  '2026-2-3',
  '20270101',
  '0000-01-01',
  '1000-01-01',
  '2999-12-31',
  '2900-02-29',
  '2028-02-29',
  '12027-01-01',
  '-2027-01-01',
  '2027-01-01T00:00:00Z',
  ' 2027-01-01',
];

const ODD_TIMES = [
  '2026-11-20',
  '2026-11-20T10:00:00',
  '2026-11-20 10:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20t10:00:00z',
  '2026-11-20T23:59:60Z',
  '2026-12-31T23:59:60Z',
  '2026-11-20T10:60:00Z',
  '2026-02-30T10:00:00Z',
  '2026-11-20T10:00:00+24:00',
  '2026-11-20T10:00:00+14:59',
  '2026-11-20T10:00:00-99:99',
  '2026-11-20T10:00:00.Z',
  '1000-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999999999Z',
  '2026-11-20T10:00:00.1234567890Z',
  '1763633730',
  '1000-01-01T00:00:00+14:00',
  '2026-11-20T10:00:00,5Z',
  '+02026-11-20T10:00:00Z',
  `2026-11-20T10:00:00.123456${'9'.repeat(19)}Z`,
  `2026-11-20T10:00:00.${'0'.repeat(25)}Z`,
];

const ODD_UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'not-a-uuid',
  '01935f7011aa7c3ea1d24b5c6d7e8f90',
  '{01935f70-11aa-7c3e-a1d2-4b5c6d7e8f90}',
  'urn:uuid:01935f70-11aa-7c3e-a1d2-4b5c6d7e8f90',
  '01935f70-11aa-7c3e-a1d2-4b5c6d7e8f9',
  '01935f70-11aa-7c3e-a1d2-4b5c6d7e8f9g',
];

const ODD_OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: ODD_DATES,
  'date-time': ODD_TIMES,
  uuid: ODD_UUIDS,
  email: [
    'a',
    'a@',
    '@a.example',
    'a@b',
    'a b@c.example',
    'ä@ö.example',
    'a@b.example\n',
    `${'a'.repeat(250)}@b.example`,
  ],
  uri: [
    'http://a.example',
    'https://',
    'https:///a',
    'https://a b',
    'https://u:p@a.example',
    'javascript:x',
    'https://ä.example',
    'https://a.example/"<>',
  ],
};

/** What is not quite what the schema asks for, or not at all; of a text that is there, also with odd characters. */
export function oddValues(
  schema: Schema | undefined,
  value: unknown,
  { manner, pick }: { manner: number; pick: number },
): readonly unknown[] {
  const kinds: (readonly unknown[])[] = [nearValues(schema, value), ODD];
  if (typeof value === 'string') {
    // All of them, or as many as the number has bits.
    const some = ODD_CHARACTERS.filter((_, index) => pick % 2 === 0 || (pick >> index) & 1).join(
      '',
    );
    kinds.push([`${value}${some}`, `${some}${value}`, some]);
    kinds.push(['\0', '\ud800', '\udfff'].flatMap((odd) => [odd, `${value}${odd}`]));
  }
  return kinds[manner % kinds.length] as readonly unknown[];
}

function nearValues(schema: Schema | undefined, value: unknown): unknown[] {
  const { minimum, maximum, maxLength, maxItems, pattern, format } = (schema ?? {}) as Record<
    string,
    number
  > & { pattern?: string; format?: string };
  const near: unknown[] = [];
  if (minimum !== undefined) near.push(minimum, minimum - 1, minimum + 0.5, String(minimum));
  if (maximum !== undefined) near.push(maximum, maximum + 1, maximum + 0.5);
  if (maxLength !== undefined) {
    near.push(
      'x'.repeat(maxLength),
      'x'.repeat(maxLength + 1),
      '💊'.repeat(maxLength),
      '💊'.repeat(maxLength + 1),
    );
  }
  if (Array.isArray(value)) {
    const [first = null] = value;
    near.push(
      [],
      [...value, first],
      [...value, null],
      value.concat(Array(maxItems ?? 10).fill(first)),
    );
  }
  if (Array.isArray(schema?.enum)) {
    near.push(
      ...schema.enum,
      ...schema.enum.flatMap((one) =>
        typeof one === 'string' ? [one.toUpperCase(), `${one} `] : [],
      ),
    );
  }
  if (format !== undefined) near.push(...(ODD_OF_FORMAT[format] ?? []));
  else if (pattern?.includes('T\\d')) near.push(...ODD_TIMES);
  near.push([value], { value }, typeof value === 'number' ? String(value) : 0);
  return near;
}

export const ODD_NAMES = [
  'bogus',
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'Qty',
  'qty ',
  '0',
  'a.b',
  'a/b',
  '~1',
  '$ref',
  '\0',
  '\ud800',
  'é',
  '💊',
  '\u202e',
  'x'.repeat(300),
];

/** Ways to write a body's JSON. */
export const WRITINGS: readonly ((text: string, at: number) => string | Buffer)[] = [
  (text, at) => text.slice(0, at % (text.length + 1)),
  (text, at) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1),
  (text) => `${text}${text}`,
  (text) => `${text}x`,
  (text) => `\ufeff${text}`,
  (text) => ` \r\n\t${text}\n`,
  (text) => `// a comment\n${text}`,
  (text) => text.replaceAll('"', `'`),
  (text) => text.replace(/:"[^"]*"/, ':"\u0001"'),
  (text) => text.replace('{', '{"qty":-1,'),
  (text) => text.replace(/\}$/, ',"__proto__":{}}'),
  (text) => text.replace(/\}$/, ',}'),
  (text) => text.replace(/"/, '"\\u00'),
  ...[
    '1e400',
    '-1e400',
    '1E0',
    '1.0',
    '-0',
    '01',
    '+1',
    '.5',
    '0x1',
    'NaN',
    'Infinity',
    '1_0',
    '9'.repeat(400),
    `0.${'0'.repeat(400)}1`,
  ].map((number) => (text: string) => text.replace(/:-?\d[\d.eE+-]*/, `:${number}`)),
  ...['null', '[]', '{}', '""', '1', 'true', '"{}"', '[{}]', '', ' '].map((text) => () => text),
  () => '['.repeat(40),
  () => `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`,
  () => `${'[['.repeat(16)}${']]'.repeat(16)}`,
  () => `[${'1,'.repeat(10_000)}1]`,
  (text) => text.replace(/"([^"]*)"/, (_, inside) => `"${inside}\\ud83d"`),
  (text) =>
    Buffer.concat([
      Buffer.from(text.slice(0, -1)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.slice(-1)),
    ]),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => text.padEnd(70_000),
];

export const TYPES = [
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  'application/vnd.api+json',
  'application/json, text/plain',
  '*/*',
  'json',
  'application/xml',
  'x'.repeat(300),
];

export const QUERIES = [
  '%zz',
  '%',
  'limit=%',
  '%00',
  'limit=%00',
  'a=%ED%A0%80',
  '=',
  '==',
  '=1',
  '&&',
  '?',
  'limit',
  'limit=',
  'limit=1&limit=2',
  'limit=%31',
  'limit=+1',
  'limit=1+',
  '__proto__=1',
  `${'a=1&'.repeat(500)}`,
];
