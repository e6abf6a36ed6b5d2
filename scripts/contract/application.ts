/**
 * The application's contract: its own operations, and those that it shares with the public one. What a shared operation
 * says of keys and their limits is replaced by what is so of sessions.
 */
import { type Contract, named } from './documents.ts';

type Node = Record<string, unknown>;

export interface ApplicationContract {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Node>> & {
    securitySchemes: { session: { 'x-scopes': Record<string, string> } };
  };
  'x-public-operations': string[];
  'x-scopes-here': Record<string, string[]>;
  'x-chosen-environment': { operations: string[]; parameter: Node };
  'x-person': { without: string[]; parameter: Node; response: Refused };
  'x-responses': Record<string, Node>;
  'x-error-codes': string[];
}

interface Operation {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: Node[];
  responses?: Record<string, { content?: Node }>;
  'x-open'?: boolean;
  'x-chosen-environment'?: boolean;
  'x-codeSamples'?: unknown;
  'x-live-key-only'?: unknown;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Joins the bundled application contract with the operations that it shares, in place. */
export function composeApplication(
  own: ApplicationContract,
  published: Contract,
): ApplicationContract {
  const ids = new Set(own['x-public-operations']);
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of METHODS.filter((one) => one in item)) {
      const operation = item[method] as Operation;
      if (!ids.delete(operation.operationId ?? '')) continue;
      const here = path.replace(/^\/v1/, '');
      // The samples call the public API with a key. A person acts in the live environment.
      const {
        'x-codeSamples': _samples,
        'x-live-key-only': _live,
        ...shared
      } = structuredClone(operation);
      // Reports are for partners: the page reads its lists in pages.
      delete shared.responses?.['200']?.content?.['text/csv'];
      const session = own['x-scopes-here'][operation.operationId ?? ''];
      if (session) shared.security = [{ session }];
      own.paths[here] = { ...own.paths[here], [method]: shared };
    }
  }
  if (ids.size > 0) throw new Error(`x-public-operations: unknown ${[...ids].join(', ')}`);
  const shared = named(published.components, own.paths, []);
  for (const [kind, components] of Object.entries(shared)) {
    own.components[kind] = { ...structuredClone(components), ...own.components[kind] };
  }
  own.components.responses = { ...own.components.responses, ...own['x-responses'] };
  const scopes = own.components.securitySchemes.session['x-scopes'];
  for (const item of Object.values(own.paths)) {
    for (const method of METHODS.filter((one) => one in item)) {
      const operation = item[method] as Operation;
      if (operation.security) operation.security = bySession(operation.security, scopes);
    }
  }
  withEnvironment(own);
  const codes = own.components.schemas?.ErrorCode as { 'x-extensible-enum': string[] } | undefined;
  codes?.['x-extensible-enum'].push(...own['x-error-codes']);
  withoutLimits(own);
  const components = named(own.components, own.paths, ['securitySchemes']);
  return { ...own, components: components as ApplicationContract['components'] };
}

/** Leaves out the alternatives that no role of the application has. */
function bySession(
  security: readonly Record<string, string[]>[],
  known: Readonly<Record<string, string>>,
): Record<string, string[]>[] {
  return security
    .map(({ apiKey, session }) => ({ session: session ?? apiKey ?? [] }))
    .filter(({ session }) => session.every((scope) => scope in known));
}

/** Operations whose requests name the environment: the parameter is declared, and the server acts by it. */
function withEnvironment({ paths, 'x-chosen-environment': chosen }: ApplicationContract): void {
  const ids = new Set(chosen.operations);
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (!ids.delete(operation.operationId ?? '')) continue;
    operation['x-chosen-environment'] = true;
    operation.parameters = [...(operation.parameters ?? []), chosen.parameter];
  }
  if (ids.size > 0) throw new Error(`x-chosen-environment: unknown ${[...ids].join(', ')}`);
}

const ANOTHER = 'anotherPerson';

interface Refused {
  $ref?: string;
  content: { 'application/json': { schema: Node; examples: Node } };
}

/** Declares that requests of a session name the person. The page's types leave that out: its client does it for all. */
export function withPerson(application: ApplicationContract): ApplicationContract {
  const named = structuredClone(application);
  const { without, parameter, response } = named['x-person'];
  const ids = new Set(without);
  for (const operation of Object.values(named.paths).flatMap((item) => Object.values(item))) {
    if (operation['x-open'] || ids.delete(operation.operationId ?? '')) continue;
    operation.parameters = [...(operation.parameters ?? []), parameter];
    const found = operation.responses?.['409'] as Refused | undefined;
    operation.responses = { ...operation.responses, 409: found ?? response };
    if (found === undefined) continue;
    const shared = named.components.responses?.[found.$ref?.split('/').at(-1) ?? ''];
    const json = ((shared ?? found) as unknown as Refused).content['application/json'];
    const another = response.content['application/json'];
    if (ANOTHER in json.examples) continue;
    Object.assign(json.examples, another.examples);
    // Some tell more than the words.
    if (json.schema.$ref !== another.schema.$ref)
      json.schema = { anyOf: [json.schema, another.schema] };
  }
  if (ids.size > 0) throw new Error(`x-person: unknown ${[...ids].join(', ')}`);
  return named;
}

const LIMITS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'WWW-Authenticate',
];

/** The windows are those of keys. What is left of a key's headers is true of every answer. */
function withoutLimits(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { headers } = node as { headers?: Node };
  for (const name of LIMITS) delete headers?.[name];
  for (const child of Object.values(node)) withoutLimits(child);
}
