// Batches of any operation: what the shell takes apart, judges, and puts together.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError, errors } from '../../src/errors.ts';
import type { AnyBatchHandler } from '../../src/http/batch.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { client } from '../support/client.ts';
import { rateLimit, type Shell, startShell, thing } from './shell.ts';
import { shellDocument } from './shell-document.ts';

type Calls = Parameters<AnyBatchHandler>[0];

const posts = shellDocument.paths['/v1/inventory/things']?.post as Record<string, unknown>;
const batchOf = {
  operationId: 'postThing',
  items: 'things',
  body: 'thing',
  headers: { key: 'Idempotency-Key' },
};
const key = { type: 'string', minLength: 8, maxLength: 100, pattern: '^[!-~]+$' };
const thingRequest = { $ref: '#/components/schemas/ThingRequest' };

function documentWith(extension: Record<string, unknown> = batchOf): ContractDocument {
  const operation = {
    ...posts,
    operationId: 'postThings',
    parameters: [],
    'x-batch-of': extension,
    requestBody: bodyOf({
      type: 'object',
      additionalProperties: false,
      required: ['things'],
      properties: {
        things: {
          type: 'array',
          minItems: 1,
          maxItems: 4,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['key', 'thing'],
            properties: { key, thing: thingRequest },
          },
        },
      },
    }),
    responses: {
      ...(posts.responses as object),
      200: {
        description: 'Results.',
        ...bodyOf({
          type: 'object',
          required: ['results'],
          properties: {
            results: { type: 'array', items: { type: 'object', required: ['status', 'body'] } },
          },
        }),
      },
    },
  };
  return {
    ...shellDocument,
    paths: { ...shellDocument.paths, '/v1/inventory/things/batch': { post: operation } },
  };
}

function bodyOf(schema: object) {
  return { required: true, content: { 'application/json': { schema } } };
}

let shell: Shell;
let calls: Calls;
let charges: unknown[];
/** What comes of the calls. */
let handle: AnyBatchHandler;
const succeed: AnyBatchHandler = async (some) =>
  some.map(({ body }) => ({
    status: 'fulfilled',
    value: { status: 201, body: { ...thing, ...(body as object) } },
  }));

beforeAll(async () => {
  shell = await startShell({
    document: documentWith(),
    handlers: {
      postThings: ((some: Calls, services: unknown) => {
        calls = some;
        return handle(some, services);
      }) as never,
    },
    writesPerMinute: 3,
    charge: async (writes) => {
      charges.push(writes);
      if (writes === 3) throw errors.tooManyWrites(3, { ...rateLimit, remaining: 2 });
      return { ...rateLimit, remaining: rateLimit.remaining - writes };
    },
  });
});
afterAll(() => shell.close());
beforeEach(() => {
  calls = [];
  charges = [];
  handle = succeed;
});

const good = { key: 'a-good-key', thing: { type: 'receive', qty: 3 } };

function send(things: unknown) {
  const api = client({ url: shell.url, key: 'live', document: looseDocument });
  return api.post('/v1/inventory/things/batch', { body: { things } });
}

/** For the checker: bodies of results are looked at by the tests. */
const looseDocument = JSON.parse(
  JSON.stringify(documentWith()).replace(
    '"required":["status","body"]',
    '"required":["status","body"],"properties":{"status":{},"body":{}}',
  ),
) as ContractDocument;

test('each item becomes a call of its operation, with its headers and the defaults of its body', async () => {
  const { status, body, headers } = await send([good, { ...good, key: 'another-key' }]);
  expect([status, body.results.map((one: { status: number }) => one.status)]).toEqual([
    200,
    [201, 201],
  ]);
  expect(calls).toMatchObject([
    {
      path: {},
      query: {},
      header: { 'Idempotency-Key': 'a-good-key' },
      body: { ...good.thing, status: 'released' },
      principal: { actor: 'api_key:key-1' },
      requestId: headers.get('x-request-id'),
    },
    { header: { 'Idempotency-Key': 'another-key' } },
  ]);
  expect(shell.authenticated.at(-1)?.kind).toBe('deferred');
});

test('an answer has what the operation’s contract names, and nothing else', async () => {
  handle = async () => [
    { status: 'fulfilled', value: { status: 201, body: { ...thing, secret: 'SECRET' } } },
  ];
  const { body, text } = await send([good]);
  expect(body.results).toEqual([{ status: 201, body: thing }]);
  expect(text).not.toContain('SECRET');
});

test('a refused item is not handed on, and the others keep their indexes', async () => {
  const { body } = await send([{ ...good, thing: { qty: 0 } }, good]);
  expect(calls).toHaveLength(1);
  expect(body.results[0]).toMatchObject({
    status: 400,
    body: { error: { code: 'validation_error', details: [{ path: 'type' }, { path: 'qty' }] } },
  });
  expect(body.results[1].status).toBe(201);
});

test('where all are refused nothing is asked of the handler', async () => {
  handle = async () => {
    throw new Error('It was asked.');
  };
  const { status, body } = await send([{ ...good, key: 'short' }]);
  expect([status, body.results[0].body.error.details]).toEqual([
    200,
    [{ path: 'key', message: expect.any(String) }],
  ]);
});

test.each<[string, unknown, number, string]>([
  ['a refusal', errors.lotExpired('It has expired.'), 422, 'lot_expired'],
  [
    'one with details',
    errors.insufficientStock('x', { requested: 2, available: 1 }),
    409,
    'insufficient_stock',
  ],
  [
    'a database that is gone',
    Object.assign(new Error('SECRET'), { code: 'ECONNREFUSED' }),
    503,
    'unavailable',
  ],
  ['a fault of ours', new Error('SECRET'), 500, 'internal_error'],
])('%s is the item’s own, and the request succeeds', async (_what, reason, itemStatus, code) => {
  handle = async (some, services) => [
    { status: 'rejected', reason },
    ...(await succeed(some.slice(1), services)),
  ];
  const lines = shell.log().length;
  const { status, body, text, headers } = await send([good, { ...good, key: 'another-key' }]);
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { status: itemStatus, body: { error: { code, request_id: headers.get('x-request-id') } } },
    { status: 201 },
  ]);
  expect(headers.get('retry-after') !== null).toBe(itemStatus === 503);
  expect(text).not.toContain('SECRET');
  if (reason instanceof ApiError && itemStatus < 500) return;
  // Anyone who runs the service must see it, though the request succeeded.
  expect(shell.log().slice(lines)).toMatchObject([
    { level: 50, status: 200, cause: [{ type: 'Error' }] },
  ]);
});

test('an answer that the operation does not declare is a fault of ours, and leaves nothing', async () => {
  handle = async () => [
    { status: 'fulfilled', value: { status: 202, body: { secret: 'SECRET' } } },
    { status: 'fulfilled', value: { status: 200, body: { secret: 'SECRET' } } },
  ];
  const { body, text } = await send([good, { ...good, key: 'another-key' }]);
  expect(body.results.map((one: { status: number }) => one.status)).toEqual([500, 500]);
  expect(text).not.toContain('SECRET');
});

test('a handler that answers for too few fails the whole', async () => {
  handle = async () => [];
  expect((await send([good])).status).toBe(500);
});

test('is counted by its items; one that is refused as a whole is one, and what does not fit is none', async () => {
  expect((await send([good, good])).headers.get('x-ratelimit-remaining')).toBe('57');
  expect((await send([])).headers.get('x-ratelimit-remaining')).toBe('58');
  expect((await send([good, 5])).status).toBe(400);
  const refused = await send([good, good, good]);
  expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '2']);
  expect((await send([good, good, good, good])).status).toBe(400);
  expect(charges).toEqual([2, 1, 1, 3, 1]);
});

test.each([
  ['an operation that is not there', { operationId: 'postNothing' }, /postNothing is no operation/],
  ['an operation without a body', { operationId: 'getThing' }, /getThing is no operation/],
  ['itself', { operationId: 'postThings' }, /postThings is no operation/],
  ['what needs a header that no item has', { headers: {} }, /cannot carry Idempotency-Key/],
])('a contract with a batch of %s stops the start', (_what, change, message) => {
  expect(() => readOperations(documentWith({ ...batchOf, ...change }))).toThrow(message);
});

test('a contract whose batch has no such items stops the start', async () => {
  const document = documentWith({ ...batchOf, items: 'nothings' });
  await expect(startShell({ document })).rejects.toThrow(/no nothings/);
});
