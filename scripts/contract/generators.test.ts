// What generators of clients stumble over, each of it met once. `npm run clients` tries the generators
// themselves, where their toolchains are.
import { describe, expect, it } from 'vitest';
import operations from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };

type Node = Record<string, unknown>;

const documents: [name: string, document: Node][] = [
  ['openapi.json', operations],
  ['webhooks.json', events],
];

interface Located {
  readonly path: string;
  readonly node: Node;
}

/** Every object of a document that is no example and in no extension, with where it stands. */
function* nodesOf(node: unknown, path = ''): Generator<Located> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { path, node: node as Node };
  for (const [name, child] of Object.entries(node)) {
    const isData =
      name.startsWith('x-') || ['example', 'examples', 'default', 'enum', 'const'].includes(name);
    if (!isData || path.endsWith('/properties')) yield* nodesOf(child, `${path}/${name}`);
  }
}

function pathsWhere(document: Node, holds: (node: Node, path: string) => boolean): string[] {
  return [...nodesOf(document)]
    .filter(({ node, path }) => holds(node, path))
    .map(({ path }) => path);
}

const typesOf = ({ type }: Node): unknown[] => (Array.isArray(type) ? type : [type]);
const componentsOf = (document: Node) => document.components as Record<string, Node>;
/** Below these stands what goes with what, which generators pass over. */
const isCondition = (path: string) => /\/(if|then|else)(\/|$)/.test(path);
const isProperty = (path: string) => /\/properties\/[^/]+$/.test(path);

function* deliveriesOf(): Generator<[type: string, delivery: Node]> {
  for (const [type, { post }] of Object.entries(events.webhooks)) yield [type, post];
}

function* operationsOf(): Generator<Node> {
  for (const item of Object.values(operations.paths)) {
    for (const operation of Object.values(item)) yield operation as Node;
  }
}

describe.each(documents)('%s', (_name, document) => {
  it('gives no name to two components, of whatever kinds', () => {
    const names = Object.values(componentsOf(document)).flatMap(Object.keys);
    const spellings = names.map((name) => name.toLowerCase());
    expect(names.filter((_, at) => spellings.indexOf(spellings[at] ?? '') !== at)).toEqual([]);
  });

  it('says of each integer how wide it is', () => {
    const formats = ['int32', 'int64'];
    const isOpen = (node: Node) =>
      typesOf(node).includes('integer') && !formats.includes(String(node.format));
    expect(pathsWhere(document, isOpen)).toEqual([]);
  });

  it('has a name for each schema of an object, or of alternatives', () => {
    const isComposed = (node: Node) =>
      ['anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in node) ||
      ('properties' in node && typesOf(node).includes('object'));
    const isNamed = (path: string) => /^\/components\/schemas\/[^/]+$/.test(path);
    expect(
      pathsWhere(
        document,
        (node, path) => isComposed(node) && !isNamed(path) && !isCondition(path),
      ),
    ).toEqual([]);
  });

  it('says of no value but an absent one that it may have one of several types', () => {
    const isMixed = (node: Node, path: string) =>
      typesOf(node).filter((type) => type !== 'null').length > 1 && !isCondition(path);
    expect(pathsWhere(document, isMixed)).toEqual([]);
  });

  it('describes each schema, and each property where it stands', () => {
    const isBare = (node: Node, path: string) =>
      (isProperty(path) || /^\/components\/schemas\/[^/]+$/.test(path)) &&
      !isCondition(path) &&
      typeof node.description !== 'string';
    expect(pathsWhere(document, isBare)).toEqual([]);
  });

  it('requires only fields that it describes', () => {
    const lacking = [...nodesOf(document)].flatMap(({ node, path }) => {
      const { required, properties } = node as { required?: unknown; properties?: Node };
      if (!Array.isArray(required) || isCondition(path)) return [];
      return required
        .filter((name) => !Object.hasOwn(properties ?? {}, name))
        .map((name) => `${path}/${name}`);
    });
    expect(lacking).toEqual([]);
  });

  it('names only what it holds', () => {
    const named = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    const components = componentsOf(document);
    const missing = named.filter(([, kind = '', name = '']) => !components[kind]?.[name]);
    expect(missing.map(([reference]) => reference)).toEqual([]);
    const used = new Set(named.map(([, kind, name]) => `${kind}/${name}`));
    const held = Object.entries(components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect(held.filter((name) => !used.has(name))).toEqual([]);
  });

  it('says where support is, in full', () => {
    const { contact } = document.info as { contact: { url: string } };
    expect(new URL(contact.url).protocol).toBe('https:');
  });
});

it('the first server is the one of production, and each is a full address', () => {
  const [first] = operations.servers;
  expect(first?.description).toBe('Production');
  for (const { url } of operations.servers) expect(url).toMatch(/^https:\/\/[a-z.]+\/api\/public$/);
});

it('operations and events are documents of their own, and share no tag', () => {
  expect(operations).not.toHaveProperty('webhooks');
  expect(events.paths).toEqual({});
  const tagsOf = (all: Iterable<Node>) => new Set([...all].flatMap(({ tags }) => tags as string[]));
  const ofOperations = tagsOf(operationsOf());
  const ofEvents = tagsOf([...deliveriesOf()].map(([, delivery]) => delivery));
  expect([...ofEvents].filter((tag) => ofOperations.has(tag))).toEqual([]);
  expect([...ofOperations].sort()).toEqual(operations.tags.map(({ name }) => name).sort());
  expect([...ofEvents]).toEqual(events.tags.map(({ name }) => name));
});

describe('schemas', () => {
  const schemas = componentsOf(operations).schemas as Record<string, Node>;

  /** The schemas that are met from there, by name. */
  function reached(from: unknown, names = new Set<string>()): Set<string> {
    for (const { node } of nodesOf(from)) {
      const { $ref: reference } = node;
      if (typeof reference !== 'string') continue;
      const [, , kind = '', name = ''] = reference.split('/');
      if (kind === 'schemas' && names.has(name)) continue;
      if (kind === 'schemas') names.add(name);
      reached(componentsOf(operations)[kind]?.[name], names);
    }
    return names;
  }
  const inAnswers = reached([...operationsOf()].map(({ responses }) => responses));
  const inRequests = reached([...operationsOf()].map(({ requestBody }) => requestBody));

  it('of answers are open, to fields and to values that may come', () => {
    const closed = [...inAnswers].flatMap((name) =>
      pathsWhere(
        schemas[name] as Node,
        (node) => node.additionalProperties === false || 'enum' in node,
      ).map((path) => name + path),
    );
    expect(inAnswers.size).toBeGreaterThan(50);
    expect(closed).toEqual([]);
  });

  it('of requests say in words what their patterns mean', () => {
    const forms = ['date', 'date-time', 'uuid'];
    const isSilent = (node: Node) =>
      'pattern' in node && !('x-pattern-means' in node) && !forms.includes(String(node.format));
    const wordless = [...inRequests].flatMap((name) =>
      pathsWhere(schemas[name] as Node, isSilent).map((path) => name + path),
    );
    expect(wordless).toEqual([]);
    expect(pathsWhere(componentsOf(operations).parameters as Node, isSilent)).toEqual([]);
  });

  it('of requests are closed', () => {
    const open = [...inRequests].filter(
      (name) =>
        'properties' in (schemas[name] ?? {}) && schemas[name]?.additionalProperties !== false,
    );
    expect(inRequests.size).toBeGreaterThan(10);
    expect(open).toEqual([]);
  });

  it('list for machines what their texts call open', () => {
    const promised = /[Nn]ew (ones|values|codes|kinds) (may|can) (be added|come)/;
    const unlisted = (node: Node) =>
      promised.test(String(node.description)) &&
      !('x-extensible-enum' in node) &&
      !('$ref' in node);
    expect(pathsWhere(operations.components, unlisted)).toEqual([]);
    expect(pathsWhere(events.components, unlisted)).toEqual([]);
  });

  it('of events are found by the type of the event', () => {
    const { type, data } = operations.components.schemas.Event.properties;
    const kinds = Object.keys(events.webhooks).filter((kind) => kind !== 'webhook.test');
    expect(type['x-extensible-enum']).toEqual(kinds);
    expect(Object.keys(data['x-schema-by-type'])).toEqual(kinds);
    for (const [kind, { $ref: reference }] of Object.entries(data['x-schema-by-type'])) {
      const name = reference.slice('#/components/schemas/'.length);
      expect(schemas[name]?.description).toContain(`\`${kind}\``);
      expect(data.description).toContain(`| \`${kind}\` | \`${name}\` |`);
    }
  });
});

it.each([...deliveriesOf()])(
  '%s declares all headers, and any 2xx as success',
  (_type, delivery) => {
    const { parameters, responses } = delivery as {
      parameters: ({ $ref: string } | { name: string })[];
      responses: Node;
    };
    const declared = componentsOf(events).parameters as Record<string, { name: string }>;
    const names = parameters.map((one) =>
      '$ref' in one ? declared[one.$ref.split('/').at(-1) ?? '']?.name : one.name,
    );
    expect(names).toEqual([
      'X-Webhook-Signature',
      'X-Webhook-Signature-Next',
      'X-Webhook-Event',
      'X-Webhook-Delivery',
      'X-Webhook-Timestamp',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(Object.keys(responses)).toEqual(['2XX', 'default']);
  },
);
