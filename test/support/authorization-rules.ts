/**
 * What the contract says of who may do what, read from the document alone and not as the server reads it: the
 * scopes in `security`, `x-live-key-only` and `x-active-clinic-only`, and `x-refers-to` where a request names
 * a thing that an organization owns. A missing rule throws an error that says what to add: an operation of
 * which the matrix knows nothing would be one that nobody tries.
 */
import { type ContractDocument, dereference } from '../../src/http/operations.ts';

/** `x-refers-to`, where a request names a thing. */
interface RefersTo {
  readonly thing: string;
  /** `404 not_found`, or `nothing` where an answer without it is a success. */
  readonly unknown?: string;
  /** Another parameter that it does not come without. */
  readonly with?: string;
  /** What members next to it must be for it to name a thing that is there. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Where a request names a thing. */
export interface Slot {
  readonly in: 'path' | 'query' | 'body';
  /** The parameter's name, or the way to the member of the body; `*` is any item of a list. */
  readonly way: readonly string[];
  readonly required: boolean;
  readonly thing: string;
  /** Whether the environments have their own of these things. */
  readonly isSeparate: boolean;
  readonly unknown: Refusal | 'nothing';
  readonly with: string | undefined;
  readonly when: Readonly<Record<string, readonly string[]>>;
}

export interface Ruled {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  /** Any one of these sets will do. */
  readonly scopes: readonly (readonly string[])[];
  readonly liveKeyOnly: boolean;
  readonly activeClinicOnly: boolean;
  readonly quota: 'read' | 'write';
  readonly successes: readonly number[];
  /** The member of the body that holds the requests of another operation. */
  readonly batchOf: string | undefined;
  readonly slots: readonly Slot[];
  readonly hasIdempotencyKey: boolean;
  /** Examples of parameters, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly neededInQuery: readonly string[];
  /** One `undefined` where it has no body. */
  readonly bodies: readonly unknown[];
}

interface Caller {
  readonly environment: 'live' | 'test';
  readonly scopes: readonly string[];
  readonly kind: string;
  readonly status: string;
}

/** What keeps a caller from an operation, whatever is asked of it; or nothing. */
export function barrier(operation: Ruled, caller: Caller): Refusal | undefined {
  const may = operation.scopes.some((set) => set.every((scope) => caller.scopes.includes(scope)));
  if (!may) return { status: 403, code: 'insufficient_scope' };
  if (operation.liveKeyOnly && caller.environment !== 'live') {
    return { status: 403, code: 'insufficient_scope' };
  }
  if (operation.activeClinicOnly && (caller.kind !== 'clinic' || caller.status !== 'active')) {
    return { status: 403, code: 'not_vita_clinic' };
  }
  return undefined;
}

type Node = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export function scopesOf(document: ContractDocument): string[] {
  const [scheme] = Object.values(document.components?.securitySchemes ?? {});
  return Object.keys(scheme?.['x-scopes'] ?? {});
}

/** @throws Error that names every place where the contract does not say what the matrix needs */
export function ruledOperations(document: ContractDocument): Ruled[] {
  const missing: string[] = [];
  const ruled = Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => method in item).map((method) =>
      new Reader(document, missing).read(template, method),
    ),
  );
  if (missing.length > 0) {
    throw new Error(`The contract does not say who may do what:\n${missing.join('\n')}`);
  }
  return ruled;
}

class Reader {
  readonly #document: ContractDocument;
  readonly #missing: string[];
  #id = '';
  #statuses: string[] = [];

  constructor(document: ContractDocument, missing: string[]) {
    this.#document = document;
    this.#missing = missing;
  }

  read(template: string, method: string): Ruled {
    const item = dereference(this.#document, this.#document.paths[template]) as Node;
    const raw = item[method] as Node;
    this.#id = String(raw.operationId ?? `${method} ${template}`);
    this.#statuses = Object.keys((raw.responses ?? {}) as Node);
    const security = (raw.security ?? []) as Record<string, string[]>[];
    const scopes = security.map((one) => Object.values(one).flat());
    if (scopes.length === 0 || scopes.some((set) => set.length === 0)) {
      this.#miss('has no scope: name one in `security`');
    }
    const parameters = [
      ...((item.parameters ?? []) as Node[]),
      ...((raw.parameters ?? []) as Node[]),
    ];
    const content = (raw.requestBody as { content: Record<string, Node> } | undefined)?.content;
    const body = content?.['application/json'];
    const bodies = Object.values((body?.examples ?? {}) as Record<string, { value: unknown }>).map(
      ({ value }) => value,
    );
    if (body !== undefined && bodies.length === 0) this.#miss('has no example of its body');
    return {
      id: this.#id,
      method: method.toUpperCase(),
      template,
      scopes,
      liveKeyOnly: raw['x-live-key-only'] === true,
      activeClinicOnly: raw['x-active-clinic-only'] === true,
      quota: (raw['x-quota'] as 'read' | undefined) ?? (method === 'get' ? 'read' : 'write'),
      successes: this.#statuses.map(Number).filter((status) => status < 300),
      batchOf: (raw['x-batch-of'] as { items: string } | undefined)?.items,
      slots: [
        ...parameters.flatMap((one) => this.#slotOfParameter(one)),
        ...(body ? this.#slotsOfSchema(body.schema as Node, [], isRequired) : []),
      ],
      hasIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
      parameters: Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
      neededInQuery: parameters
        .filter((one) => one.in === 'query' && one.required === true)
        .map(({ name }) => String(name)),
      bodies: body === undefined ? [undefined] : bodies,
    };
  }

  #miss(what: string): void {
    this.#missing.push(`  ${this.#id} ${what}`);
  }

  #slotOfParameter(parameter: Node): Slot[] {
    const { name, in: location, schema } = parameter as { name: string; in: string; schema: Node };
    if (location === 'header') return [];
    const refersTo = parameter['x-refers-to'] as RefersTo | undefined;
    const where = `parameter ${name}`;
    if (refersTo === undefined && (location === 'path' || schema.format === 'uuid')) {
      this.#missAnswer(where);
    }
    const at = {
      in: location as 'path' | 'query',
      way: [name],
      required: parameter.required === true,
    };
    return this.#slot(refersTo, where, at);
  }

  #slotsOfSchema(schema: Node, way: readonly string[], required: boolean): Slot[] {
    const refersTo = schema['x-refers-to'] as RefersTo | undefined;
    const where = `body.${way.join('.')}`;
    if (refersTo !== undefined) return this.#slot(refersTo, where, { in: 'body', way, required });
    if (schema.format === 'uuid') this.#missAnswer(where);
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => (schema[word] ?? []) as Node[]);
    const names = (schema.required ?? []) as string[];
    return [
      ...parts.flatMap((part) => this.#slotsOfSchema(part, way, required)),
      ...Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(
        ([name, member]) => this.#slotsOfSchema(member, [...way, name], names.includes(name)),
      ),
      ...(isNode(schema.items) ? this.#slotsOfSchema(schema.items, [...way, '*'], false) : []),
    ];
  }

  #missAnswer(where: string): void {
    this.#miss(
      `does not say what ${where} names: give it \`x-refers-to: { thing, unknown }\`, with a thing of ` +
        '`x-things` and what is answered for one that is not the caller’s, or `{ thing: none }`',
    );
  }

  #slot(
    refersTo: RefersTo | undefined,
    where: string,
    at: Pick<Slot, 'in' | 'way' | 'required'>,
  ): Slot[] {
    if (refersTo === undefined || refersTo.thing === 'none') return [];
    const { thing, unknown } = refersTo;
    const things = this.#document['x-things'] as Record<string, string>;
    const kept = things[thing];
    if (kept !== 'shared' && kept !== 'separate') {
      this.#miss(`names a ${thing} at ${where}, which \`x-things\` does not list`);
    }
    const refusal = /^(\d{3}) ([a-z_]+)$/.exec(unknown ?? '');
    if (refusal === null && unknown !== 'nothing') {
      this.#miss(`does not say what an unknown ${where} is answered with`);
    }
    if (refusal !== null && !this.#statuses.includes(refusal[1] as string) && !this.#isBatch()) {
      this.#miss(`says that an unknown ${where} is ${unknown}, and does not declare that status`);
    }
    return [
      {
        ...at,
        thing,
        isSeparate: kept === 'separate',
        unknown: refusal ? { status: Number(refusal[1]), code: refusal[2] as string } : 'nothing',
        with: refersTo.with,
        when: refersTo.when ?? {},
      },
    ];
  }

  /** Whose items are answered inside of its own answer. */
  #isBatch(): boolean {
    const operations = Object.values(this.#document.paths).flatMap((item) => Object.values(item));
    const raw = operations.find((one) => isNode(one) && one.operationId === this.#id);
    return isNode(raw) && 'x-batch-of' in raw;
  }
}

const isRequired = true;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
