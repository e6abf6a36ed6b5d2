// The import file's shape, as JSON Schema. Fields not required are optional; nothing else is accepted, so
// that a misspelt field is an error and not a silent loss.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OperatorError } from '../../errors.ts';
import { MEANING } from '../../import/section.ts';
import { brokenRule } from '../../lib/violation.ts';
import { type ImportFile, SECTIONS } from './sections.ts';

const SCHEMAS = Object.fromEntries(SECTIONS.map(({ name, schema }) => [name, schema]));

// Verbose: with the schema that is broken. It also hands out the value, which nobody is told.
const ajv = new Ajv2020({ allErrors: false, verbose: true, multipleOfPrecision: 6 });
ajv.addKeyword(MEANING);
addFormats.default(ajv, { mode: 'full' });
const validate = ajv.compile({
  type: 'object',
  additionalProperties: false,
  properties: SCHEMAS,
});

/** @throws OperatorError that names the record and the field */
export function readImportFile(source: string): ImportFile {
  let file: unknown;
  try {
    file = JSON.parse(source);
  } catch {
    // The parser's own message quotes the file, which may hold patients.
    throw new OperatorError('The file is not valid JSON.');
  }
  if (validate(file)) return file as ImportFile;
  const [error] = validate.errors ?? [];
  const place = error?.instancePath.slice(1).split('/') ?? [];
  const [section, index, ...field] = place;
  const record = index === undefined ? section : `${section}[${index}]`;
  const { missingProperty, additionalProperty } = error?.params ?? {};
  const name = [...field, missingProperty ?? additionalProperty].filter(Boolean).join('.');
  const rule = error === undefined ? 'is not valid' : spoken(error, known(section, field));
  throw new OperatorError(`${[record, name].filter(Boolean).join('.') || 'The file'} ${rule}.`);
}

/** @param fields that are known where it is one that is not */
function spoken({ keyword, message = '', params, parentSchema }: ErrorObject, fields: string) {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return `is not a field here; known are ${fields}`;
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    default:
      return brokenRule({
        keyword,
        message,
        meaning: keyword === 'pattern' ? parentSchema?.[MEANING] : undefined,
      });
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The fields of a record, or of what stands at this path within it. */
function known(section: string | undefined, path: readonly string[]): string {
  let schema: Schema | undefined = SECTIONS.find(({ name }) => name === section)?.schema.items;
  // A number is a place in a list.
  for (const name of path) schema = schema?.properties?.[name] ?? schema?.items;
  return Object.keys(schema?.properties ?? SCHEMAS).join(', ');
}
