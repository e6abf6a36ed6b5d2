// What becomes of what a connection sends beyond what is answered, and of connections beyond those that there may be.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { attach } from '../../src/http/connections.ts';
import { PIPELINED_MAX } from '../../src/http/limits.ts';
import { RawConnection, requestBytes } from '../support/raw.ts';

let server: Server;
const connections: RawConnection[] = [];
const UPGRADE = [
  ['Connection', 'keep-alive, Upgrade'],
  ['Upgrade', 'h2c'],
] as const;
afterEach(() => {
  for (const one of connections.splice(0)) one.close();
  server.closeAllConnections();
  server.close();
});

async function serve(app: RequestListener): Promise<string> {
  server = createServer();
  attach(server, app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connections.push(connection);
  return connection;
}

test.each([
  ['nothing', requestBytes({ target: '/' })],
  ['a body', requestBytes({ method: 'POST', target: '/', body: 'x'.repeat(100) })],
  [
    'a body in chunks',
    requestBytes({
      method: 'POST',
      target: '/',
      headers: [['Transfer-Encoding', 'chunked']],
      body: '3\r\nabc\r\n0\r\n\r\n',
    }),
  ],
])('makes nothing of thousands of requests with %s that it will not answer', async (_what, one) => {
  let made = 0;
  // None is answered before all that come at once are there.
  const url = await serve(async (_request, response) => {
    await setTimeout(200);
    response.end('answered');
  });
  server.on('request', () => {
    made += 1;
  });
  const flood = await open(url);
  flood.send(Buffer.concat(Array.from({ length: 5_000 }, () => one)));
  const answers = await flood.rest();
  expect(answers).toHaveLength(PIPELINED_MAX + 1);
  expect(answers.at(-1)?.headers.get('connection')).toBe('close');
  expect(made).toBe(answers.length);
});

test.each([
  ['without a body', requestBytes({ target: '/', headers: UPGRADE })],
  ['with a body', requestBytes({ method: 'POST', target: '/', headers: UPGRADE, body: 'abc' })],
])(
  'answers a request %s that wants another protocol, and ends the connection',
  async (_what, one) => {
    const url = await serve((_request, response) => response.end('answered'));
    const upgrading = await open(url);
    const next = requestBytes({ target: '/' });
    // Node reads nothing behind it, so its answer says that the connection closes.
    upgrading.send(Buffer.concat([next, one, next, next]));
    const answers = await upgrading.rest();
    expect(answers.map(({ text, headers }) => [text, headers.get('connection')])).toEqual([
      ['answered', 'keep-alive'],
      ['answered', 'close'],
    ]);
  },
);

test('continues after a request that names another protocol and does not ask for it', async () => {
  const url = await serve((_request, response) => response.end('answered'));
  const naming = await open(url);
  naming.send(requestBytes({ target: '/', headers: [['Upgrade', 'h2c']] }));
  naming.send(requestBytes({ target: '/' }));
  expect([(await naming.next())?.text, (await naming.next())?.text]).toEqual([
    'answered',
    'answered',
  ]);
});

describe('where all connections are taken', () => {
  const CONNECTIONS_MAX = 20;
  const serveFew = async (app: RequestListener) => {
    const url = await serve(app);
    server.maxConnections = CONNECTIONS_MAX;
    return url;
  };
  const openAll = (url: string) =>
    Promise.all(Array.from({ length: CONNECTIONS_MAX - 1 }, () => open(url)));
  const hasEnded = async (one: RawConnection) =>
    await Promise.race([one.ended().then(() => true), setTimeout(100, false)]);

  test.each([
    ['never begin a head', ''],
    ['never end a head', 'GET / HTTP/1.1\r\nX: '],
  ])('answers each who comes, beside any number who %s', async (_what, bytes) => {
    const url = await serveFew((_request, response) => response.end('answered'));
    for (let round = 0; round < 3; round += 1) {
      for (const one of await openAll(url)) one.send(bytes);
      const newcomer = await open(url);
      newcomer.send(requestBytes({ target: '/' }));
      expect((await newcomer.next())?.text).toBe('answered');
    }
  });

  test('ends the one that has waited for longest, since its beginning or its last answer', async () => {
    const url = await serveFew((_request, response) => response.end('answered'));
    const [first, second, ...others] = (await openAll(url)) as [RawConnection, RawConnection];
    first.send(requestBytes({ target: '/' }));
    await first.next();
    await open(url);
    expect(await Promise.all([first, second, ...others].map(hasEnded))).toEqual([
      false,
      true,
      ...others.map(() => false),
    ]);
  });

  test('ends none that waits for its answer', async () => {
    let begun = 0;
    let answer = (): void => {};
    const answerable = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const url = await serveFew(async (_request, response) => {
      begun += 1;
      await answerable;
      response.end('answered');
    });
    const waiting = await openAll(url);
    for (const one of waiting) one.send(requestBytes({ target: '/' }));
    await vi.waitFor(() => expect(begun).toBe(CONNECTIONS_MAX - 1));
    for (let index = 0; index < 3; index += 1) await open(url);
    answer();
    const answers = await Promise.all(waiting.map((one) => one.next()));
    expect(answers.map((one) => one?.text)).toEqual(waiting.map(() => 'answered'));
  });
});
