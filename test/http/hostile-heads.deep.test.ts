/**
 * Heads that mean harm: methods, addresses, parameters, types and headers as no client sends them, to the program
 * in a process of its own. Each is refused in the contract's words, and costs others nothing.
 */
import { METHODS } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  HEAD_BYTES_MAX,
  HEADERS_MAX,
  QUERY_PARAMETERS_MAX,
  TARGET_BYTES_MAX,
} from '../../src/http/limits.ts';
import type { Operation, Parameter } from '../../src/http/operations.ts';
import { ask, type RawRequest } from '../support/raw.ts';
import {
  bearer,
  exampleRequest,
  JSON_TYPE,
  judged,
  keepsNoMoreThan,
  MARK,
  MOVEMENTS,
  operations,
  othersAreServed,
  STOCK,
  sendAll,
  startTarget,
  type Target,
} from './hostile.ts';

// They work for seconds, and for longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

let target: Target;
let before: Record<string, number>;
let key: readonly [string, string];
beforeAll(async () => {
  target = await startTarget();
  before = await target.rows();
  key = bearer(target.pharmacyKey);
});
afterAll(() => target?.end());

type Header = readonly [string, string];

/** A request and what it is answered: its status, its code and the fields that it names. */
async function answerTo(request: RawRequest): Promise<[number, string, string[]]> {
  const answer = await ask(target.url, request);
  const { error } = judged(request, answer);
  const fields = (error?.details ?? []).map(({ path }: { path: string }) => path);
  return [answer?.status ?? 0, error?.code ?? '', fields];
}

const reads = (search: string, headers: readonly Header[] = []): RawRequest => ({
  target: `${STOCK}${search}`,
  headers: [key, ...headers],
});

test('reads a body of JSON alone, however many other types there are, and keeps none of them', async () => {
  const long = 'x'.repeat(12_000);
  const odd = (index: number): string[] => [
    `application/x-${index}`,
    `application/json; q=${index}`,
    `application/json; charset=x-${index}`,
    `application/json+${index}`,
    `text/x-${index}; charset=utf-8`,
    `multipart/form-data; boundary=${index}${MARK}`,
    `application/vnd.api+json; version=${index}`,
    `application/json, text/x-${index}`,
  ];
  const malformed = [
    '',
    ';',
    '/',
    'json',
    'application',
    'application/',
    '/json',
    '*/*',
    'application/*',
    'application/json;charset',
    'application/json; charset="utf-8',
    `application/json;${long}`,
    'application/json\\',
    '"application/json"',
    'application/json;charset=utf-8;charset=utf-16',
    long,
    'application/x-www-form-urlencoded',
    'application/json;charset=utf-7',
    'application/ json',
  ];
  const movement = { method: 'POST', target: MOVEMENTS, body: '{}' };
  const withType = (type: string): RawRequest => ({
    ...movement,
    headers: [key, ['Idempotency-Key', 'type-of-none'], ['Content-Type', type]],
  });
  const refuseAll = (types: Iterable<string>) =>
    sendAll(target.url, [...types].map(withType), (request, answer) => {
      const { error } = judged(request, answer);
      const type = request.headers?.[2]?.[1];
      expect([type, answer?.status, error.code]).toEqual([type, 415, 'unsupported_media_type']);
    });
  await refuseAll(malformed);
  await othersAreServed(target, () =>
    refuseAll(Array.from({ length: 125 }, (_, index) => odd(index)).flat()),
  );
  // Where there is no body to read, a type says nothing; nor does what a caller would like to get.
  const unread = Array.from({ length: 1_200 }, (_, index) =>
    reads('', [
      ['Content-Type', `application/y-${index}`],
      ['Accept', `text/y-${index};q=0.5, application/json;q=0`],
      ['Accept-Encoding', `y-${index}`],
    ]),
  );
  const before = await target.megabytes();
  await othersAreServed(target, () =>
    sendAll(target.url, unread, (request, answer) => {
      judged(request, answer);
      expect(answer?.status).toBe(200);
    }),
  );
  // A validator for each of these types takes some 100 kB, and 10 ms to compile.
  await keepsNoMoreThan(target, before + 30);
});

test('answers each method that HTTP has, and each that it has not', async () => {
  const others = METHODS.filter((method) => method !== 'GET' && method !== 'HEAD');
  expect(others.length).toBeGreaterThan(30);
  for (const method of others) {
    const answer = await ask(target.url, { ...reads(''), method });
    judged({ method, target: STOCK }, answer);
    expect([method, answer?.status]).toEqual([method, 405]);
    expect(answer?.headers.get('allow')).toMatch(method === 'CONNECT' ? /GET/ : /^GET, HEAD$/);
  }
  const head = await ask(target.url, { ...reads(''), method: 'HEAD' });
  expect([head?.status, head?.text]).toEqual([200, '']);
  for (const method of ['get', 'Get', 'FOO', 'GETX', 'G', '', 'GET GET', '\0', '"GET"', MARK]) {
    expect([method, await answerTo({ ...reads(''), method })]).toEqual([
      method,
      [400, 'validation_failed', []],
    ]);
  }
  expect(await answerTo({ method: 'CONNECT', target: 'elsewhere.example:443' })).toEqual([
    405,
    'method_not_allowed',
    [],
  ]);
});

test('takes the method of the request line, whatever headers say', async () => {
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']) {
    expect(await answerTo(reads('', [[name, 'DELETE']]))).toEqual([200, '', []]);
  }
  expect(await answerTo(reads('?_method=DELETE'))).toEqual([400, 'validation_error', ['_method']]);
});

test('finds nothing by an address that is spelt oddly', async () => {
  const unknown = [
    '//',
    '///',
    '/..',
    '/../..',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '/%',
    '/%zz',
    '/*',
    '*',
    'foo://',
    'http://[',
    'http://x:99999999/',
    'a://b/c',
    'http://u:p@h/x',
    `/${STOCK}`,
    `${STOCK}/`,
    `${STOCK}//`,
    `${STOCK};v=1`,
    `${STOCK}%00`,
    `${STOCK}%20`,
    `${STOCK}%2f`,
    STOCK.toUpperCase(),
    STOCK.replace('/v1/', '/v1/./'),
    STOCK.replace('/v1/', '/v1//'),
    STOCK.replace('/v1/', '/v1/x/../'),
    STOCK.replace('/v1/', '/v1%2f'),
    STOCK.replace('stock', '%73tock%'),
    '/%c0%ae%c0%ae/',
    '/%e0%80%af',
    '/%f8%80%80%80%af',
    '/%u0000',
    '/__proto__',
    '/constructor',
    '/api/public/v1/__proto__',
    '/.git/config',
    '/docs/../healthz',
  ];
  for (const address of unknown) {
    expect([address, await answerTo({ target: address, headers: [key] })]).toEqual([
      address,
      [404, 'not_found', []],
    ]);
  }
  for (const address of [
    '',
    'x',
    '?',
    '/a b',
    '/\xff',
    '/\x7f',
    '/\0',
    '/\t',
    'javascript:alert(1)',
    'http:/x',
  ]) {
    const [status] = await answerTo({ target: address, headers: [key] });
    expect([address, status]).toEqual([address, 400]);
  }
  // The absolute form is the address's own, wherever it points.
  const absolute = { target: `http://elsewhere.example${STOCK}`, headers: [key] };
  expect(await ask(target.url, absolute)).toMatchObject({ status: 200 });
});

const FLAWED = ['%00', 'a%00b', '%ed%a0%80', '%c0%80', '%ff', '%', '%zz', '%f4%90%80%80', 'a%0'];

test('refuses what is no text in each parameter of each operation', async () => {
  interface Flawed extends RawRequest {
    readonly operation: Operation;
    readonly parameter: Parameter;
    readonly value: string;
  }
  function* all(): Generator<Flawed> {
    for (const operation of operations) {
      const { json: _json, ...example } = exampleRequest(operation, target);
      const [path = '', ...query] = example.target.split('?');
      const typed = operation.body === 'none' ? [] : [JSON_TYPE];
      for (const parameter of operation.parameters) {
        const { name, in: location } = parameter;
        const values =
          location === 'header'
            ? ['\xfcmlaut-12', '\t\t\t', 'a b c d e', 'x'.repeat(5_000)]
            : FLAWED;
        for (const value of [...values, ...(location === 'header' ? [] : ['x'.repeat(5_000)])]) {
          const headers = [...example.headers, ...typed];
          const flawed = { ...example, headers, operation, parameter, value };
          if (location === 'query') yield { ...flawed, target: `${path}?${name}=${value}` };
          else if (location === 'path') {
            const segment = operation.template.split('/').indexOf(`{${name}}`);
            const segments = path.split('/');
            segments[segment + '/api/public'.split('/').length - 1] = value;
            yield { ...flawed, target: [segments.join('/'), ...query].join('?') };
          } else {
            const others = headers.filter(([other]) => other !== name);
            yield { ...flawed, headers: [...others, [name, value]] };
          }
        }
      }
    }
  }
  let count = 0;
  await sendAll(target.url, all(), (request, answer) => {
    const { error } = judged(request, answer);
    const { operation, parameter, value } = request;
    count += 1;
    const named = (error?.details ?? []).map(({ path }: { path: string }) => path);
    const isNamed =
      error.code === 'invalid_id' ||
      named.includes(parameter.name) ||
      /percent-encoding/.test(error.message);
    expect([operation.id, parameter.name, value, answer?.status, isNamed]).toEqual([
      operation.id,
      parameter.name,
      value,
      400,
      true,
    ]);
  });
  expect(count).toBeGreaterThan(700);
});

test('takes each query parameter once, plain, and no more than a hundred of them', async () => {
  const cases: [string, string[]][] = [
    ['sku_code=a&sku_code=a', ['sku_code']],
    ['sku_code=a&SKU_CODE=b', ['SKU_CODE']],
    ['sku_code[]=a', ['sku_code[]']],
    ['sku_code[0]=a&sku_code[1]=b', ['sku_code[0]', 'sku_code[1]']],
    ['sku_code[a][b]=c', ['sku_code[a][b]']],
    ['sku_code%5B%5D=a', ['sku_code[]']],
    ['__proto__[x]=1', ['__proto__[x]']],
    ['__proto__=1&constructor=1&toString=1', ['__proto__', 'constructor', 'toString']],
    ['constructor[prototype][x]=1', ['constructor[prototype][x]']],
    ['=1', ['body']],
    ['sku_code=', ['sku_code']],
    ['limit=1e1', ['limit']],
    ['limit=1.0', ['limit']],
    ['limit=-0', ['limit']],
    ['limit=9007199254740993', ['limit']],
    ['limit=99999999999999999999999999', ['limit']],
    ['limit=NaN', ['limit']],
    ['limit=%EF%BC%91', ['limit']],
    ['low=TRUE', ['low']],
    ['low=1', ['low']],
    ['as_of=1e400', ['as_of']],
    ['as_of=2026-02-30T00:00:00Z', ['as_of']],
  ];
  for (const [query, fields] of cases) {
    const expected = query === '=1' ? [expect.any(String)] : fields;
    expect([query, await answerTo(reads(`?${query}`))]).toEqual([
      query,
      [400, 'validation_error', expected],
    ]);
  }
  const many = (count: number) =>
    `?${Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')}`;
  const [status, , fields] = await answerTo(reads(many(QUERY_PARAMETERS_MAX)));
  expect([status, fields[0]]).toEqual([400, 'p0']);
  for (const search of [
    many(QUERY_PARAMETERS_MAX + 1),
    `?${'&'.repeat(5_000)}`,
    `?${'a&'.repeat(3_000)}`,
  ]) {
    expect(await answerTo(reads(search))).toEqual([400, 'validation_error', ['query']]);
  }
});

test('says what an address and what headers may be at most, and counts each header', async () => {
  const address = (length: number) =>
    reads(`?sku_code=${'x'.repeat(length - `${STOCK}?sku_code=`.length)}`);
  expect(await answerTo(address(TARGET_BYTES_MAX))).toEqual([
    400,
    'validation_error',
    ['sku_code'],
  ]);
  expect(await answerTo(address(TARGET_BYTES_MAX + 1))).toEqual([414, 'address_too_long', []]);
  expect(await answerTo(address(HEAD_BYTES_MAX + 1))).toEqual([431, 'headers_too_large', []]);
  expect(await answerTo(address(1_000_000))).toEqual([431, 'headers_too_large', []]);

  // The key is last, where it would be dropped first.
  const posts = (headers: number): RawRequest => ({
    method: 'POST',
    target: MOVEMENTS,
    headers: [
      key,
      JSON_TYPE,
      ...Array.from({ length: headers - 5 }, (_, index): Header => [`X-${index}`, MARK]),
      ['Idempotency-Key', '?'],
    ],
    body: '{}',
  });
  const [status, , fields] = await answerTo(posts(HEADERS_MAX));
  expect([status, fields]).toEqual([400, expect.arrayContaining(['Idempotency-Key'])]);
  for (const count of [HEADERS_MAX + 1, 200, 500]) {
    expect(await answerTo(posts(count))).toEqual([431, 'headers_too_large', []]);
  }
  const repeated = (count: number, name: string, value: string) =>
    reads(
      '',
      Array.from({ length: count }, (): Header => [name, value]),
    );
  expect(await answerTo(repeated(3_000, 'a', ''))).toEqual([431, 'headers_too_large', []]);
  expect(await answerTo(repeated(50_000, 'X-Long', MARK))).toEqual([431, 'headers_too_large', []]);
  expect(await answerTo(repeated(1, 'X', 'x'.repeat(HEAD_BYTES_MAX)))).toEqual([
    431,
    'headers_too_large',
    [],
  ]);
  expect(await answerTo(repeated(1, 'x'.repeat(HEAD_BYTES_MAX), ''))).toEqual([
    431,
    'headers_too_large',
    [],
  ]);
  expect(await answerTo(repeated(1, 'Cookie', 'x'.repeat(12_000)))).toEqual([200, '', []]);
});

test('asks for one Host, one version and no miracle', async () => {
  const stock = reads('');
  const hosts = (...values: string[]): RawRequest =>
    reads(
      '',
      values.map((value): Header => ['Host', value]),
    );
  const refused: [string, RawRequest][] = [
    ['no host', { ...stock, host: false }],
    ['two hosts', hosts('a.example', 'b.example')],
    ['the same host twice', hosts('a.example', 'a.example')],
    [
      'hosts in two spellings',
      reads('', [
        ['Host', 'a'],
        ['hOST', 'b'],
      ]),
    ],
    ...Array.from({ length: 5 }, (_, index): [string, RawRequest] => [
      `HTTP/${['0.9', '1.2', '2.0', '3.0', '11'][index]}`,
      { ...stock, version: `HTTP/${['0.9', '1.2', '2.0', '3.0', '11'][index]}` },
    ]),
    ['http/1.1', { ...stock, version: 'http/1.1' }],
    ['HTTP 1.1', { ...stock, version: 'HTTP 1.1' }],
    ['a name with a space', reads('', [['X Y', 'a']])],
    ['a name before a space', reads('', [['X ', 'a']])],
    ['no name', reads('', [['', 'a']])],
    ['NUL', reads('', [['X', 'a\0b']])],
    ['a control character', reads('', [['X', 'a\x01b']])],
    ['a bare line feed', reads('', [['X', 'a\nY: b']])],
    ['a bare carriage return', reads('', [['X', 'a\rY: b']])],
    ['a folded line', reads('', [['X', 'a\r\n b']])],
    ['a line without a colon', reads('', [['X', 'a\r\nnothing']])],
  ];
  for (const [what, request] of refused) {
    const [status, code] = await answerTo(request);
    expect([what, status, /^validation_/.test(code)]).toEqual([what, 400, true]);
  }
  const twice: [string, Header][] = [
    ['Authorization', key],
    ['Content-Type', ['content-type', 'text/plain']],
  ];
  for (const [name, header] of twice) {
    expect(await answerTo(reads('', [JSON_TYPE, header]))).toEqual([
      400,
      'validation_error',
      [name],
    ]);
  }
  const bytes = [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'garbage\r\n\r\n',
    '\0\0\0\0',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  for (const text of bytes) {
    const answer = await ask(target.url, text);
    judged({ target: '/' }, answer);
    expect([text, answer?.status, answer?.headers.get('connection')]).toEqual([text, 400, 'close']);
  }
  expect(await answerTo({ ...stock, version: 'HTTP/1.0', host: false })).toEqual([200, '', []]);
  expect(await answerTo(reads('', [['Expect', 'miracles']]))).toEqual([
    417,
    'expectation_failed',
    [],
  ]);
  for (const protocol of ['websocket', 'h2c', 'TLS/1.2', MARK]) {
    const headers: Header[] = [
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', protocol],
    ];
    expect(await answerTo(reads('', headers))).toEqual([200, '', []]);
  }
});

test('lets nobody send a body that it will not read', async () => {
  const expectant = (headers: readonly Header[]): RawRequest => ({
    method: 'POST',
    target: MOVEMENTS,
    headers: [['Expect', '100-continue'], ['Content-Length', '10000'], ...headers],
  });
  const first = async (headers: readonly Header[]) => {
    const answer = await ask(target.url, expectant(headers));
    return [answer?.status, answer?.headers.get('connection')];
  };
  expect(await first([])).toEqual([401, 'close']);
  expect(await first([key, ['Content-Type', 'text/plain']])).toEqual([415, 'close']);
  expect(await first([key, ['Content-Encoding', 'gzip']])).toEqual([415, 'close']);
  expect(await first([key, JSON_TYPE])).toEqual([100, undefined]);
});

test('makes nothing of the ids and the addresses that a caller claims', async () => {
  const claims: Header[] = [
    ['X-Request-Id', `${MARK}\t"}{`],
    ['X-Request-Id', '\xff\xfe'],
    ['X-Forwarded-For', `${MARK}, 127.0.0.1`],
    ['X-Forwarded-Host', MARK],
    ['X-Forwarded-Proto', 'https'],
    ['Forwarded', `for=${MARK}`],
    ['X-Original-URL', '/metrics'],
    ['X-Rewrite-URL', '/metrics'],
    ['Referer', MARK],
    ['Origin', MARK],
    ['User-Agent', MARK],
    ['Cookie', `${MARK}=${MARK}`],
    ['Range', 'bytes=0-0,0-0,0-0'],
    ['If-None-Match', '*'],
    ['If-Match', '"x"'],
    ['TE', 'trailers'],
    ['__proto__', MARK],
    ['constructor', MARK],
  ];
  for (const claim of claims) {
    const answer = await ask(target.url, reads('', [claim]));
    judged(reads(''), answer);
    expect([claim[0], answer?.status]).toEqual([claim[0], 200]);
    expect(JSON.stringify([...(answer?.headers ?? [])])).not.toContain(MARK);
  }
  const credentials = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${MARK}`,
    'Basic YTpi',
    `Bearer ${'x'.repeat(10_000)}`,
    `Bearer \xff`,
  ];
  for (const credential of credentials) {
    const request = { target: STOCK, headers: [['Authorization', credential]] as const };
    expect([credential, await answerTo(request)]).toEqual([credential, [401, 'unauthorized', []]]);
  }
});

test('keeps nothing of thousands of requests that are none, and answers others meanwhile', async () => {
  const flood = (count: number) =>
    Array.from({ length: count }, (_, index): RawRequest => {
      const value = `${index}-${MARK}`.repeat(500);
      return index % 2 === 0
        ? { target: `/${value}\0` }
        : { target: '/', headers: [['X', value.repeat(3)]] };
    });
  const refuseAll = (count: number) =>
    sendAll(target.url, flood(count), (request, answer) => {
      judged({ target: '/' }, answer);
      expect(answer?.status).toBe(request.headers === undefined ? 400 : 431);
    });
  await refuseAll(200);
  const before = await target.megabytes();
  await othersAreServed(target, () => refuseAll(1_200));
  await keepsNoMoreThan(target, before + 30);
});

test('has stored nothing of all that, and its log has neither failures nor what was sent', async () => {
  expect(await target.rows()).toEqual(before);
  expect(target.complaints()).toEqual([]);
});
