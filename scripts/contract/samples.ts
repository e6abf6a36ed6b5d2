/**
 * Samples of each operation's call, for the pages of the contract: curl, and the clients for TypeScript and Python.
 * They are made from the contract's own examples, which are checked against its schemas.
 */
import { argument, snake } from './sdk/snake.ts';

/** The bundled contract, as far as samples are made from it. */
interface Sampled {
  servers: { url: string }[];
  paths: Record<string, Record<string, SampledOperation>>;
  components: Record<string, Record<string, unknown>>;
}

interface Exampled {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { $ref?: string; example?: unknown; examples?: unknown[] };
}

interface Parameter extends Exampled {
  name: string;
  in: string;
  required?: boolean;
}

interface SampledOperation {
  operationId?: string;
  tags?: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': Exampled } };
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

/** One request of an operation. */
interface Example {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
  /** The name of the body's schema. */
  readonly bodyType: string | undefined;
}

/** Writes `x-codeSamples` into each operation, in place. */
export function addSamples(contract: object): void {
  const { servers, paths, components } = contract as Sampled;
  const server = servers[0]?.url ?? '';
  for (const [template, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === undefined) continue;
      const example = exampleOf(components, { template, method, operation });
      operation['x-codeSamples'] = [
        { lang: 'Shell', label: 'curl', source: curlSample(server, example) },
        { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(example) },
        { lang: 'Python', label: 'Python', source: pythonSample(example) },
      ];
    }
  }
}

function exampleOf(
  components: Sampled['components'],
  at: { template: string; method: string; operation: SampledOperation },
): Example {
  const { template, method, operation } = at;
  const id = operation.operationId ?? '';
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? (components.parameters?.[lastOf(one.$ref)] as Parameter) : one,
  );
  // A write that can have a key should have one, so the samples do.
  const shown = parameters.filter(({ name, required }) => required === true || name === KEY);
  const valuesIn = (location: string) =>
    Object.fromEntries(
      shown.filter((one) => one.in === location).map((one) => [one.name, shownValue(id, one)]),
    );
  const content = operation.requestBody?.content['application/json'];
  return {
    id,
    method: method.toUpperCase(),
    template,
    path: valuesIn('path'),
    query: valuesIn('query'),
    // One key for all of them would be refused as used before, by whoever tries one after the other.
    idempotencyKey: shown.some(({ name }) => name === KEY) ? `${id}-7d4c0a5e` : undefined,
    body: content && shownValue(id, content),
    bodyType: content?.schema?.$ref && lastOf(content.schema.$ref),
  };
}

const KEY = 'Idempotency-Key';
const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function shownValue(id: string, { example, examples, schema }: Exampled): unknown {
  const [first] = Object.values(examples ?? {});
  const value = example ?? first?.value ?? schema?.example ?? schema?.examples?.[0];
  if (value === undefined) throw new Error(`${id} has no example of what it needs`);
  return value;
}

function curlSample(server: string, example: Example): string {
  const { method, template, path, query, idempotencyKey, body } = example;
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(path[name])),
  );
  const words = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const url = `${server}${filled}${words.length > 0 ? `?${words.join('&')}` : ''}`;
  const isPlain = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${words.length > 0 ? quoted(url) : url}`,
    '-H "Authorization: Bearer $PHARMACY_KEY"',
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`${KEY}: ${idempotencyKey}`)}`]),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function typescriptSample({ id, path, query, idempotencyKey, body }: Example): string {
  const call = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
  const words = [call, ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }])];
  const isBare = Object.keys(call).length === 0 && words.length === 1;
  const written = isBare ? '' : words.map((word) => literal(word, TYPESCRIPT)).join(', ');
  return `import { createClient } from 'pharmacy-platform-sdk';

const pharmacy = createClient({ apiKey: process.env.PHARMACY_KEY ?? '' });

const answer = await pharmacy.${id}(${written});
`;
}

function pythonSample(example: Example): string {
  const { id, path, query, idempotencyKey, body, bodyType } = example;
  const named = { ...query, ...(idempotencyKey !== undefined && { [snake(KEY)]: idempotencyKey }) };
  const words = [
    ...Object.values(path).map((value) => literal(value, PYTHON)),
    ...(body === undefined ? [] : ['body']),
    ...Object.entries(named).map(([name, value]) => `${argument(name)}=${literal(value, PYTHON)}`),
  ];
  const types = bodyType ? `\nfrom pharmacy_platform.types import ${bodyType}` : '';
  const typed = bodyType ? `body: ${bodyType}` : 'body';
  const given = body === undefined ? '' : `${typed} = ${literal(body, PYTHON)}\n`;
  return `import os

from pharmacy_platform import PharmacyPlatform${types}

pharmacy = PharmacyPlatform(os.environ["PHARMACY_KEY"])

${given}answer = pharmacy.${snake(id)}(${words.join(', ')})
`;
}

interface Language {
  readonly indent: string;
  name(name: string): string;
  scalar(value: unknown): string;
}

const TYPESCRIPT: Language = {
  indent: '  ',
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)),
  scalar: (value) => (typeof value === 'string' ? singleQuoted(value) : JSON.stringify(value)),
};

const PYTHON: Language = {
  indent: '    ',
  name: (name) => JSON.stringify(name),
  scalar: (value) => {
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return JSON.stringify(value);
  },
};

/** JSON's own escapes are those of both languages. */
function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'")}'`;
}

function literal(value: unknown, language: Language, indent = ''): string {
  if (typeof value !== 'object' || value === null) return language.scalar(value);
  const deeper = indent + language.indent;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, language, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${language.name(name)}: ${literal(item, language, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}
