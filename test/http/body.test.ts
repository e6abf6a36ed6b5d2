import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstMalformed, parseBody, readBody } from '../../src/http/body.ts';
import { BODY_BYTES_MAX } from '../../src/http/limits.ts';
import type { Operation } from '../../src/http/operations.ts';
import type { Answered } from '../support/client.ts';
import { type Shell, startShell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

const key = { 'idempotency-key': 'order-1001' };
const json = { ...key, 'content-type': 'application/json' };
const path = '/v1/inventory/things';

type RawBody = string | Uint8Array<ArrayBuffer> | ReadableStream;

function post(rawBody: RawBody, headers: Record<string, string> = json): Promise<Answered> {
  return shell.api().post(path, { rawBody, headers });
}

function lastBody(): unknown {
  return shell.calls.at(-1)?.body;
}

function bytes(...parts: (string | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...Buffer.from(part as string)]));
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
])('takes %s', async (type) => {
  const { status } = await post('{"type":"receive","qty":1}', { ...key, 'content-type': type });
  expect(status).toBe(200);
});

test.each([
  'text/plain',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; profile=x',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  ';',
])('refuses a body of type %s with 415', async (type) => {
  const { status, body, headers } = await post('{"type":"receive","qty":1}', {
    ...key,
    'content-type': type,
  });
  expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
  expect(headers.get('accept')).toBe('application/json');
});

test('refuses a body without a type with 415', async () => {
  expect((await post(bytes('{"type":"receive","qty":1}'), key)).status).toBe(415);
});

test('refuses a compressed body, so that none can blow up', async () => {
  const bomb = new Uint8Array(1000);
  const { status, headers } = await post(bomb, { ...json, 'content-encoding': 'gzip' });
  expect(status).toBe(415);
  expect(headers.get('accept-encoding')).toBe('identity');
});

test('asks for a required body, and does without an optional one', async () => {
  expect((await shell.api().post(path, { headers: key })).status).toBe(400);
  expect((await shell.api().post(path, { headers: json })).status).toBe(400);
  const optional = await shell.api().delete('/v1/things/0b7f5f3c-1f1c-4f0e-9a53-2f0c6a0b8c11');
  expect(optional.status).toBe(200);
});

test('takes a body of 1 MB and refuses one byte more, announced or not', async () => {
  const envelope = '{"type":"receive","qty":1,"note":""}';
  const full = '{"type":"receive","qty":1}'.padEnd(BODY_BYTES_MAX, ' ');
  expect(full.length).toBe(BODY_BYTES_MAX);
  expect(envelope.length).toBeLessThan(full.length);
  expect((await post(full)).status).toBe(200);
  const announced = await post(`${full} `);
  expect([announced.status, announced.body.error.code]).toEqual([413, 'payload_too_large']);
  expect((await post(chunked(`${full} `))).status).toBe(413);
});

test('takes as many bytes as its operation says and not one more, announced or not', async () => {
  const preview = (rawBody: RawBody) =>
    shell.api().post('/v1/inventory/things/preview', {
      rawBody,
      headers: { 'content-type': 'application/json' },
    });
  const full = '{"type":"receive","qty":1}'.padEnd(4_000, ' ');
  expect((await preview(full)).status).toBe(200);
  const announced = await preview(`${full} `);
  expect([announced.status, announced.body.error.code]).toEqual([413, 'payload_too_large']);
  expect(announced.body.error.message).toBe('The body may have at most 4000 bytes.');
  expect((await preview(chunked(`${full} `))).status).toBe(413);
});

test('answers a body far beyond the limit while it arrives', async () => {
  const { status } = await post(chunked('x'.repeat(20 * BODY_BYTES_MAX)));
  expect(status).toBe(413);
});

test('reads a body that comes in pieces, split inside a character', async () => {
  const whole = Buffer.from('{"type":"receive","qty":1,"note":"Ärzte"}');
  const middle = whole.indexOf(0xc3) + 1;
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(whole.subarray(0, middle));
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(whole.subarray(middle));
      controller.close();
    },
  });
  expect((await post(stream)).status).toBe(200);
  expect(lastBody()).toMatchObject({ note: 'Ärzte' });
});

test('refuses bytes that are not UTF-8 instead of replacing them', async () => {
  for (const odd of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const { status, body } = await post(bytes('{"type":"receive","qty":1,"note":"', odd, '"}'));
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect(body.error.message).toBe('The body is not valid UTF-8.');
  }
});

test('ignores a byte order mark', async () => {
  const { status } = await post(bytes([0xef, 0xbb, 0xbf], '{"type":"receive","qty":1}'));
  expect(status).toBe(200);
});

test.each([
  ['in a string', '{"type":"receive","qty":1,"note":"a\\u0000b"}', 'note'],
  ['deep inside', '{"type":"receive","qty":1,"answers":{"a":[{"b":"\\u0000"}]}}', 'answers.a.0.b'],
  ['in a name', '{"type":"receive","qty":1,"answers":{"a\\u0000":1}}', 'answers'],
])('refuses NUL %s', async (_where, text, field) => {
  const { status, body } = await post(text);
  expect(status).toBe(400);
  expect(body.error.details[0].path).toBe(field);
  expect(body.error.details[0].message).toContain('U+0000');
});

test.each([
  ['high', '{"type":"receive","qty":1,"note":"\\ud800"}', 'note'],
  ['low', '{"type":"receive","qty":1,"note":"x\\udc00x"}', 'note'],
  ['reversed', '{"type":"receive","qty":1,"note":"\\udc00\\ud800"}', 'note'],
  ['named', '{"type":"receive","qty":1,"answers":{"\\ud83d":1}}', 'answers'],
])('refuses half a surrogate pair (%s)', async (_which, text, field) => {
  const { status, body } = await post(text);
  expect([status, body.error.details[0].path]).toEqual([400, field]);
  expect(body.error.details[0].message).toContain('surrogate');
});

test('takes a whole surrogate pair, escaped or not', async () => {
  expect((await post('{"type":"receive","qty":1,"note":"\\ud83d\\ude00😀"}')).status).toBe(200);
  expect(lastBody()).toMatchObject({ note: '😀😀' });
});

test.each([
  '{"type":"receive","qty":1,"__proto__":{"admin":true}}',
  '{"type":"receive","qty":1,"answers":{"__proto__":{"admin":true}}}',
  '{"type":"receive","qty":1,"items":[{"qty":1,"__proto__":null}]}',
])('refuses __proto__ as a field: %s', async (text) => {
  const { status, body } = await post(text);
  expect(status).toBe(400);
  expect(body.error.details[0].path).toMatch(/__proto__$/);
  expect(body.error.details[0].message).toBe('is not a known field');
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test('refuses constructor and prototype where they are unknown fields', async () => {
  const { body } = await post('{"type":"receive","qty":1,"constructor":1,"toString":2}');
  expect(body.error.details.map((one: { path: string }) => one.path).sort()).toEqual([
    'constructor',
    'toString',
  ]);
});

test.each([
  ['{"type":"SECRET', 8],
  ['{"type":"receive",}', 18],
  ['SECRET', 0],
  ['', undefined],
  ['   ', 3],
  ['{"type":"receive"} SECRET', 19],
  ["{'type':1}", 1],
  ['{"qty":01}', 8],
  ['{"qty":NaN}', 7],
  ['{"note":"a\tb"}', 8],
])('says where %j stops being JSON and never quotes it', async (text, at) => {
  const { status, body, text: answer } = await post(text);
  expect([status, body.error.code]).toEqual([400, 'validation_error']);
  if (at !== undefined) expect(body.error.message).toContain(`at character ${at} `);
  expect(answer).not.toContain('SECRET');
});

test('survives 100,000 open brackets', async () => {
  for (const text of ['['.repeat(100_000), '{"a":'.repeat(100_000)]) {
    expect((await post(text)).status).toBe(400);
  }
  const closed = '['.repeat(100_000) + ']'.repeat(100_000);
  const { status, body } = await post(closed);
  expect(status).toBe(400);
  expect(body.error.message).toContain('32 levels');
});

test.each([
  ['brackets', '['.repeat(BODY_BYTES_MAX)],
  ['closed brackets', '['.repeat(BODY_BYTES_MAX / 2) + ']'.repeat(BODY_BYTES_MAX / 2)],
  ['objects', '{"a":'.repeat(BODY_BYTES_MAX / 5)],
  ['elements', `[${'1,'.repeat(BODY_BYTES_MAX / 2 - 1)}1]`],
  ['brackets in a string', `{"a":"${'['.repeat(BODY_BYTES_MAX - 10)}",}`],
])('holds the event loop for no longer than a reading of a megabyte of %s', (_what, text) => {
  const bytes = Buffer.from(text);
  // Of this thread's own time, and the least of several, so that a busy machine fails nothing: 60 ms and
  // more where it is parsed.
  const milliseconds = () => {
    const before = process.threadCpuUsage();
    expect(() => parseBody(bytes)).toThrow();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  expect(Math.min(...Array.from({ length: 5 }, milliseconds))).toBeLessThan(20);
});

test('counts no bracket, comma or quote of a text as nesting', () => {
  const text = '[{,"\\ '.repeat(20_000);
  expect(parseBody(Buffer.from(JSON.stringify({ text })))).toEqual({ text });
});

test('takes what is nested 32 levels deep, and nothing deeper', () => {
  const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  expect(() => parseBody(nested(32))).not.toThrow();
  expect(() => parseBody(nested(33))).toThrow('nested at most 32 levels');
});

test('bounds how much can be wrong with one body', async () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`);
  const { status, body } = await post(`{${members.join(',')}}`);
  expect(status).toBe(400);
  expect(body.error.message).toContain('10000 values');
  const fewer = await post(`{${members.slice(0, 5000).join(',')}}`);
  expect(fewer.body.error.details).toHaveLength(20);
});

test('takes the last of a repeated member', async () => {
  expect((await post('{"type":"receive","qty":1,"qty":7}')).status).toBe(200);
  expect(lastBody()).toMatchObject({ qty: 7 });
});

test.each(['null', '[]', '"receive"', '1', 'true'])(
  'refuses %s where an object belongs',
  async (text) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body');
  },
);

test.each(['1e400', '1.5', '9007199254740993', '-0', '"1"', 'true', 'null', '[1]'])(
  'never coerces or rounds a number of a body: %s',
  async (qty) => {
    const { status, body } = await post(`{"type":"receive","qty":${qty}}`);
    expect([status, body.error.details[0].path]).toEqual([400, 'qty']);
  },
);

test('finds the malformed position exactly where JSON.parse names none', () => {
  const almost = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '0'))
    .map(([text, seed, extra]) => {
      const at = seed % (text.length + 1);
      return text.slice(0, at) + extra + text.slice(at + (seed % 2));
    });
  fc.assert(
    fc.property(almost, (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      const at = firstMalformed(text);
      if (valid) expect(at).toBe(text.length);
      else expect(at).toBeLessThanOrEqual(text.length);
      // What precedes the position can be continued to valid JSON, so the position is not too late.
      if (!valid && at < text.length)
        expect(firstMalformed(text.slice(0, at))).toBeLessThanOrEqual(at);
    }),
    { numRuns: 2000 },
  );
});

test('shows the validator one Content-Type alone, since it keeps a copy for each', async () => {
  const request = { headers: { 'content-type': 'application/x-1' } } as IncomingMessage;
  await readBody(request, { body: 'none' } as Operation);
  expect(request.headers).toEqual({});
  const odd = {
    headers: { 'content-type': 'Application/JSON;charset=UTF-8', 'content-encoding': 'br' },
  };
  await expect(
    readBody(
      odd as unknown as IncomingMessage,
      { body: 'required', bodyBytesMax: 100 } as Operation,
    ),
  ).rejects.toThrow();
  expect(odd.headers['content-type']).toBe('application/json');
});

function chunked(text: string): ReadableStream {
  const encoded = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= encoded.length) return controller.close();
      controller.enqueue(encoded.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}
