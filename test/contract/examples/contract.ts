// The examples of the contract, each under a name of its own, so that one that nobody gives is missed.
import operations from '../../../generated/openapi.json' with { type: 'json' };
import events from '../../../generated/webhooks.json' with { type: 'json' };

interface Example {
  readonly summary?: string;
  // biome-ignore lint/suspicious/noExplicitAny: chapters take parts of it
  readonly value: any;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example: unknown;
}

export interface Response {
  readonly headers: Readonly<Record<string, { required: boolean; example?: unknown }>>;
  readonly examples: Readonly<Record<string, Example>>;
  /** Of one that several operations share. */
  readonly shared?: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: Readonly<Record<string, Example>>;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Event {
  readonly parameters: readonly Parameter[];
  readonly bodies: Readonly<Record<string, Example>>;
}

type Node = Record<string, unknown>;

function follow(document: object, node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as Node;
  let target: unknown = document;
  for (const name of $ref.slice(2).split('/')) {
    target = (target as Node)[name.replaceAll('~1', '/')];
  }
  return follow(document, target);
}

const examplesIn = (body: unknown): Record<string, Example> =>
  (body as { content?: Record<string, { examples?: Record<string, Example> }> } | undefined)
    ?.content?.['application/json']?.examples ?? {};

export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries(operations.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Node>).map(([method, raw]) => {
      const responses = Object.entries(raw.responses as Node).map(([status, response]) => {
        const { $ref } = response as { $ref?: string };
        const whole = follow(operations, response);
        const read = {
          headers: (whole.headers ?? {}) as Response['headers'],
          examples: examplesIn(whole),
          ...($ref !== undefined && { shared: $ref.slice($ref.lastIndexOf('/') + 1) }),
        };
        return [status, read] as const;
      });
      const id = raw.operationId as string;
      const operation: Operation = {
        id,
        method: method.toUpperCase(),
        path,
        parameters: ((raw.parameters ?? []) as unknown[]).map(
          (one) => follow(operations, one) as unknown as Parameter,
        ),
        bodies: examplesIn(raw.requestBody),
        responses: Object.fromEntries(responses),
      };
      return [id, operation] as const;
    }),
  ),
);

export const EVENTS: ReadonlyMap<string, Event> = new Map(
  Object.entries(events.webhooks).map(([type, { post }]) => [
    type,
    {
      parameters: post.parameters.map((one) => follow(events, one) as unknown as Parameter),
      bodies: examplesIn(post.requestBody),
    },
  ]),
);

export const nameOf = {
  request: (id: string, name: string) => `${id} sends ${name}`,
  parameter: (id: string, name: string) => `${id} is asked with ${name}`,
  answer: (id: string, status: string, name: string, { shared, examples }: Response) => {
    const isOfOne = status >= '500' || examples[name]?.summary?.startsWith('At ');
    return `${isOfOne ? (shared ?? id) : id} answers ${status} ${name}`;
  },
  header: (name: string) => `an answer has the header ${name}`,
  event: (type: string, name: string) => `${type} comes as ${name}`,
  eventHeader: (name: string) => `an event comes with the header ${name}`,
};

/**
 * Of an answer that operations share, each of them must give what the example shows; but for a failure of the
 * service, which is the same wherever it is met, and for an example whose summary says where it is: `At …`.
 */
function namesOfAnswers({ id, responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.keys(response.examples).map((name) => nameOf.answer(id, status, name, response)),
  );
}

interface Schema {
  properties?: Record<string, { examples?: readonly unknown[] }>;
}

/** Of single properties, with the place where each stands. */
export function propertyExamples(): { location: string; name: string; example: unknown }[] {
  const schemas = operations.components.schemas as Record<string, object>;
  return Object.entries(schemas).flatMap(([schema, { properties = {} }]: [string, Schema]) =>
    Object.entries(properties).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => ({ location: `${schema}.${name}`, name, example })),
    ),
  );
}

/** The name of every example. */
export function allExamples(): Set<string> {
  const names = [...OPERATIONS.values()].flatMap((operation) => [
    ...Object.keys(operation.bodies).map((name) => nameOf.request(operation.id, name)),
    ...operation.parameters.map(({ name }) => nameOf.parameter(operation.id, name)),
    ...namesOfAnswers(operation),
    ...Object.values(operation.responses).flatMap(({ headers }) =>
      Object.keys(headers).map(nameOf.header),
    ),
  ]);
  const normalized = [...EVENTS].flatMap(([type, { bodies, parameters }]) => [
    ...Object.keys(bodies).map((name) => nameOf.event(type, name)),
    ...parameters.map(({ name }) => nameOf.eventHeader(name)),
  ]);
  return new Set([...names, ...normalized]);
}
