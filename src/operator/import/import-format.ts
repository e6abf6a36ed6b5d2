// The import file's shape, as JSON Schema. Fields that are not required are optional; no others are accepted, so
// that a misspelt field is an error and not a silent loss.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OperatorError } from '../../errors.ts';
import { MEANING } from '../../import/section.ts';
import { brokenRule } from '../../lib/violation.ts';
import { type ImportFile, SECTIONS } from './sections.ts';

const SCHEMAS = Object.fromEntries(SECTIONS.map(({ name, schema }) => [name, schema]));

/** @throws OperatorError that names the record and the field */
export function readImportFile(source: string): ImportFile {
  let file: unknown;
  try {
    file = JSON.parse(source);
  } catch {
    // The parser's own message quotes the file, which may hold patients.
    throw new OperatorError('The file is not valid JSON.');
  }
  compiled ??= compileFormat();
  const validate = compiled;
  if (validate(file)) return file as ImportFile;
  const [error] = validate.errors ?? [];
  const path = error?.instancePath.slice(1).split('/') ?? [];
  const [section, index, ...field] = path;
  const record = index === undefined ? section : `${section}[${index}]`;
  const { missingProperty, additionalProperty } = error?.params ?? {};
  const name = [...field, missingProperty ?? additionalProperty].filter(Boolean).join('.');
  const violation = error === undefined ? 'is not valid' : describe(error, known(section, field));
  throw new OperatorError(
    `${[record, name].filter(Boolean).join('.') || 'The file'} ${violation}.`,
  );
}

let compiled: ValidateFunction | undefined;

/** Called when the first file is there, since that takes a quarter of a second, and every command imports this module. */
function compileFormat(): ValidateFunction {
  // A verbose error has the schema that was violated. It also has the value, which no message may show.
  const ajv = new Ajv2020({ allErrors: false, verbose: true, multipleOfPrecision: 6 });
  ajv.addKeyword(MEANING);
  addFormats.default(ajv, { mode: 'full' });
  return ajv.compile({ type: 'object', additionalProperties: false, properties: SCHEMAS });
}

/** @param fields the names of the known fields, for an error about an unknown one */
function describe({ keyword, message = '', params, parentSchema }: ErrorObject, fields: string) {
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

/** @returns the fields of a record, or of the value at this path within it */
function known(section: string | undefined, path: readonly string[]): string {
  let schema: Schema | undefined = SECTIONS.find(({ name }) => name === section)?.schema.items;
  // A number in the path is the index of an item in a list.
  for (const name of path) schema = schema?.properties?.[name] ?? schema?.items;
  return Object.keys(schema?.properties ?? SCHEMAS).join(', ');
}
