/** Requests as the contract's own examples show them. */
import { type ContractDocument, dereference } from '../../src/http/operations.ts';
import type { RequestOptions } from './client.ts';

interface Exampled {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { default?: unknown; examples?: unknown[]; example?: unknown };
}

export interface ExampledParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly value: unknown;
}

interface RawOperation {
  parameters?: (Exampled & { name: string; in: string; required?: boolean })[];
  requestBody?: { content: Record<string, Exampled> };
}

/** The first request of an operation that its examples make. */
export function exampleOf(
  contract: ContractDocument,
  template: string,
  method: string,
): RequestOptions & { path: string } {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  let path = template;
  for (const { name, in: location, required, value } of exampleParameters(
    contract,
    template,
    method,
  )) {
    // The tests' client names the person whose session it has.
    if (name === 'Pharmacy-Person' || (location !== 'path' && !required)) continue;
    if (location === 'path') path = path.replace(`{${name}}`, String(value));
    if (location === 'header') headers[name] = String(value);
    if (location === 'query') query[name] = String(value);
  }
  const [body] = exampleBodies(contract, template, method);
  return { path, headers, query, ...(body !== undefined && { body }) };
}

export function exampleParameters(
  contract: ContractDocument,
  template: string,
  method: string,
): ExampledParameter[] {
  const item = dereference(contract, contract.paths[template]) as Record<string, unknown>;
  const raw = item[method] as RawOperation;
  return [...((item as RawOperation).parameters ?? []), ...(raw.parameters ?? [])].map(
    (parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required === true,
      value: exampleValue(parameter),
    }),
  );
}

/** Every body that the examples show. */
export function exampleBodies(
  contract: ContractDocument,
  template: string,
  method: string,
): unknown[] {
  const item = dereference(contract, contract.paths[template]) as Record<string, unknown>;
  const content = (item[method] as RawOperation).requestBody?.content['application/json'];
  if (content === undefined) return [];
  const all = Object.values(content.examples ?? {}).map(({ value }) => value);
  return all.length > 0 ? all : [exampleValue(content)];
}

function exampleValue({ example, examples, schema }: Exampled): unknown {
  const [first] = Object.values(examples ?? {});
  const value =
    example ?? first?.value ?? schema?.example ?? schema?.examples?.[0] ?? schema?.default;
  if (value === undefined) throw new Error('the contract shows no example');
  return value;
}
