// The import file's shape, as JSON Schema. Fields not required are optional; nothing else is accepted, so
// that a misspelt field is an error and not a silent loss.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OperatorError } from '../../errors.ts';
import { STORABLE } from '../../import-section.ts';
import { type ImportFile, SECTIONS } from './sections.ts';

const SCHEMAS = Object.fromEntries(SECTIONS.map(({ name, schema }) => [name, schema]));

const ajv = new Ajv2020({ allErrors: false, verbose: false, multipleOfPrecision: 6 });
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
  const named =
    error?.keyword === 'required'
      ? error.params.missingProperty
      : error?.keyword === 'additionalProperties'
        ? error.params.additionalProperty
        : undefined;
  const name = [...field, ...(named === undefined ? [] : [named])].join('.');
  const rule =
    error?.keyword === 'required'
      ? 'is missing'
      : error?.keyword === 'additionalProperties'
        ? `is not a field here; known are ${known(section, field)}`
        : error?.keyword === 'enum'
          ? `must be one of ${error.params.allowedValues.join(', ')}`
          : error?.keyword === 'pattern' && error.params.pattern === STORABLE
            ? 'must not hold NUL or half of a surrogate pair'
            : (error?.message ?? 'is not valid');
  throw new OperatorError(`${[record, name].filter(Boolean).join('.') || 'The file'} ${rule}.`);
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
