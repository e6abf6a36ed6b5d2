// Words a violation of a JSON Schema for callers, and for people who import a file. The validator's message is made
// plainer: it never holds the value, but it does hold patterns.

/** One finding of a JSON Schema validator. */
interface BrokenRule {
  /** The keyword of JSON Schema that the value violates. */
  readonly keyword: string;
  readonly message: string;
  /** What the value must be, in the words of its schema, where it has some. */
  readonly meaning?: string | undefined;
}

/** The formats of JSON Schema and OpenAPI, and what a text of each is. */
export const FORMATS: Readonly<Record<string, string>> = {
  date: 'a calendar date (YYYY-MM-DD)',
  'date-time': 'an ISO 8601 timestamp with a time zone',
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'an absolute URL',
  int32: 'an integer',
  int64: 'an integer',
};

/** Returns a predicate whose subject is the field. */
export function brokenRule({ keyword, message, meaning }: BrokenRule): string {
  if (meaning !== undefined) return `must be ${meaning}`;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known field';
    case 'enum':
      return `must be ${allowedOf(message)}`;
    case 'format': {
      const format = /"(.*)"/.exec(message)?.[1] ?? '';
      return `must be ${FORMATS[format] ?? `in the format ${format}`}`;
    }
    case 'pattern':
      return 'must have the form that is documented';
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return /\b1\b/.test(message) ? 'must not be empty' : plain(message);
    case 'type':
      return message
        .replace(/^must be (?=[aeiou])/, 'must be an ')
        .replace(/^must be (?!an )/, 'must be a ')
        .replaceAll(',', ' or ');
    default:
      return plain(message);
  }
}

function plain(message: string): string {
  return message.replace('NOT', 'not').replace('>=', 'at least').replace('<=', 'at most');
}

/** Returns the values that the schema allows; the validator joins them, with null as an empty text. */
function allowedOf(message: string): string {
  const values = message.slice(message.indexOf(': ') + 2).split(', ');
  const named = values.map((value) => (value === '' ? 'null' : value)).join(', ');
  return values.length === 1 ? named : `one of ${named}`;
}
