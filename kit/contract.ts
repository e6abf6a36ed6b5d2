// A contract as the comparison reads it: operations and events as one document, references followed where needed.
import { isDeepStrictEqual } from 'node:util';

export type Node = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers?: readonly Node[];
  readonly security?: readonly Node[];
  readonly paths: Readonly<Record<string, Node>>;
  readonly webhooks?: Readonly<Record<string, Node>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

/**
 * One document of the published ones: operations first, then events where those are published apart.
 * @throws Error where two of them give one name to different components
 */
export function mergeDocuments(documents: readonly Contract[]): Contract {
  const [first] = documents;
  if (first === undefined) throw new Error('there is no document to read');
  const all = <Part>(part: (document: Contract) => Readonly<Record<string, Part>> | undefined) =>
    Object.fromEntries(documents.flatMap((document) => Object.entries(part(document) ?? {})));
  return {
    ...first,
    paths: all(({ paths }) => paths),
    webhooks: all(({ webhooks }) => webhooks),
    components: mergeComponents(documents),
  };
}

function mergeComponents(documents: readonly Contract[]): Contract['components'] {
  const merged: Record<string, Record<string, Node>> = {};
  for (const [kind, components] of documents.flatMap((one) => Object.entries(one.components))) {
    const kept = merged[kind] ?? {};
    merged[kind] = kept;
    for (const [name, component] of Object.entries(components)) {
      if (name in kept && !isDeepStrictEqual(kept[name], component)) {
        throw new Error(`${kind}/${name} is not the same in the published documents`);
      }
      kept[name] = component;
    }
  }
  return merged;
}

/** A document as JSON with a line for each path, event and component, so that a difference can be read. */
export function linesOf(contract: Contract): string {
  const { paths, webhooks, components } = contract;
  const split = new Set<unknown>([
    contract,
    paths,
    webhooks,
    components,
    ...Object.values(components),
  ]);
  const textOf = (value: unknown): string => {
    if (!isNode(value) || !split.has(value)) return JSON.stringify(value);
    const rows = Object.entries(value).map(
      ([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`,
    );
    return `{\n${rows.join(',\n')}\n}`;
  };
  return `${textOf(contract)}\n`;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {};
}

export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** What a node says once its reference is followed; what stands next to the reference holds too. */
export function resolve(contract: Contract, node: Node): Node {
  const { $ref, ...own } = node;
  return typeof $ref === 'string' ? { ...resolve(contract, lookUp(contract, $ref)), ...own } : node;
}

/** What a reference names, which may be a reference again. */
export function lookUp(contract: Contract, reference: string): Node {
  let target: unknown = contract;
  for (const segment of reference.slice(2).split('/')) {
    target = nodeOf(target)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (!isNode(target)) throw new Error(`${reference} names nothing`);
  return target;
}

/** The component that a node refers to, by its name. */
export function componentName(node: Node): string | undefined {
  return typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined;
}

// What the contract says each operation may answer: its statuses, and of refusals their codes.

/** The codes of the contract's catalogue. */
export function errorCodes({ components }: Contract): readonly string[] {
  const listed = components.schemas?.ErrorCode?.['x-extensible-enum'];
  return Array.isArray(listed) ? listed.map(String) : [];
}

/**
 * The codes that a refusal may have: those that its examples show and those that its description names.
 * @param codes of the catalogue, since a description names other things too
 * @param response its reference followed
 */
export function declaredCodes(codes: readonly string[], response: Node): readonly string[] {
  const shown = Object.values(nodeOf(response.content)).flatMap((content) =>
    Object.values(nodeOf(nodeOf(content).examples)).map((example) => codeOf(nodeOf(example).value)),
  );
  const text = String(response.description ?? '');
  const named = [...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  return codes.filter((code) => shown.includes(code) || named.includes(code));
}

/** The code of a refusal as it is on the wire; the one to a request over its limit has another shape. */
export function codeOf(body: unknown): string | undefined {
  const { error } = nodeOf(body);
  if (typeof error === 'string') return error;
  return isNode(error) && typeof error.code === 'string' ? error.code : undefined;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** One line for each answer, in the contract's order: `getOrder 200`, `getOrder 404 not_found`. */
export function declaredAnswers(contract: Contract): string[] {
  const codes = errorCodes(contract);
  const answers: string[] = [];
  for (const item of Object.values(contract.paths)) {
    for (const method of METHODS) {
      const { operationId, responses } = nodeOf(item[method]);
      for (const [status, response] of Object.entries(nodeOf(responses))) {
        const named = declaredCodes(codes, resolve(contract, nodeOf(response)));
        if (named.length === 0) answers.push(`${operationId} ${status}`);
        for (const code of named) answers.push(`${operationId} ${status} ${code}`);
      }
    }
  }
  return answers;
}
