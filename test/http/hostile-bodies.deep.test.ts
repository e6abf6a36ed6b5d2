/**
 * Bodies that mean harm, sent to the program in a process of its own: to each operation that takes one, in each
 * of its fields. None is ever stored, kept in memory, quoted in the log or answered with a 5xx.
 */
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Operation } from '../../src/http/operations.ts';
import {
  ask,
  type RawAnswer,
  RawConnection,
  type RawRequest,
  requestBytes,
} from '../support/raw.ts';
import {
  bearer,
  contract,
  exampleRequest,
  JSON_TYPE,
  judged,
  keepsNoMoreThan,
  MARK,
  MOVEMENTS,
  operations,
  othersAreServed,
  sendAll,
  startTarget,
  type Target,
} from './hostile.ts';
import { fieldsOf, levelsOf, textWith, wrongFor } from './hostile-bodies.ts';

const withBody = operations.filter(({ body }) => body !== 'none');

// They work for seconds, and for longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

let target: Target;
let before: Record<string, number>;
beforeAll(async () => {
  target = await startTarget();
  before = await target.rows();
});
afterAll(() => target?.end());

interface Hostile extends RawRequest {
  readonly operation: Operation;
  readonly what: string;
  /** Of the field that an answer must name. */
  readonly field?: string;
}

function hostile(
  operation: Operation,
  what: string,
  body: string | Uint8Array,
  field?: string,
): Hostile {
  const example = exampleRequest(operation, target);
  const { method = 'POST', target: address } = example;
  const headers = [...example.headers, JSON_TYPE];
  return { operation, what, method, target: address, headers, body, ...(field && { field }) };
}

function wholeItem({ batch }: Operation): string | undefined {
  return batch && `${batch.items}.0.${batch.body}`;
}

/** What is wrong, whether the whole was refused or the one item of a batch. */
function refusalOf(request: Hostile, answer: RawAnswer | undefined) {
  const body = judged(request, answer);
  const [item] = body.results ?? [];
  return { status: item?.status ?? answer?.status, error: item?.body.error ?? body.error };
}

/** Sends them all, and says what each that was not refused with 400 and the field's name was answered. */
async function unrefused(requests: Iterable<Hostile>): Promise<string[]> {
  const wrong: string[] = [];
  await sendAll(target.url, requests, (request, answer) => {
    const { status, error } = refusalOf(request, answer);
    const { field } = request;
    const named = (error?.details ?? []).map(({ path }: { path: string }) => path);
    const isNamed =
      field === undefined ||
      named.some((path: string) => path === field || field.endsWith(`.${path}`));
    if (status !== 400 || !isNamed) {
      wrong.push(
        `${request.operation.id} ${request.what}: ${status} ${JSON.stringify(error ?? answer?.text)}`,
      );
    }
  });
  return wrong;
}

test('takes no byte more than each operation says, announced or not', async () => {
  for (const operation of withBody) {
    const { bodyBytesMax } = operation;
    const full = `{"${MARK}":1}`.padEnd(bodyBytesMax, ' ');
    const atLimit = hostile(operation, 'full', full);
    const { status, error } = refusalOf(atLimit, await ask(target.url, atLimit));
    expect([operation.id, status, error.details.map(({ path }: { path: string }) => path)]).toEqual(
      [operation.id, 400, expect.arrayContaining([MARK])],
    );
    const over = hostile(operation, 'over', `${full} `);
    const chunks = {
      ...over,
      headers: [...(over.headers ?? []), ['Transfer-Encoding', 'chunked'] as const],
      body: `${bodyBytesMax.toString(16)}\r\n${full}\r\n1\r\n \r\n0\r\n\r\n`,
    };
    for (const request of [over, chunks]) {
      const refusal = refusalOf(request, await ask(target.url, request));
      expect([operation.id, refusal.status, refusal.error.code]).toEqual([
        operation.id,
        413,
        'payload_too_large',
      ]);
    }
  }
});

test('refuses what no value of a field can be, in each field of each operation, and names it', async () => {
  function* all(): Generator<Hostile> {
    for (const operation of withBody) {
      const { json } = exampleRequest(operation, target);
      for (const { path, schema } of fieldsOf(contract, operation)) {
        for (const value of wrongFor(schema)) {
          const field = path.join('.');
          // An item of a batch is judged as if it had come alone: its body is the body.
          const named = field === wholeItem(operation) ? 'body' : field;
          yield hostile(operation, `${field}=${value}`, textWith(json, path, value), named);
        }
      }
    }
  }
  const requests = [...all()];
  expect(requests.length).toBeGreaterThan(700);
  expect(await unrefused(requests)).toEqual([]);
});

test('takes a number in any spelling that JSON has for it', async () => {
  const preview = operations.find(({ id }) => id === 'previewMovement') as Operation;
  const spelt = [
    ['100', 100],
    ['1e2', 100],
    ['1E+2', 100],
    ['100.0', 100],
    ['10000e-2', 100],
  ] as const;
  for (const [text, qty] of spelt) {
    const body = `{"type":"fulfill","sku_code":"SKU-1","qty":${text}}`;
    const request = hostile(preview, text, body);
    const answered = judged(request, await ask(target.url, request));
    expect([text, answered.lots.map((lot: { qty: number }) => lot.qty)]).toEqual([text, [qty]]);
  }
});

test('refuses bytes that are no text, in each field of each operation', async () => {
  const bytes = ['\0', '\xff', '\xc0\x80', '\xed\xa0\x80', '\x01'];
  function* all(): Generator<Hostile> {
    for (const operation of withBody) {
      const { json } = exampleRequest(operation, target);
      for (const { path } of fieldsOf(contract, operation)) {
        for (const odd of bytes) {
          const text = Buffer.from(textWith(json, path, `"${MARK}${odd}"`), 'latin1');
          yield hostile(operation, `${path.join('.')} has ${JSON.stringify(odd)}`, text, 'body');
        }
      }
    }
  }
  expect(await unrefused(all())).toEqual([]);
});

test('takes no name for a field that objects have by themselves, at any depth', async () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  function* all(): Generator<Hostile> {
    for (const operation of withBody) {
      const { json } = exampleRequest(operation, target);
      for (const { path, isOpen } of levelsOf(contract, operation)) {
        for (const name of names) {
          // Where a caller makes up names, all but one of these are as good as others.
          if (isOpen && name !== '__proto__') continue;
          const field = [...path, name];
          yield hostile(
            operation,
            field.join('.'),
            textWith(json, field, isOpen ? '"x"' : '{"admin":true}'),
            field.join('.'),
          );
        }
      }
    }
  }
  expect(await unrefused(all())).toEqual([]);
  expect(await ask(target.url, { target: '/healthz' })).toMatchObject({ status: 200 });
});

test('refuses what is no object, or no JSON of any encoding', async () => {
  const json = '{"code":"x"}';
  const bodies: [string, string | Uint8Array][] = [
    ...[
      'null',
      'true',
      '1',
      '1e400',
      '-0',
      '"x"',
      '[]',
      '[[]]',
      '[null]',
      '{}{}',
      '{"a":1,}',
      '{,}',
      "{'a':1}",
    ].map((text): [string, string] => [text, text]),
    ...[
      'NaN',
      'Infinity',
      '{"a":01}',
      '{"a":.5}',
      '{"a":1.}',
      '{"a":+1}',
      '{"a":0x1}',
      '/**/{}',
      '\v{}',
    ].map((text): [string, string] => [text, text]),
    ['nothing', ''],
    ['white space', ' \r\n\t'],
    ['UTF-16 LE', Buffer.from(`\uFEFF${json}`, 'utf16le')],
    ['UTF-16 BE', Buffer.from(`\uFEFF${json}`, 'utf16le').swap16()],
    ['UTF-32', Buffer.from([...json].flatMap((one) => [0, 0, 0, one.charCodeAt(0)]))],
    ['two byte order marks', Buffer.from(`\uFEFF\uFEFF${json}`)],
    ['gzip that says it is none', gzipSync(json)],
  ];
  const all = withBody
    .filter(({ body }) => body === 'required')
    .flatMap((operation) => bodies.map(([what, body]) => hostile(operation, what, body)));
  expect(await unrefused(all)).toEqual([]);
});

test('is not troubled by depth, by many members or by many elements', async () => {
  const shapes = (bytes: number): [string, string][] => [
    ['brackets', '['.repeat(bytes)],
    ['closed brackets', '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
    ['objects', '{"a":'.repeat(bytes / 5)],
    ['nested in a field', `{"type":${'[{"a":'.repeat(bytes / 10)}1${'}]'.repeat(bytes / 10)}}`],
    ['elements', `[${'1,'.repeat(bytes / 2 - 2)}1]`],
    ['members', `{${Array.from({ length: bytes / 12 }, (_, at) => `"${at}":1`).join()}}`],
    ['one name', `{${Array.from({ length: bytes / 8 }, () => '"a":1').join()}}`],
    ['a long name', `{"${'n'.repeat(bytes - 10)}":1}`],
    ['a long number', `{"qty":${'9'.repeat(bytes - 20)}}`],
    ['a long fraction', `{"qty":0.${'0'.repeat(bytes - 20)}1}`],
    ['a string that does not end', `{"a":"${'\\\\'.repeat(bytes / 2 - 10)}`],
  ];
  await othersAreServed(target, async () => {
    const all = withBody.flatMap((operation) =>
      shapes(operation.bodyBytesMax).map(([what, body]) => hostile(operation, what, body)),
    );
    expect(await unrefused(all)).toEqual([]);
  });
  // A hundred thousand levels and a million members are beyond what any operation reads.
  const largest = withBody.reduce((one, other) =>
    one.bodyBytesMax > other.bodyBytesMax ? one : other,
  );
  for (const body of [
    '['.repeat(100_000),
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":1`).join()}}`,
  ]) {
    const request = hostile(largest, 'large', body);
    const { status } = refusalOf(request, await ask(target.url, request));
    expect(status).toBe(body.length > largest.bodyBytesMax ? 413 : 400);
  }
});

test('unpacks nothing, so that nothing can grow', async () => {
  const zeros = Buffer.alloc(20_000_000);
  const packed: [string, Uint8Array][] = [
    ['gzip', gzipSync(zeros)],
    ['x-gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zeros.subarray(0, 100)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
    ['compress', zeros.subarray(0, 100)],
    [MARK, zeros.subarray(0, 100)],
  ];
  const before = await target.megabytes();
  const all = withBody.flatMap((operation) =>
    packed.flatMap(([coding, body]) => {
      const request = hostile(operation, coding, body);
      const headers = request.headers ?? [];
      return [
        { ...request, headers: [...headers, ['Content-Encoding', coding] as const] },
        {
          ...request,
          headers: [...headers, ['Transfer-Encoding', `${coding}, chunked`] as const],
          body: '2\r\n{}\r\n0\r\n\r\n',
        },
      ];
    }),
  );
  await sendAll(target.url, all, (request, answer) => {
    const { status, error } = refusalOf(request, answer);
    expect([request.what, status, error.code]).toEqual([
      request.what,
      415,
      'unsupported_media_type',
    ]);
  });
  await keepsNoMoreThan(target, before + 50);
});

test('counts a body by one length alone, and believes none that cannot be', async () => {
  const key = bearer(target.pharmacyKey);
  const movement = (headers: readonly (readonly [string, string])[], body: string): RawRequest => ({
    method: 'POST',
    target: MOVEMENTS,
    headers: [key, JSON_TYPE, ['Idempotency-Key', `length-${MARK}`], ...headers],
    body,
  });
  const chunked = ['Transfer-Encoding', 'chunked'] as const;
  const length = (value: string) => ['Content-Length', value] as const;
  const inside = `GET ${STOLEN} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const smuggled: [string, RawRequest][] = [
    ['a length and chunks', movement([length('5'), chunked], `0\r\n\r\n${inside}`)],
    ['chunks and a length', movement([chunked, length('5')], `0\r\n\r\n${inside}`)],
    ['two lengths', movement([length('2'), length('40')], `{}${inside}`)],
    ['the same length twice', movement([length('2'), length('2')], `{}${inside}`)],
    ['a list of lengths', movement([length('2, 2')], `{}${inside}`)],
    ...['-1', '+2', '0x2', '2e0', '2.0', '', ' ', '9'.repeat(30), MARK].map(
      (value): [string, RawRequest] => [
        `the length ${value}`,
        movement([length(value)], `{}${inside}`),
      ],
    ),
    ['chunks twice', movement([chunked, chunked], `0\r\n\r\n${inside}`)],
    [
      'chunks that are not last',
      movement([['Transfer-Encoding', 'chunked, gzip']], `0\r\n\r\n${inside}`),
    ],
    ['chunks spelt oddly', movement([['Transfer-Encoding', 'xchunked']], `0\r\n\r\n${inside}`)],
    ['chunks after a tab', movement([['Transfer-Encoding', '\x0bchunked']], `0\r\n\r\n${inside}`)],
    ['chunks of no size', movement([chunked], `zz\r\n{}\r\n0\r\n\r\n${inside}`)],
    ['chunks of a size below none', movement([chunked], `-2\r\n{}\r\n0\r\n\r\n${inside}`)],
    [
      'chunks beyond any size',
      movement([chunked], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n${inside}`),
    ],
    ['a chunk longer than it says', movement([chunked], `1\r\n{}\r\n0\r\n\r\n${inside}`)],
    [
      'endless extensions',
      movement([chunked], `2;${'a'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n${inside}`),
    ],
    [
      'endless trailers',
      movement([chunked], `2\r\n{}\r\n0\r\nX: ${'a'.repeat(30_000)}\r\n\r\n${inside}`),
    ],
    ['chunks of HTTP/1.0', { ...movement([chunked], `2\r\n{}\r\n0\r\n\r\n`), version: 'HTTP/1.0' }],
  ];
  for (const [what, request] of smuggled) {
    const connection = await RawConnection.open(target.url);
    connection.send(requestBytes(request));
    const answer = await connection.next();
    await setTimeout(20);
    // A client that has ended its request gets no more than what is on its way.
    connection.socket.end();
    const others = await connection.rest();
    const { error } = judged(request, answer);
    const status = answer?.status ?? 0;
    expect([what, [400, 413, 415, 431].includes(status), error.request_id.length]).toEqual([
      what,
      true,
      36,
    ]);
    // What was hidden in the body is no request of its own.
    expect([what, others]).toEqual([what, []]);
    connection.close();
  }
});

const STOLEN = '/healthz';

test('keeps nothing of the many bodies that it refused, and answers others meanwhile', async () => {
  const batch = withBody.find(({ batch }) => batch !== undefined) as Operation;
  const filler = 'x'.repeat(batch.bodyBytesMax - 50);
  function* bodies(count: number): Generator<Hostile> {
    for (let index = 0; index < count; index += 1) {
      // Read, decoded and parsed to its end, and another one each time.
      yield hostile(batch, 'large', `{"${index}":"${filler}"${index % 2 ? '}' : ''}`);
    }
  }
  expect(await unrefused(bodies(100))).toEqual([]);
  const before = await target.megabytes();
  await othersAreServed(target, async () => {
    expect(await unrefused(bodies(600))).toEqual([]);
  });
  // They were 150 MB.
  await keepsNoMoreThan(target, before + 50);
});

test('has stored nothing of all that, and its log has neither failures nor what was sent', async () => {
  expect(await target.rows()).toEqual(before);
  expect(target.complaints()).toEqual([]);
});
