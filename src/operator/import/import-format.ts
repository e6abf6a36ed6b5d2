// The import file's shape, as JSON Schema. Fields that are not required are optional; no others are accepted, so
// that a misspelt field is an error and not a silent loss.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OperatorError } from '../../errors.ts';
import { MEANING } from '../../import/section.ts';
import { brokenRule } from '../../lib/violation.ts';
import { shortened } from './file-faults.ts';
import type { FileFault, ImportSource } from './import-source.ts';
import { type ImportFile, SECTIONS, type SectionName } from './sections.ts';

/** @throws OperatorError for a file that is not made of sections */
export function requireSections(
  { path, lineOf }: Pick<ImportSource, 'path' | 'lineOf'>,
  file: unknown,
): ImportFile {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    throw new OperatorError(`${path}:1 The file must be an object.`);
  }
  const known: readonly string[] = SECTIONS.map((section) => section.name);
  const problems = Object.entries(file).flatMap(([section, records]) => {
    const at = `${path}:${lineOf(section) ?? 1} ${shortened(section)}:`;
    if (!known.includes(section))
      return `${at} is not a known section. Known sections: ${known.join(', ')}.`;
    return Array.isArray(records) ? [] : `${at} must be an array.`;
  });
  if (problems.length > 0) throw new OperatorError(...problems);
  return file as ImportFile;
}

/**
 * Finds what is wrong with the format of records, at most one fault for each field.
 *
 * @param oddRows what is wrong with whole rows, by their indexes; their fields are not judged
 */
export function formatFaults(
  file: ImportFile,
  faultsMax: number,
  oddRows: ReadonlyMap<number, string>,
): FileFault[] {
  const faults: FileFault[] = [];
  for (const { name } of SECTIONS) {
    for (const [index, record] of (file[name] ?? []).entries()) {
      const odd = oddRows.get(index);
      if (odd !== undefined) faults.push({ section: name, index, message: odd });
      const validate = validatorOf(name);
      const errors = odd !== undefined || validate(record) ? [] : (validate.errors ?? []);
      const fields = new Set<string>();
      for (const error of errors) {
        const fault = faultOf(error, name);
        if (fields.has(fault.field)) continue;
        fields.add(fault.field);
        const { field, message } = fault;
        faults.push({ section: name, index, message, ...(field !== '' && { field }) });
      }
      if (faults.length >= faultsMax) return faults;
    }
  }
  return faults;
}

const validators = new Map<SectionName, ValidateFunction>();

/** Compiles a section when its first record is there: every command imports this module. */
function validatorOf(name: SectionName): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  // A verbose error has the schema that was violated. It also has the value, which no message may show.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, multipleOfPrecision: 6 });
  ajv.addKeyword(MEANING);
  addFormats.default(ajv, { mode: 'full' });
  const schema = SECTIONS.find((section) => section.name === name)?.schema.items;
  const validate = ajv.compile(schema ?? false);
  validators.set(name, validate);
  return validate;
}

function faultOf(error: ErrorObject, section: SectionName): { field: string; message: string } {
  const path = error.instancePath.split('/').slice(1);
  const { missingProperty, additionalProperty } = error.params;
  const field = [...path, missingProperty ?? additionalProperty].filter(Boolean).join('.');
  return { field, message: describe(error, knownFields(section, path)) };
}

/** @param fields the names of the known fields, for an error about an unknown one */
function describe({ keyword, message = '', params, parentSchema }: ErrorObject, fields: string) {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return `is not a known field. Known fields: ${fields}`;
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
function knownFields(section: SectionName, path: readonly string[]): string {
  let schema: Schema | undefined = SECTIONS.find(({ name }) => name === section)?.schema.items;
  // A number in the path is the index of an item in a list.
  for (const name of path) schema = schema?.properties?.[name] ?? schema?.items;
  return Object.keys(schema?.properties ?? {}).join(', ');
}
