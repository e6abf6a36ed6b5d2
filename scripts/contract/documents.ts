/**
 * What is published of the contract: its operations and its events, each a document of its own, since some
 * generators cannot read webhooks beside operations. What readers and their tools do not see, extensions and
 * limits, is written into the descriptions here.
 */
import { addSamples } from './samples.ts';

type Schemas = Record<string, Record<string, unknown>>;

/** The bundled contract, as far as it is looked at here. */
export interface Contract {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Bodied>>;
  webhooks: Record<string, { post: Delivery }>;
  components: Record<string, Schemas> & {
    securitySchemes: { apiKey: { description: string; 'x-scopes': Record<string, string> } };
    schemas: Schemas & {
      ErrorCode: OpenList;
      Event: { properties: Record<'type' | 'data', Record<string, unknown>> };
      EventType: { enum: string[] };
      ScanResult: { properties: { code_type: OpenList } };
      WebhookDelivery: { properties: Record<'type', Record<string, unknown>> };
      WebhookEndpoint: { properties: Record<'events', { items: Record<string, unknown> }> };
      WebhookEndpointWithSecret: Contract['components']['schemas']['WebhookEndpoint'];
    };
  };
}

/** A text that has one of these values today. */
interface OpenList {
  description: string;
  'x-extensible-enum': string[];
}

interface Bodied {
  operationId?: string;
  'x-batch-of'?: { operationId: string };
  'x-open'?: boolean;
  'x-body-bytes-max'?: number;
  requestBody?: { description: string };
}

interface Delivery {
  requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
}

/** Says in words, in place, what only the extensions list. */
export function describe(contract: Contract): void {
  const { apiKey } = contract.components.securitySchemes;
  apiKey.description += `\n${scopesOf(contract)}`;
  const { ErrorCode, ScanResult } = contract.components.schemas;
  for (const list of [ErrorCode, ScanResult.properties.code_type]) {
    list.description += ` Today: ${list['x-extensible-enum'].map((name) => `\`${name}\``).join(', ')}.`;
  }
  describeBodies(contract);
  describeEvents(contract);
  describeEventTypes(contract);
  addSamples(contract);
}

/** A table in Markdown: what each scope grants. */
export function scopesOf({ components }: Contract): string {
  const scopes = Object.entries(components.securitySchemes.apiKey['x-scopes']);
  const rows = scopes.map(([scope, grants]) => `| \`${scope}\` | ${grants} |\n`);
  return `| Scope | Grants |\n|---|---|\n${rows.join('')}`;
}

function describeBodies({ paths }: Contract): void {
  for (const item of Object.values(paths)) {
    for (const { requestBody, 'x-body-bytes-max': bytes } of Object.values(item)) {
      if (requestBody === undefined || bytes === undefined) continue;
      requestBody.description += ` At most ${bytes / 1000} kB.`;
    }
  }
}

/**
 * In the feed events of all kinds stand side by side. A union of what we know today would make typed clients
 * refuse a kind that is added, so the schema stays open, and says which of the others is whose.
 */
function describeEvents({ webhooks, components: { schemas } }: Contract): void {
  const dataOf: Record<string, { $ref: string }> = {};
  for (const [type, { post }] of Object.entries(webhooks)) {
    const event = lookUp(schemas, post.requestBody.content['application/json'].schema.$ref);
    const { type: kind, data } = event.properties as {
      type: { const: string };
      data: { $ref: string };
    };
    if (kind.const !== type) throw new Error(`the webhook ${type} sends events of another type`);
    // A test is sent alone, and is in no feed.
    if (type !== 'webhook.test') dataOf[type] = data;
  }
  const { type, data } = schemas.Event.properties;
  type['x-extensible-enum'] = Object.keys(dataOf);
  data['x-schema-by-type'] = dataOf;
  const rows = Object.entries(dataOf).map(
    ([kind, { $ref }]) => `| \`${kind}\` | \`${nameOf($ref)}\` |`,
  );
  data.description += `\n\n| type | data |\n|---|---|\n${rows.join('\n')}\n`;
}

/**
 * Lists the kinds of events in answers. They are open lists there, for a kind may be added, so they cannot refer to
 * `EventType`, which is the closed list of what a request may ask for.
 */
function describeEventTypes({ webhooks, components: { schemas } }: Contract): void {
  const { properties: delivery } = schemas.WebhookDelivery;
  const { type, ...rest } = delivery.type;
  delivery.type = { type, 'x-extensible-enum': Object.keys(webhooks), ...rest };
  for (const { properties } of [schemas.WebhookEndpoint, schemas.WebhookEndpointWithSecret]) {
    properties.events.items['x-extensible-enum'] = schemas.EventType.enum;
  }
}

/** Of one contract two documents, each with the components that it names and no other. */
export function part(contract: Contract): { operations: object; events: object } {
  const { webhooks, tags, ...operations } = contract;
  const { openapi, info, components } = contract;
  const isOfEvents = ({ name }: { name: string }) => name === EVENTS;
  return {
    operations: {
      ...operations,
      tags: tags.filter((tag) => !isOfEvents(tag)),
      components: named(components, operations.paths, ['securitySchemes']),
    },
    events: {
      openapi,
      info: {
        ...info,
        title: `${info.title}: events`,
        description: tags.find(({ name }) => name === 'Webhooks')?.description,
      },
      tags: tags.filter(isOfEvents),
      paths: {},
      webhooks,
      components: named(components, webhooks, []),
    },
  };
}

const EVENTS = 'Events';

/** The components that are named from there, through each other too. */
export function named(
  components: Record<string, Schemas>,
  from: unknown,
  whole: readonly string[],
): Record<string, Schemas> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node === 'string' && node.startsWith(COMPONENTS) && !names.has(node)) {
      names.add(node);
      const [kind = '', name = ''] = node.slice(COMPONENTS.length).split('/');
      visit(components[kind]?.[name]);
    } else if (typeof node === 'object' && node !== null) Object.values(node).forEach(visit);
  };
  visit(from);
  const kept: Record<string, Schemas> = {};
  for (const [kind, all] of Object.entries(components)) {
    const some = Object.entries(all).filter(
      ([name]) => whole.includes(kind) || names.has(`${COMPONENTS}${kind}/${name}`),
    );
    if (some.length > 0) kept[kind] = Object.fromEntries(some);
  }
  return kept;
}

const COMPONENTS = '#/components/';

function lookUp(schemas: Schemas, reference: string): Record<string, unknown> {
  const schema = schemas[nameOf(reference)];
  if (schema === undefined) throw new Error(`${reference} is not in the bundled document`);
  return schema;
}

function nameOf(reference: string): string {
  return reference.slice(`${COMPONENTS}schemas/`.length);
}
