import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errors } from '../../src/errors.ts';
import { principals, rateLimit, type Shell, startShell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());
beforeEach(() => {
  shell.calls.length = 0;
  shell.authenticated.length = 0;
});

const id = '0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11';
const movement = {
  body: { type: 'receive', qty: 1 },
  headers: { 'idempotency-key': 'order-1001' },
};

test('answers 401 with a challenge where the authenticator finds nobody', async () => {
  const { status, headers, body } = await shell.api('nobody').get('/v1/inventory/things');
  expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(shell.calls).toEqual([]);
});

test('passes the key on as it came, and none where none came', async () => {
  await shell.api('live').get('/v1/inventory/things');
  await shell.api('').get('/v1/inventory/things');
  expect(shell.authenticated.map(({ key }) => key)).toEqual(['live', undefined]);
});

test('counts anything but GET as a write, unless the contract says it reads', async () => {
  const api = shell.api();
  await api.get('/v1/inventory/things');
  await api.post('/v1/inventory/things', movement);
  await api.post('/v1/inventory/things/preview', { body: movement.body });
  await api.delete(`/v1/things/${id}`);
  expect(shell.authenticated.map(({ kind }) => kind)).toEqual(['read', 'write', 'read', 'write']);
});

test('refuses a key without the scope and names it', async () => {
  const { status, body } = await shell.api('scopeless').get('/v1/inventory/things');
  expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  expect(body.error.message).toContain('inventory:read');
});

test('takes any one of several scopes', async () => {
  expect((await shell.api('writer').get(`/v1/things/${id}`)).status).toBe(200);
  const { status, body } = await shell.api('scopeless').get(`/v1/things/${id}`);
  expect(status).toBe(403);
  expect(body.error.message).toContain('things:read or things:write');
});

test('refuses a test key where a live one is needed, and says so', async () => {
  const { status, body } = await shell.api('test').post('/v1/inventory/things', movement);
  expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  expect(body.error.message).toContain('live key');
  expect(shell.calls).toEqual([]);
  expect((await shell.api('test').get('/v1/inventory/things')).status).toBe(200);
});

test('judges who calls before what is asked', async () => {
  const wrong = { rawBody: 'SECRET', headers: { 'content-type': 'text/plain' } };
  expect((await shell.api('nobody').post('/v1/inventory/things', wrong)).status).toBe(401);
  expect((await shell.api('scopeless').post('/v1/inventory/things', wrong)).status).toBe(403);
  expect((await shell.api('live').post('/v1/inventory/things', wrong)).status).toBe(415);
});

test('tells the limit on every authenticated answer, refusals included', async () => {
  const api = shell.api();
  const answers = [
    await api.get('/v1/inventory/things'),
    await api.get('/v1/inventory/things?foo=1'),
    await shell.api('scopeless').get('/v1/inventory/things'),
    await api.post('/v1/inventory/things', { rawBody: 'x', headers: { 'content-type': 'a/b' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 403, 415]);
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('60');
    expect(headers.get('x-ratelimit-remaining')).toBe('59');
    expect(headers.get('x-ratelimit-reset')).toBe(
      String(Date.parse('2030-01-01T00:01:00Z') / 1000),
    );
  }
  const { headers } = await shell.api('nobody').get('/v1/inventory/things');
  expect(headers.get('x-ratelimit-limit')).toBeNull();
});

test('answers 429 in its own shape, with the window that is full', async () => {
  const retryAt = new Date(Date.now() + 30_000);
  const full = await startShell({
    authenticate: async () => {
      throw errors.rateLimited(retryAt, { ...rateLimit, remaining: 0 });
    },
  });
  const { status, headers, body } = await full.api().get('/v1/inventory/things');
  expect(status).toBe(429);
  expect(Object.keys(body)).toEqual(['error', 'message', 'retry_after']);
  expect(body.retry_after).toBe(retryAt.toISOString());
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(29);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  await full.close();
});

test('hands the principal and the request id to the handler', async () => {
  const { headers } = await shell.api().get('/v1/inventory/things');
  expect(shell.calls[0]?.principal).toBe(principals.live);
  expect(shell.calls[0]?.requestId).toBe(headers.get('x-request-id'));
});
