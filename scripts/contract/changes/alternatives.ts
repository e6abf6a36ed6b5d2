// A schema as the plain forms that a value may have: references followed, allOf put together, oneOf and anyOf
// taken apart, and null apart from all, since there are five ways to write that something may be null.
import { isDeepStrictEqual } from 'node:util';
import {
  type Contract,
  componentName,
  isNode,
  lookUp,
  type Node,
  nodeOf,
  nodesOf,
} from '../../../kit/contract.ts';

export interface Alternative {
  /** Of the component that it refers to, where it does. */
  readonly name: string | undefined;
  readonly schema: Node;
}

export interface Alternatives {
  readonly nullable: boolean;
  readonly forms: readonly Alternative[];
}

export function alternativesOf(contract: Contract, schema: Node): Alternatives {
  const all = flatten(contract, schema);
  return {
    nullable: all.some(({ schema: form }) => mayBeNull(form)),
    forms: all
      .filter(({ schema: form }) => form.type !== NULL)
      .map(({ name, schema: form }) => ({ name, schema: withoutNull(form) })),
  };
}

const NULL = 'null';

function flatten(contract: Contract, schema: Node): Alternative[] {
  const name = componentName(schema);
  const { $ref, allOf, oneOf, anyOf, ...own } = schema;
  // What stands next to a reference holds as well as what it names.
  const named = typeof $ref === 'string' ? flatten(contract, lookUp(contract, $ref)) : [{}];
  const whole = nodesOf(allOf).reduce<Alternative[]>(
    (forms, part) =>
      forms.flatMap((form) =>
        flatten(contract, part).map((other) => ({
          ...form,
          schema: both(form.schema, other.schema),
        })),
      ),
    named.map((form: Partial<Alternative>) => ({
      name: form.name ?? name,
      schema: both(form.schema ?? {}, own),
    })),
  );
  return [oneOf, anyOf].reduce<Alternative[]>((forms, choices) => {
    const branches = nodesOf(choices).flatMap((choice) => flatten(contract, choice));
    if (branches.length === 0) return forms;
    return forms.flatMap((form) =>
      branches.map((branch) => ({
        name: branch.name ?? form.name,
        schema: both(form.schema, branch.schema),
      })),
    );
  }, whole);
}

function mayBeNull({ type, enum: values, const: value }: Node): boolean {
  const isOfType =
    type === undefined || type === NULL || (Array.isArray(type) && type.includes(NULL));
  if (Array.isArray(values)) return isOfType && values.includes(null);
  return isOfType && (value === undefined || value === null);
}

function withoutNull(schema: Node): Node {
  const { type, enum: values } = schema;
  const rest = Array.isArray(type) ? type.filter((one) => one !== NULL) : undefined;
  return {
    ...schema,
    ...(rest && { type: rest.length === 1 ? rest[0] : rest }),
    ...(Array.isArray(values) && { enum: values.filter((one) => one !== null) }),
  };
}

export const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
export const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** What holds where both hold. */
function both(one: Node, other: Node): Node {
  const merged: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const own = merged[keyword];
    merged[keyword] =
      own === undefined || isDeepStrictEqual(own, value)
        ? value
        : bothKeywords(keyword, own, value);
  }
  return merged;
}

function bothKeywords(keyword: string, one: unknown, other: unknown): unknown {
  if (keyword === 'properties') return bothProperties(nodeOf(one), nodeOf(other));
  if (keyword === 'required') return [...new Set([one, other].flat())];
  if (keyword === 'type') return [one].flat().filter((type) => [other].flat().includes(type));
  if (LOWER.includes(keyword)) return Math.max(Number(one), Number(other));
  if (UPPER.includes(keyword)) return Math.min(Number(one), Number(other));
  if (keyword === 'description' || keyword === 'title') return other;
  // Compared as it is; a change of it is for people to judge.
  return { allOf: [one, other] };
}

function bothProperties(ones: Node, others: Node): Node {
  const merged: Record<string, unknown> = { ...ones };
  for (const [name, schema] of Object.entries(others)) {
    const own = merged[name];
    merged[name] = isNode(own) && isNode(schema) ? { allOf: [own, schema] } : schema;
  }
  return merged;
}
