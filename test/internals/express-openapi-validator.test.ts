// The function that is found by its name judges a request whose operation is known, and nothing else does.
import { parse } from 'node:url';
import * as OpenApiValidator from 'express-openapi-validator';
import { expect, it, vi } from 'vitest';
import {
  requestJudgeOf,
  takeWarningOfParse,
} from '../../src/internals/express-openapi-validator.ts';

type Step = (request: object, response: object, next: (error?: unknown) => void) => void;

const parameters = [{ in: 'query', name: 'limit', required: true, schema: { type: 'integer' } }];
const chain = OpenApiValidator.middleware({
  apiSpec: {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/things': { get: { operationId: 'listThings', parameters, responses: {} } } },
  } as never,
  validateApiSpec: false,
  validateResponses: false,
}) as unknown as Step[];

function judged(step: Step, request: object): Promise<unknown> {
  return new Promise((resolve) => step(request, {}, resolve));
}

it('refuses what the operation does not take, and takes what it does', async () => {
  const request: { query: object } & Record<string, unknown> = {
    method: 'GET',
    url: '/things',
    originalUrl: '/things',
    path: '/things',
    baseUrl: '',
    params: {},
    query: {},
    headers: {},
    app: { enabled: () => true, param: () => undefined },
  };
  for (const step of chain) await judged(step, request);
  const { openapi } = request;
  expect(openapi).toMatchObject({ schema: { operationId: 'listThings' } });
  const judge = requestJudgeOf(chain);
  expect(await judged(judge, { ...request, openapi })).toMatchObject({ status: 400 });
  expect(await judged(judge, { ...request, openapi, query: { limit: '5' } })).toBeUndefined();
});

it('fails at the start where that function is gone', () => {
  expect(() => requestJudgeOf([])).toThrow('has no requestMiddleware');
});

it('takes the warning that node:url’s parse is deprecated, and no other', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  try {
    takeWarningOfParse();
    parse('/things');
    process.emitWarning('another');
    await new Promise((wake) => setImmediate(wake));
    expect(warned.mock.calls.map(([{ message }]) => message)).toEqual(['another']);
  } finally {
    process.off('warning', warned);
  }
});
