import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Shell, startShell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());
beforeEach(() => {
  shell.calls.length = 0;
});

const headers = { 'idempotency-key': 'order-1001' };
const id = '0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11';
const things = '/v1/inventory/things';

async function detailsOf(body: unknown): Promise<Record<string, string>> {
  const answer = await shell.api().post(things, { body, headers });
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('validation_error');
  return Object.fromEntries(
    answer.body.error.details.map((one: { path: string; message: string }) => [
      one.path,
      one.message,
    ]),
  );
}

test('names every wrong field as the caller wrote it and says what would be right', async () => {
  const details = await detailsOf({
    type: 'sell',
    qty: 0,
    product_id: 'abc',
    cadence: 'daily',
    expiry_date: '2026-02-30',
    note: 'x'.repeat(101),
    lot_nubmer: 'L1',
    reference: { id: 5, order: 'x' },
    items: [{ qty: 1 }, { qty: 1.5 }, {}],
  });
  expect(details).toEqual({
    type: 'must be one of receive, return',
    qty: 'must be at least 1',
    product_id: 'must be a UUID',
    cadence: 'must be one of weekly, null',
    expiry_date: 'must be a calendar date (YYYY-MM-DD)',
    note: 'must not have more than 100 characters',
    lot_nubmer: 'is not a known field',
    'reference.id': 'must be a string',
    'reference.order': 'is not a known field',
    'items.1.qty': 'must be an integer',
    'items.2.qty': 'is required',
  });
});

test('says once what would be right, and not by a pattern where the format has a name', async () => {
  const body = { type: 'receive', qty: 1, product_id: 'abc' };
  const { body: problem } = await shell.api().post(things, { body, headers });
  expect(problem.error.details).toEqual([{ path: 'product_id', message: 'must be a UUID' }]);
});

test('never quotes a value that was sent', async () => {
  const { text } = await shell.api().post(things, {
    body: { type: 'SECRET', qty: 'SECRET', product_id: 'SECRET', expiry_date: 'SECRET' },
    headers: { 'idempotency-key': 'SECRET ü' },
    query: {},
  });
  expect(text).not.toContain('SECRET');
  const { text: queried } = await shell
    .api()
    .get(`${things}?limit=SECRET&kind=SECRET&as_of=SECRET&low=SECRET`);
  expect(queried).not.toContain('SECRET');
});

test('fills in defaults and coerces queries, not bodies', async () => {
  await shell.api().get(`${things}?low=true`);
  expect(shell.calls[0]?.query).toEqual({ limit: 25, low: true });
  await shell.api().get(`${things}?limit=7&low=false`);
  expect(shell.calls[1]?.query).toEqual({ limit: 7, low: false });
  await shell.api().post(things, { body: { type: 'receive', qty: 1 }, headers });
  expect(shell.calls[2]?.body).toEqual({ type: 'receive', qty: 1, status: 'released' });
  expect(shell.calls[2]?.header).toEqual({ 'Idempotency-Key': 'order-1001' });
});

test.each([
  ['limit=0', 'limit', 'must be at least 1'],
  ['limit=101', 'limit', 'must be at most 100'],
  ['limit=abc', 'limit', 'must be an integer'],
  ['limit=0x10', 'limit', 'must be an integer'],
  ['limit=1e1', 'limit', 'must be an integer'],
  ['limit=%205', 'limit', 'must be an integer'],
  ['limit=2.0', 'limit', 'must be an integer'],
  ['limit=', 'limit', 'must not be empty'],
  ['limit', 'limit', 'must not be empty'],
  ['limit=5&limit=6', 'limit', 'must be sent only once'],
  ['limit=5&limit=5', 'limit', 'must be sent only once'],
  ['location=a%00b', 'location', 'must not contain the character U+0000'],
  ['low=1', 'low', 'must be a boolean'],
  ['kind=huge', 'kind', 'must be one of big, small'],
  ['as_of=2026-02-30T00:00:00Z', 'as_of', 'must be an ISO 8601 timestamp with a time zone'],
  ['as_of=2026-02-01T00:00:00+2500', 'as_of', 'must be an ISO 8601 timestamp with a time zone'],
  ['as_of=2026-02-01+00:00', 'as_of', 'must be an ISO 8601 timestamp with a time zone'],
  ['code=abc', 'code', 'must be capital letters'],
  ['code=a', 'code', 'must not have fewer than 3 characters'],
  ['limit[]=5', 'limit[]', 'is not a known query parameter'],
  ['limit[gt]=5', 'limit[gt]', 'is not a known query parameter'],
  ['Limit=5', 'Limit', 'is not a known query parameter'],
  ['__proto__=5', '__proto__', 'is not a known query parameter'],
])('refuses ?%s', async (query, field, message) => {
  const { status, body } = await shell.api().get(`${things}?${query}`);
  expect(status).toBe(400);
  expect(body.error.details).toHaveLength(1);
  expect(body.error.details[0].path).toBe(field);
  expect(body.error.details[0].message).toContain(message);
  expect(shell.calls).toEqual([]);
});

test.each([
  ["location=O'Brien+(Main)!*", "O'Brien (Main)!*"],
  ['location=a/b:c,d;e@f$g?h', 'a/b:c,d;e@f$g?h'],
  ['location=%C3%84rzte%26Co', 'Ärzte&Co'],
  ['location=a=b', 'a=b'],
  ['location=true', 'true'],
  ['location=12', '12'],
  ['location={"a":1}', '{"a":1}'],
])('takes ?%s as any common client sends it', async (query, location) => {
  expect((await shell.api().get(`${things}?${query}`)).status).toBe(200);
  expect(shell.calls[0]?.query).toEqual({ limit: 25, location });
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'],
  ['2026-01-01T00:00:00%2B01:00', '2026-01-01T00:00:00+01:00'],
  ['2026-01-01T00:00:00.123456+0100', '2026-01-01T00:00:00.123456+01:00'],
  ['2026-01-01T00%3A00%3A00%2B0000', '2026-01-01T00:00:00+00:00'],
  ['2026-01-01T00:00:00-0530', '2026-01-01T00:00:00-05:30'],
])('takes the timestamp %s in a query, its plus raw or not', async (sent, read) => {
  expect((await shell.api().get(`${things}?as_of=${sent}`)).status).toBe(200);
  expect(shell.calls[0]?.query).toEqual({ limit: 25, as_of: read });
});

test('shows no pattern, whether it has a meaning in words or not', async () => {
  const answer = await shell.api().post(things, {
    body: { type: 'receive', qty: 1 },
    headers: { 'idempotency-key': 'with spaces in it' },
  });
  expect(answer.body.error.details).toEqual([
    { path: 'Idempotency-Key', message: 'must have the form that is documented' },
  ]);
});

test('leaves to the operation what the contract says that it judges', async () => {
  expect((await shell.api().get(`${things}?hook=http://x`)).status).toBe(200);
  expect(shell.calls[0]?.query).toEqual({ limit: 25, hook: 'http://x' });
});

test.each(['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'])(
  'refuses malformed percent-encoding %s in a query',
  async (odd) => {
    const { status, body } = await shell.api().get(`${things}?location=${odd}`);
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
  },
);

test('refuses malformed percent-encoding in a path', async () => {
  expect((await shell.api().get('/v1/things/%ff')).status).toBe(400);
  expect((await shell.api().get('/v1/partners/%zz')).status).toBe(400);
  expect((await shell.api().get('/%ff')).status).toBe(404);
});

test('asks who calls before it refuses malformed percent-encoding in a path', async () => {
  const stranger = await shell.api('nobody').get('/v1/partners/%zz');
  expect(stranger.status).toBe(401);
  const { headers } = await shell.api().get('/v1/partners/%zz');
  expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
});

test('answers a malformed id with invalid_id, whatever else is wrong', async () => {
  for (const odd of ['abc', `${id}0`, '%00', id.replaceAll('-', ''), `{${id}}`]) {
    const { status, body } = await shell.api().get(`/v1/things/${odd}?foo=1`);
    expect([status, body.error.code]).toEqual([400, 'invalid_id']);
  }
});

test('hands over path parameters decoded, and refuses NUL in them', async () => {
  expect((await shell.api().get('/v1/partners/a%2Fb%20%C3%A4')).status).toBe(200);
  expect(shell.calls[0]?.path).toEqual({ external_id: 'a/b ä' });
  const { status, body } = await shell.api().get('/v1/partners/a%00b');
  expect([status, body.error.code]).toEqual([400, 'validation_failed']);
});

test('uses validation_error on inventory paths and validation_failed elsewhere', async () => {
  const inside = await shell.api().get(`${things}?foo=1`);
  const outside = await shell.api().get(`/v1/things/${id}?foo=1`);
  expect(inside.body.error.code).toBe('validation_error');
  expect(outside.body.error.code).toBe('validation_failed');
  expect(outside.body.error.details[0].message).toContain('none is');
});

test.each([undefined, 'short', 'x'.repeat(101), 'with space', 'ümlaut-1'])(
  'refuses the Idempotency-Key %s',
  async (key) => {
    const { status, body } = await shell.api().post(things, {
      body: { type: 'receive', qty: 1 },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect(body.error.details[0].path).toBe('Idempotency-Key');
    expect(shell.calls).toEqual([]);
  },
);

test('refuses an Idempotency-Key that comes twice, even the same', async () => {
  for (const keys of [
    ['order-1001', 'order-1002'],
    ['order-1001', 'order-1001'],
  ]) {
    const answer = await raw({
      path: `/api/public${things}`,
      headers: ['Idempotency-Key', keys[0] ?? '', 'idempotency-key', keys[1] ?? ''],
      body: '{"type":"receive","qty":1}',
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error.details).toEqual([
      { path: 'Idempotency-Key', message: 'must be sent only once' },
    ]);
    expect(shell.calls).toEqual([]);
  }
});

test('answers the absolute form of an address like the plain one', async () => {
  const answer = await raw({
    path: `http://elsewhere.example/api/public${things}`,
    headers: ['Idempotency-Key', 'order-1001'],
    body: '{"type":"receive","qty":0}',
  });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('must be at least 1');
});

interface Raw {
  path: string;
  headers: string[];
  body: string;
}

/** What fetch would tidy up before sending. */
function raw({ path, headers, body }: Raw): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(shell.url);
    const request = httpRequest(
      {
        hostname,
        port,
        method: 'POST',
        path,
        headers: [
          'Host',
          'localhost',
          'Authorization',
          'Bearer live',
          'Connection',
          'close',
          'Content-Type',
          'application/json',
          'Content-Length',
          String(body.length),
          ...headers,
        ] as never,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
