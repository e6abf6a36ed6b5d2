/**
 * What the shell itself answers, tried on every operation of the contract: what cannot be asked is
 * refused everywhere, and each refusal is one that the contract declares. No one can add an
 * operation and forget it here. The handlers are stand-ins; what they do is tested elsewhere, and
 * who may call them in authorization-matrix.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Principal } from '../../src/contract.ts';
import { errors } from '../../src/errors.ts';
import type { AnyHandler } from '../../src/http/dispatch.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { client, type RequestOptions } from '../support/client.ts';
import { exampleOf } from '../support/examples.ts';
import { principals, rateLimit, type Shell, startShell } from './shell.ts';

const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);
const everyScope = new Set(operations.flatMap((operation) => operation.scopeAlternatives.flat()));

let shell: Shell;
/** What the handlers meet next. */
let trouble: unknown;

beforeAll(async () => {
  const fail: AnyHandler = async () => {
    throw trouble;
  };
  shell = await startShell({
    document: contract,
    handlers: Object.fromEntries(operations.map(({ id }) => [id, fail])),
    authenticate: async ({ key }) => {
      if (key === 'full') throw errors.rateLimited(new Date(), rateLimit);
      return { principal: { ...(principals.live as Principal), scopes: everyScope }, rateLimit };
    },
  });
});
afterAll(() => shell.close());

describe.each(operations)('$id', (operation) => {
  const { method, template, body } = operation;

  async function answer(key: string, options: RequestOptions = {}) {
    const { path, ...example } = exampleOf(contract, operation.template, operation.method);
    const api = client({ url: shell.url, key });
    const headers = { ...example.headers, ...options.headers };
    const query = { ...example.query, ...options.query };
    const merged = options.rawBody === undefined ? example : { ...example, body: undefined };
    const { status, body: answered } = await api.request(method.toUpperCase(), path, {
      ...(merged as RequestOptions),
      ...options,
      headers,
      query,
    });
    return [status, answered.error.code ?? answered.error];
  }

  test('refuses a key whose limit is reached', async () => {
    expect(await answer('full')).toEqual([429, 'rate_limited']);
  });

  test('refuses a query parameter that it does not know', async () => {
    const code = template.includes('/inventory/') ? 'validation_error' : 'validation_failed';
    expect(await answer('live', { query: { bogus: 1 } })).toEqual([400, code]);
  });

  test('takes the example of its contract, and says when something fails', async () => {
    trouble = new Error('a test of failure');
    expect(await answer('live')).toEqual([500, 'internal_error']);
    trouble = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(await answer('live')).toEqual([503, 'unavailable']);
  });

  if (body !== 'none') {
    test('refuses a body of another type or size', async () => {
      const plain = { rawBody: 'x', headers: { 'content-type': 'text/plain' } };
      expect(await answer('live', plain)).toEqual([415, 'unsupported_media_type']);
      const large = {
        rawBody: 'x'.repeat(operation.bodyBytesMax + 1),
        headers: { 'content-type': 'application/json' },
      };
      expect(await answer('live', large)).toEqual([413, 'payload_too_large']);
    });
  }
});
