// The released contract, and ways to change a copy of it as somebody might who does not think of its clients.
import { expect, it } from 'vitest';
import type { Contract } from '../../../kit/contract.ts';
import { line } from './change.ts';
import { compareContracts } from './compare.ts';
import { readReleased } from './released.ts';

/** Any part of a document, to be changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: a table of changes reaches into a document wherever it likes
export type Part = any;

export class Draft {
  readonly document: Part;

  constructor(document: Contract) {
    this.document = structuredClone(document);
  }

  schema(name: string): Part {
    return this.#found(this.document.components.schemas[name], name);
  }

  field(schema: string, name: string): Part {
    return this.#found(this.schema(schema).properties[name], `${schema}.${name}`);
  }

  /** @param address such as `GET /v1/orders` */
  operation(address: string): Part {
    const [method = '', path = ''] = address.split(' ');
    return this.#found(this.document.paths[path]?.[method.toLowerCase()], address);
  }

  /** The operation's own copy, so that no other changes with it. */
  parameter(address: string, name: string): Part {
    const { parameters } = this.operation(address);
    const index = parameters.findIndex((one: Part) => this.#follow(one).name === name);
    parameters[index] = structuredClone(this.#follow(this.#found(parameters[index], name)));
    return parameters[index];
  }

  response(address: string, status: string): Part {
    const { responses } = this.operation(address);
    responses[status] = structuredClone(this.#follow(this.#found(responses[status], status)));
    return responses[status];
  }

  event(operationId: string): Part {
    return this.document.webhooks[eventName(operationId)].post;
  }

  eventParameter(operationId: string, name: string): Part {
    const { parameters } = this.event(operationId);
    const index = parameters.findIndex((one: Part) => this.#follow(one).name === name);
    parameters[index] = structuredClone(this.#follow(this.#found(parameters[index], name)));
    return parameters[index];
  }

  #follow(part: Part): Part {
    if (part?.$ref === undefined) return part;
    return part.$ref
      .slice(2)
      .split('/')
      .reduce((node: Part, name: string) => node[name], this.document);
  }

  #found(part: Part, name: string): Part {
    if (part === undefined) throw new Error(`the released contract has no ${name}`);
    return part;
  }
}

const released = readReleased();

export function eventName(operationId: string): string {
  const entries = Object.entries(released.webhooks ?? {}) as [string, Part][];
  const found = entries.find(([, { post }]) => post.operationId === operationId);
  if (found === undefined) throw new Error(`there is no event ${operationId}`);
  return found[0];
}

export interface ChangeCase {
  readonly what: string;
  /** In both documents: what the change is made to. */
  readonly given?: (draft: Draft) => void;
  readonly change: (draft: Draft) => void;
  /** How each of the lines begins that the change is to print; the breaking ones say so. */
  readonly lines: readonly string[];
}

/** Each change alone, against the document without it. */
export function itJudges(table: readonly ChangeCase[]): void {
  it.each(table)('$what', ({ given = () => {}, change, lines }) => {
    const before = new Draft(released);
    given(before);
    const after = new Draft(before.document);
    change(after);
    const printed = compareContracts(before.document, after.document).map(line);
    expect(printed.map((text) => lines.find((start) => text.startsWith(start)) ?? text)).toEqual(
      expect.arrayContaining([...lines]),
    );
    expect(printed).toHaveLength(lines.length);
  });
}
