// A chapter is a list of steps; they are taken one after another, and each compares what came with the example that it
// names.
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Answered } from '../../support/client.ts';
import { until } from '../../support/concurrency.ts';
import { freshKey } from '../../support/pharmacy.ts';
import type { Received } from '../../support/receiver.ts';
import {
  allExamples,
  EVENTS,
  nameOf,
  OPERATIONS,
  type Operation,
  type Response,
} from './contract.ts';
import { type Caller, World } from './world.ts';

/** Of each answer another. */
const OWN = ['request_id', 'X-Request-Id'];
/** Of each delivery another. */
const OWN_HEADERS = [
  'X-Webhook-Delivery',
  'webhook-id',
  'X-Webhook-Signature',
  'X-Webhook-Signature-Next',
];

export interface Ask {
  readonly id: string;
  /** The request example that is sent. */
  readonly sends?: string;
  /** Optional parameters that are sent as their examples show them. */
  readonly asks?: readonly string[];
  /** What is sent otherwise than the examples show: members of the body, which undefined takes away, or all of it. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly key?: string;
  readonly contentType?: string;
  readonly encoding?: string;
  readonly by?: Caller;
  /** The status, and the name of its example where it has one. */
  readonly gives: string;
}

export type Act = (story: Story) => Promise<unknown>;
export interface Step {
  readonly name: string;
  readonly take: Act;
}
export type Chapter = readonly Step[];

/** A call, and the answer that the contract shows. */
export function ask(call: Ask): Step {
  const { id, sends, gives } = call;
  const name = `${id}${sends === undefined ? '' : ` sends ${sends} and`} gives ${gives}`;
  return { name, take: (story) => story.ask(call) };
}

/** What the operator, or time, does in between. */
export function act(name: string, take: Act): Step {
  return { name, take };
}

/** An event that comes to the receiver, and what it comes of. */
export function hear(
  type: string,
  cause: Step,
  where: Readonly<Record<string, unknown>> = {},
): Step {
  return {
    name: `${cause.name}, and ${type} comes`,
    take: (story) => story.hear(type, cause, where),
  };
}

export class Story extends World {
  readonly #missed = allExamples();

  async ask(call: Ask): Promise<Answered> {
    const answered = await this.send(call);
    this.compare(call, answered);
    return answered;
  }

  /** An answer with the example that the call gives. */
  compare(call: Ask, answered: Answered): void {
    const [status = '', name] = call.gives.split(' ');
    expect([answered.status, answered.text]).toEqual([Number(status), answered.text]);
    const operation = operationOf(call.id);
    const response = operation.responses[status] as Response;
    const example = name === undefined ? undefined : response.examples[name];
    if (name !== undefined && example === undefined) {
      throw new Error(`${call.id} has no example ${call.gives}`);
    }
    this.#compareHeaders(response, answered);
    if (example !== undefined && name !== undefined) {
      expectEqual(this.normalizer.normalize(example.value, answered.body, OWN), example.value);
      this.met(nameOf.answer(call.id, status, name, response));
    }
    this.#noteSent(call, answered);
  }

  async hear(type: string, cause: Step, where: Readonly<Record<string, unknown>>): Promise<void> {
    const heard = this.receiver.received.length;
    await cause.take(this);
    const fits = ({ body }: Received) =>
      body?.type === type &&
      Object.entries(where).every(([name, value]) => body.data[name] === value);
    const find = () => this.receiver.received.slice(heard).find(fits);
    await until(`${type} comes`, () => find() !== undefined);
    this.#compareEvent(type, find() as Received);
  }

  #compareEvent(type: string, { body, headers, text }: Received): void {
    const event = EVENTS.get(type);
    for (const [name, { value }] of Object.entries(event?.bodies ?? {})) {
      expectEqual(this.normalizer.normalize(value, body, ['id']), value);
      this.met(nameOf.event(type, name));
    }
    const there = (event?.parameters ?? []).filter(({ name }) => name.toLowerCase() in headers);
    const got = there.map(({ name }) => [name, headers[name.toLowerCase()]]);
    const shown = Object.fromEntries(there.map(({ name, example }) => [name, String(example)]));
    const normalized = this.normalizer.normalize(
      shown,
      Object.fromEntries(got),
      OWN_HEADERS,
    ) as Record<string, string>;
    // What follows from other headers, or from the bytes and the secret, does so in the example's way.
    normalized['webhook-timestamp'] = follows(
      headers['webhook-timestamp'] === secondsOf(headers['x-webhook-timestamp']),
      secondsOf(shown['X-Webhook-Timestamp']),
    );
    normalized['webhook-signature'] = follows(
      isSigned(headers, text, this.secret),
      shown['webhook-signature'],
    );
    expectEqual(normalized, shown);
    for (const { name } of there) this.met(nameOf.eventHeader(name));
  }

  met(example: string): void {
    this.#missed.delete(example);
  }

  /** The examples that nothing has given. */
  get missed(): string[] {
    return [...this.#missed].sort();
  }

  /** Sends what an example shows. */
  send(call: Ask): Promise<Answered> {
    const { sends, asks = [], by = callerOf(call.id) } = call;
    const { method, path, parameters, bodies } = operationOf(call.id);
    let address = path;
    const query: Record<string, string | number> = {};
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const { name, required = false } = parameter;
      const value = this.normalizer.real(parameter.example) as string;
      if (parameter.in === 'path') {
        address = address.replace(`{${name}}`, encodeURIComponent(call.path?.[name] ?? value));
      } else if (parameter.in === 'query' && (required || asks.includes(name))) {
        query[name] = value;
      } else if (parameter.in === 'header') {
        const key = asks.includes(name) ? value : call.key;
        if (key !== undefined || required) headers[name] = key ?? freshKey();
      }
    }
    const example = sends === undefined ? undefined : bodies[sends];
    if (sends !== undefined && example === undefined) {
      throw new Error(`${call.id} has no request example ${sends}`);
    }
    const body = { ...(this.normalizer.real(example?.value) as object), ...call.body };
    const hasBody = sends !== undefined || call.body !== undefined;
    if (call.encoding !== undefined) headers['content-encoding'] = call.encoding;
    if (call.contentType !== undefined) headers['content-type'] = call.contentType;
    return this.client(by).request(method, address, {
      headers,
      query: { ...query, ...call.query },
      ...(hasBody && { body }),
    });
  }

  #compareHeaders({ headers }: Response, answered: Answered): void {
    for (const [name, { example }] of Object.entries(headers)) {
      const value = answered.headers.get(name);
      if (value === null) continue;
      // Whether what is counted is right, tests of its own say; here it is a number.
      const isCounted = /^(X-RateLimit-|Retry-After)/.test(name);
      const isIdOfBody = name === 'X-Request-Id';
      if (isCounted)
        expect([name, typeof example, value]).toEqual([
          name,
          'number',
          expect.stringMatching(/^\d+$/),
        ]);
      else if (isIdOfBody) {
        const { request_id = value } = (answered.body.error ?? {}) as { request_id?: string };
        expect([name, typeof example, value]).toEqual([name, 'string', request_id]);
      } else expect([name, value]).toEqual([name, example]);
      this.met(nameOf.header(name));
    }
  }

  #noteSent({ id, sends, asks = [], body, path, query }: Ask, { status }: Answered): void {
    if (status >= 300) return;
    if (sends !== undefined && body === undefined) this.met(nameOf.request(id, sends));
    const needed = operationOf(id).parameters.filter(
      (one) =>
        one.required === true &&
        one.in !== 'header' &&
        { ...path, ...query }[one.name] === undefined,
    );
    for (const name of [...asks, ...needed.map((one) => one.name)]) {
      this.met(nameOf.parameter(id, name));
    }
  }
}

export function operationOf(id: string): Operation {
  const operation = OPERATIONS.get(id);
  if (operation === undefined) throw new Error(`The contract has no ${id}`);
  return operation;
}

const OF_CLINIC = /^(list|get|create)(Patient|Intake|Order|Prescription)|^putBundle/;

/** Whose key a partner would use. */
const callerOf = (id: string): Caller => (OF_CLINIC.test(id) ? 'clinic' : 'pharmacy');

/** As they stand, the order of their keys too. */
function expectEqual(normalized: unknown, shown: unknown): void {
  if (JSON.stringify(normalized) === JSON.stringify(shown)) return;
  expect(JSON.stringify(normalized, null, 2)).toBe(JSON.stringify(shown, null, 2));
}

const secondsOf = (timestamp: unknown): string =>
  String(Math.floor(Date.parse(String(timestamp)) / 1000));

const follows = (does: boolean, shown: string | undefined): string =>
  does ? (shown ?? '') : 'wrong';

/** As both kinds of signatures have it; during an overlap with a second secret too. */
function isSigned(headers: Received['headers'], text: string, secret: string): boolean {
  const digest = (key: string | Buffer, content: string) =>
    createHmac('sha256', key).update(content).digest();
  const decoded = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const signatures = String(headers['webhook-signature']).split(' ');
  const secrets = 'x-webhook-signature-next' in headers ? 2 : 1;
  return (
    signatures.length === secrets &&
    signatures[0] === `v1,${digest(decoded, content).toString('base64')}` &&
    headers['x-webhook-signature'] === `sha256=${digest(secret, text).toString('hex')}`
  );
}
