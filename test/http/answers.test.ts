import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { errors } from '../../src/errors.ts';
import type { AnyHandler } from '../../src/http/dispatch.ts';
import { type Shell, type ShellOptions, startShell, thing } from './shell.ts';

let shell: Shell | undefined;
afterEach(() => shell?.close());

const path = '/v1/inventory/things/preview';
const options = { body: { type: 'receive', qty: 1 } };

async function start(startOptions: ShellOptions): Promise<Shell> {
  shell = await startShell(startOptions);
  return shell;
}

async function answerOf(handler: AnyHandler) {
  const { api } = await start({ handlers: { previewThing: handler } });
  return api().post(path, options);
}

test('never lets a field out that the contract does not name', async () => {
  const { status, text } = await answerOf(async () => ({
    status: 200,
    body: { ...thing, wholesale_cost_cents: 1234, nested: { secret: 'SECRET' } },
  }));
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(thing);
});

test.each([
  ['a missing field', { ...thing, qty: undefined }],
  ['null where none is allowed', { ...thing, id: null }],
  ['a string for a number', { ...thing, qty: '3' }],
  ['a fraction for an integer', { ...thing, qty: 0.5 }],
  ['a bigint', { ...thing, qty: 3n }],
  ['a Date, whose microseconds are gone', { ...thing, expiry_date: new Date() }],
  ['nothing', undefined],
])('answers 500 and logs why when a handler gives %s', async (_what, body) => {
  const answer = await answerOf(async () => ({ status: 200, body }));
  expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(shell?.log())).toContain('does not fit the contract');
});

test.each([202, 204, 400, 404])('answers 500 when a handler answers %s itself', async (status) => {
  const refusal = { code: 'not_found', message: 'No.', request_id: thing.id };
  const answer = await answerOf(async () => ({ status, body: { ...thing, error: refusal } }));
  expect(answer.status).toBe(500);
});

test('sends the headers of an answer', async () => {
  const { headers } = await answerOf(async () => ({
    status: 200,
    body: thing,
    headers: { Deprecation: '@1893456000' },
  }));
  expect(headers.get('deprecation')).toBe('@1893456000');
});

test('marks every answer as not to be stored, without ETag or X-Powered-By', async () => {
  const { headers } = await answerOf(async () => ({ status: 200, body: thing }));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

test('gives every answer an id of ours and does not take one from outside', async () => {
  const { api } = await start({});
  const chosen = '11111111-1111-4111-8111-111111111111';
  const one = await api().get('/v1/inventory/things', { headers: { 'x-request-id': chosen } });
  const other = await api().get('/v1/nothing');
  expect(one.headers.get('x-request-id')).not.toBe(chosen);
  expect(other.body.error.request_id).toBe(other.headers.get('x-request-id'));
  expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
});

test('renders what the catalogue throws, with its details', async () => {
  const { status, body } = await answerOf(async () => {
    throw errors.insufficientStock('Only 2 are available.', { requested: 5, available: 2 });
  });
  expect(status).toBe(409);
  expect(body.error).toMatchObject({
    code: 'insufficient_stock',
    message: 'Only 2 are available.',
    details: { requested: 5, available: 2 },
  });
});

test('never lets a detail out that the contract does not name', async () => {
  const { status, text } = await answerOf(async () => {
    const details = { requested: 5, available: 2, supplier: 'SECRET' };
    throw errors.insufficientStock('Only 2 are available.', details);
  });
  expect(status).toBe(409);
  expect(text).not.toContain('SECRET');
});

test('gives a validation thrown by a handler the code of its path', async () => {
  const { body } = await answerOf(async () => {
    throw errors.validation([{ path: 'as_of', message: 'must not be later than now' }]);
  });
  expect(body.error.code).toBe('validation_error');
  expect(body.error.message).toContain('as_of must not be later than now');
});

test('answers 500 in fixed words and logs the cause once', async () => {
  const { status, text } = await answerOf(async () => {
    throw new Error('the impossible: INTERNAL');
  });
  expect(status).toBe(500);
  expect(text).not.toContain('INTERNAL');
  const lines = (shell?.log() ?? []).filter((line) => JSON.stringify(line).includes('INTERNAL'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 50, status: 500, operationId: 'previewThing' });
});

const row = 'Key (first_name)=(SECRET) already exists.';

test.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 503],
  [{ code: '57P01', severity: 'FATAL', message: 'terminating connection' }, 503],
  [{ code: '53300', severity: 'FATAL', message: 'too many clients' }, 503],
  [{ code: '53100', severity: 'ERROR', message: 'could not extend file' }, 503],
  [{ code: '57P04', severity: 'FATAL', message: 'database dropped' }, 503],
  [{ code: '25006', severity: 'ERROR', message: 'cannot execute INSERT' }, 503],
  [{ code: '40001', severity: 'ERROR', message: 'could not serialize' }, 503],
  [{ code: 'EHOSTUNREACH', message: 'connect EHOSTUNREACH' }, 503],
  [{ code: '08006', severity: 'FATAL', message: 'connection failure' }, 503],
  [{ code: '55P03', severity: 'ERROR', message: 'lock timeout' }, 503],
  [{ code: '57014', severity: 'ERROR', message: 'statement timeout' }, 503],
  [{ message: 'timeout exceeded when trying to connect' }, 503],
  [{ message: 'Connection terminated unexpectedly' }, 503],
  [{ name: 'PrismaClientKnownRequestError', code: 'P2024', message: row }, 503],
  [
    {
      name: 'PrismaClientKnownRequestError',
      code: 'P2010',
      message: row,
      meta: {
        driverAdapterError: { name: 'DriverAdapterError', cause: { originalCode: '57P01' } },
      },
    },
    503,
  ],
  [{ code: '23505', severity: 'ERROR', message: row, detail: row, table: 'patients' }, 500],
  [{ code: '22P02', severity: 'ERROR', message: row, constraint: 'positive' }, 500],
  [{ name: 'PrismaClientValidationError', message: row }, 500],
  [{ name: 'SyntaxError', message: `"${row}" is not valid JSON` }, 500],
])('answers %j with %i and logs no row', async (trouble, expected) => {
  const { status, headers, body } = await answerOf(async () => {
    throw Object.assign(new Error(trouble.message), trouble);
  });
  expect(status).toBe(expected);
  expect(headers.get('retry-after')).toBe(expected === 503 ? '2' : null);
  expect(body.error.code).toBe(expected === 503 ? 'unavailable' : 'internal_error');
  const logged = shell?.lines().join('') ?? '';
  expect(logged).not.toContain('SECRET');
  if ('code' in trouble) expect(logged).toContain(trouble.code);
  if ('table' in trouble) expect(logged).toContain('patients');
});

test('answers unknown addresses with 404 and other methods with 405 and Allow', async () => {
  const { api } = await start({});
  for (const unknown of [
    '/v2/inventory/things',
    '/v1/inventory/things/',
    '/v1/Inventory/things',
    '/v1//inventory/things',
    '/v1/inventory%2Fthings',
    '/api/public',
    '/v1/things/a/b',
  ]) {
    const { status, body } = await api().get(unknown);
    expect([unknown, status, body.error.code]).toEqual([unknown, 404, 'not_found']);
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await api().request(method, '/v1/inventory/things');
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST']);
  }
  const preview = await api().request('HEAD', '/v1/inventory/things/preview');
  expect([preview.status, preview.headers.get('allow')]).toEqual([405, 'POST']);
});

test('answers HEAD as GET, and leaves the body out', async () => {
  const { api, url } = await start({});
  const get = await api().get('/v1/inventory/things');
  const head = await api().request('HEAD', '/v1/inventory/things');
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    get.headers.get('content-length'),
  ]);
  expect((await api('nobody').request('HEAD', '/v1/inventory/things')).status).toBe(401);
  for (const path of ['/healthz', '/docs', '/openapi.json']) {
    const answered = await fetch(url + path, { method: 'HEAD' });
    expect([path, answered.status, await answered.text()]).toEqual([path, 200, '']);
  }
});

test('tells of every answer to an operation, for the metrics', async () => {
  const observed: unknown[] = [];
  const { api, url } = await start({
    observe: (answered) => observed.push(answered),
    metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1' }),
  });
  await api().get('/v1/inventory/things');
  await api('nobody').get('/v1/inventory/things');
  await api().get('/v1/nothing');
  const metrics = await fetch(`${url}/metrics`);
  expect([metrics.headers.get('content-type'), await metrics.text()]).toEqual([
    'text/plain; version=0.0.4',
    'up 1',
  ]);
  const milliseconds = expect.any(Number);
  const common = {
    operationId: 'listThings',
    requestId: expect.any(String),
    milliseconds,
    fields: [],
  };
  const caller = expect.objectContaining({ callerId: 'key-1', organizationId: 'organization-1' });
  expect(observed).toEqual([
    { ...common, status: 200, caller, code: undefined },
    { ...common, status: 401, caller: undefined, code: 'unauthorized' },
  ]);
});

test('drops a caller who leaves in the middle of a body, without an error', async () => {
  const running = await start({});
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /api/public/v1/inventory/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer live\r\n' +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"type":',
  );
  await vi.waitFor(() => expect(running.authenticated).toHaveLength(1));
  socket.destroy();
  await vi.waitFor(() => expect(running.log()).toHaveLength(1));
  expect(running.log()[0]).toMatchObject({ level: 30, aborted: true, operationId: 'postThing' });
  expect(running.log()[0]).not.toHaveProperty('status');
});

test('notes a caller who leaves before the answer, without an error', async () => {
  const noted = Promise.withResolvers<void>();
  const running = await start({
    handlers: {
      previewThing: async () => {
        await noted.promise;
        throw new Error('too late to matter');
      },
    },
  });
  const leaving = new AbortController();
  const left = fetch(`${running.url}/api/public${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer live', 'content-type': 'application/json' },
    body: JSON.stringify(options.body),
    signal: leaving.signal,
  });
  await vi.waitFor(() => expect(running.authenticated).toHaveLength(1));
  leaving.abort();
  await expect(left).rejects.toThrow();
  await vi.waitFor(() => expect(running.log()).toHaveLength(1));
  expect(running.log()[0]).toMatchObject({ level: 30, aborted: true });
  noted.resolve();
});

test('keeps what callers send out of the log', async () => {
  const running = await start({});
  const api = running.api('live');
  await api.post('/v1/inventory/things?SECRET=SECRET', {
    body: { type: 'receive', qty: 1, note: 'SECRET', SECRET: 'SECRET' },
    headers: { 'idempotency-key': 'SECRET-key', 'user-agent': 'SECRET', cookie: 'a=SECRET' },
  });
  await api.get('/v1/partners/SECRET');
  await api.get('/v1/things/SECRET');
  await api.get('/SECRET/SECRET?SECRET');
  await running.api('SECRET').get('/v1/inventory/things');
  await api.post('/v1/inventory/things', {
    rawBody: 'SECRET',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'order-1001' },
  });
  await vi.waitFor(() => expect(running.log()).toHaveLength(6));
  const logged = running.lines().join('');
  expect(logged).not.toContain('SECRET');
  expect(logged).not.toContain('Bearer');
  expect(running.log()[1]).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    method: 'GET',
    operationId: 'getPartner',
    status: 200,
    msg: 'request',
    milliseconds: expect.any(Number),
    requestId: expect.any(String),
    organizationId: 'organization-1',
    keyId: 'key-1',
  });
});
