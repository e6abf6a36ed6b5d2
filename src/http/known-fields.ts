import type { ErrorDetails } from '../errors.ts';
import type { Operation, Schema } from './operations.ts';

/** Stands for a name that the contract does not have: the caller made it up, and it may say anything. */
const UNKNOWN = '(unknown)';
/** What a refusal says of the body, or of the query, as a whole. */
const WHOLE: readonly string[] = ['body', 'query'];

/** Returns the fields that a refusal names, each once, in the names that the contract has for them. */
export function knownFields(
  details: ErrorDetails | undefined,
  operation: Operation | undefined,
): string[] {
  if (!Array.isArray(details) || operation === undefined) return [];
  return [...new Set(details.map(({ path }) => knownField(path, operation)))];
}

function knownField(path: string, { parameters, bodySchema }: Operation): string {
  if (WHOLE.includes(path) || parameters.some(({ name }) => name === path)) return path;
  const known: string[] = [];
  let schemas = bodySchema === undefined ? [] : [bodySchema];
  for (const name of path.split('.')) {
    schemas = schemas.flatMap(alternativesOf).flatMap((schema) => memberOf(schema, name));
    if (schemas.length === 0) return [...known, UNKNOWN].join('.');
    known.push(name);
  }
  return known.join('.');
}

export function alternativesOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema as Readonly<Record<string, Schema[]>>;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(alternativesOf)];
}

function memberOf({ properties, items }: Schema, name: string): Schema[] {
  if (/^\d+$/.test(name)) return items === undefined ? [] : [items as Schema];
  const named = (properties ?? {}) as Readonly<Record<string, Schema>>;
  return Object.hasOwn(named, name) ? [named[name] as Schema] : [];
}
