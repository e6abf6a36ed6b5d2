/**
 * The operations once more as OpenAPI 3.0.4, for tools that know no later version. It leaves out what 3.0 cannot say,
 * and the alternatives that generators of 3.0 do not take, so it promises less: conditions between fields, which names
 * a map may have, and which of its bodies the result of a batch's item has.
 */
type Node = Record<string, unknown>;

const VERSION = '3.0.4';
/** Its own name meets that of a type that ogen brings. */
const RENAMED = { from: 'Uuid', to: 'RecordId' };
const LEFT_OUT = [
  'if',
  'then',
  'else',
  'anyOf',
  'not',
  'propertyNames',
  'examples',
  'const',
  'x-schema-by-type',
];

/** @param document the operations as they are published, in 3.1 */
export function asOpenapi30(document: object): object {
  const [from, to] = [RENAMED.from, RENAMED.to].map((name) => `"#/components/schemas/${name}"`);
  const text = JSON.stringify(document).replaceAll(from as string, to as string);
  const { info, paths, components, ...rest } = JSON.parse(text) as Record<string, Node>;
  const { license, ...described } = info as { license: Node };
  const { schemas, ...others } = components as Record<string, Node>;
  return {
    ...rest,
    openapi: VERSION,
    info: { ...described, license: { name: license.name } },
    paths: contentOf(paths),
    components: {
      ...(contentOf(others) as Node),
      schemas: Object.fromEntries(
        Object.entries(schemas as Node).map(([name, one]) => [
          name === RENAMED.from ? RENAMED.to : name,
          schemaOf(one),
        ]),
      ),
    },
  };
}

/** Converts the schemas within what is no schema itself. */
function contentOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(contentOf);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'schema') return [name, schemaOf(value)];
      // Only OAuth has scopes in 3.0: the summary of each scheme lists them.
      if (name === 'security') return [name, (value as Node[]).map(withoutScopes)];
      const isData = name === 'example' || name === 'examples' || name.startsWith('x-');
      return [name, isData ? value : contentOf(value)];
    }),
  );
}

function withoutScopes(requirement: Node): Node {
  return Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));
}

function schemaOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, type, ...given } = schema as Node;
  // In 3.0 whatever is next to a reference is passed over.
  if ($ref !== undefined) {
    return Object.keys(given).length === 0 ? { $ref } : { allOf: [{ $ref }], ...given };
  }
  const { const: only, examples, properties, allOf, ...kept } = given;
  const converted: Node = { ...kept, ...typeOf(type) };
  for (const name of LEFT_OUT) delete converted[name];
  if (only !== undefined) converted.enum = [only];
  if (Array.isArray(examples)) converted.example = examples[0];
  if (allOf !== undefined) converted.allOf = (allOf as unknown[]).map(schemaOf);
  for (const name of ['items', 'additionalProperties']) {
    if (name in kept) converted[name] = schemaOf(kept[name]);
  }
  if (properties !== undefined) {
    converted.properties = Object.fromEntries(
      Object.entries(properties as Node).map(([name, one]) => [name, schemaOf(one)]),
    );
  }
  return converted;
}

function typeOf(type: unknown): Node {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const [only, another] = type;
  if (type.length !== 2 || another !== 'null') throw new Error(`3.0 has no type ${type}`);
  return { type: only, nullable: true };
}
