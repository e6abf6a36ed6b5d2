import { expect, test } from 'vitest';
import { thing } from '../http/shell.ts';
import { shellDocument } from '../http/shell-document.ts';
import { compileChecker, type Received } from '../support/checker.ts';

const check = compileChecker(shellDocument);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': thing.id,
  'x-ratelimit-limit': '60',
};

function received(body: unknown, overrides: Partial<Received> = {}): Received {
  return {
    method: 'POST',
    path: '/api/public/v1/inventory/things/preview',
    status: 200,
    headers: new Headers(headers),
    text: JSON.stringify(body),
    ...overrides,
  };
}

function without(name: string): Headers {
  const rest = new Headers(headers);
  rest.delete(name);
  return rest;
}

test('names the operation whose answer keeps the contract', () => {
  expect(check(received(thing))).toBe('previewThing');
});

test.each([
  ['a field that the contract does not name', received({ ...thing, cost: 1 })],
  ['a missing field', received({ id: thing.id, qty: 1 })],
  ['a wrong type', received({ ...thing, qty: '1' })],
  ['a wrong format', received({ ...thing, id: 'abc' })],
  ['null where none is allowed', received({ ...thing, qty: null })],
  ['a status that is not declared', received(thing, { status: 202 })],
  ['an address outside of the contract', received(thing, { path: '/api/public/v1/other' })],
  ['a missing required header', received(thing, { headers: without('x-ratelimit-limit') })],
  ['no request id', received(thing, { headers: without('x-request-id') })],
  ['no content type', received(thing, { headers: without('content-type') })],
  ['text that is not JSON', received(thing, { text: '<html>' })],
])('refuses %s', (_what, answer) => {
  expect(() => check(answer)).toThrow();
});
