/**
 * Callers who take their time, at the shell with shorter limits than it has by itself: each wait has an end, and
 * what was sent before stays in order.
 */
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { PIPELINED_MAX } from '../../src/http/limits.ts';
import { ask, type RawAnswer, RawConnection, requestBytes } from '../support/raw.ts';
import { type Shell, type ShellOptions, startShell, thing } from './shell.ts';

/** The wait that a test is about is by far the shortest: a machine that is busy ends no other one before it. */
const LIMITS = {
  headMilliseconds: 250,
  requestMilliseconds: 500,
  stalledMilliseconds: 20_000,
  checkMilliseconds: 50,
};
const STALLED = { stalledMilliseconds: 300 };
/** For what a busy machine may do late. */
const WAIT_OPTIONS = { timeout: 10_000 };
const THINGS = '/api/public/v1/inventory/things';
const HEADERS = [
  ['Authorization', 'Bearer live'],
  ['Content-Type', 'application/json'],
  ['Idempotency-Key', 'order-1001'],
] as const;

let shell: Shell | undefined;
let connection: RawConnection | undefined;
afterEach(async () => {
  connection?.close();
  await shell?.close();
});

async function start(options: ShellOptions = {}): Promise<Shell> {
  shell = await startShell({ limits: LIMITS, ...options });
  return shell;
}

async function open(): Promise<RawConnection> {
  connection = await RawConnection.open((shell as Shell).url);
  return connection;
}

/** A byte now and then, until the connection ends. */
async function drip(to: RawConnection, bytes: string): Promise<void> {
  for (const byte of bytes) {
    if (to.socket.destroyed) return;
    to.send(byte);
    await setTimeout(20);
  }
}

function answered({ status, text, headers }: RawAnswer) {
  return [status, JSON.parse(text).error.code ?? JSON.parse(text).error, headers.get('connection')];
}

const TOO_LATE = [408, 'request_timeout', 'close'];

test.each([
  ['comes byte by byte', 'GET /healthz HTTP/1.1\r\nX: '.padEnd(300, 'x')],
  ['never begins', ''],
])('gives up on a head that %s', async (_what, bytes) => {
  await start();
  const slow = await open();
  const startedAt = performance.now();
  void drip(slow, bytes);
  const answers = await slow.rest();
  expect(answers.map(answered)).toEqual([TOO_LATE]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(shell?.authenticated).toEqual([]);
});

test.each([
  ['announced', [['Content-Length', '10000']] as const, '{"note":"'.padEnd(300, 'x')],
  ['in chunks', [['Transfer-Encoding', 'chunked']] as const, '1\r\n \r\n'.repeat(60)],
])(
  'gives up on a body that comes byte by byte (%s), and does nothing',
  async (_what, framing, bytes) => {
    const running = await start();
    const slow = await open();
    slow.send(requestBytes({ method: 'POST', target: THINGS, headers: [...HEADERS, ...framing] }));
    void drip(slow, bytes);
    expect((await slow.rest()).map(answered)).toEqual([TOO_LATE]);
    await vi.waitFor(() => expect(running.left()).toBe(1), WAIT_OPTIONS);
    expect(running.calls).toEqual([]);
    expect(running.log()).toHaveLength(1);
    expect(running.log()[0]).toMatchObject({ level: 30, status: 408, operationId: 'postThing' });
  },
);

test('refuses a body at once that is too large, and says nothing more while it never ends', async () => {
  const running = await start();
  const endless = await open();
  const framing = ['Content-Length', String(10 ** 15)] as const;
  endless.send(requestBytes({ method: 'POST', target: THINGS, headers: [...HEADERS, framing] }));
  const refusal = (await endless.next()) as RawAnswer;
  expect(answered(refusal)).toEqual([413, 'payload_too_large', 'keep-alive']);
  void drip(endless, 'x'.repeat(200));
  expect(await endless.ended()).toBe('');
  expect(running.log()).toHaveLength(1);
});

test('drops who does not take the answers', async () => {
  const running = await start({ limits: STALLED });
  const deaf = await open();
  const script = requestBytes({ target: '/docs/reference.js' });
  deaf.send(Buffer.concat(Array.from({ length: PIPELINED_MAX }, () => script)));
  const isAborted = ({ aborted }: Record<string, unknown>) => aborted === true;
  await vi.waitFor(() => expect(running.log().some(isAborted)).toBe(true), WAIT_OPTIONS);
  const answers = await deaf.rest();
  expect(answers.length).toBeLessThan(PIPELINED_MAX);
});

test('waits for an answer that is longer in the making than a caller may be silent', async () => {
  const running = await start({
    handlers: {
      postThing: async () => {
        await setTimeout(LIMITS.requestMilliseconds + 300);
        return { status: 200, body: thing };
      },
    },
  });
  const body = '{"type":"receive","qty":1}';
  const answer = await ask(running.url, { method: 'POST', target: THINGS, headers: HEADERS, body });
  expect(answer?.status).toBe(200);
});

test('answers in order, however long each takes', async () => {
  let waits = 0;
  const running = await start({
    limits: {},
    handlers: {
      listThings: async () => {
        waits += 1;
        await setTimeout(100 / waits);
        return { status: 200, body: { data: [], next_cursor: null } };
      },
    },
  });
  const many = await open();
  const statuses: number[] = [];
  for (let index = 0; index < PIPELINED_MAX; index += 1) {
    const [target, status] = [
      [THINGS, 200],
      ['/nowhere', 404],
      [`${THINGS}?number=${index}`, 400],
    ][index % 3] as [string, number];
    many.send(requestBytes({ target, headers: HEADERS }));
    statuses.push(status);
  }
  for (const [index, status] of statuses.entries()) {
    const answer = await many.next();
    expect([index, answer?.status]).toEqual([index, status]);
    if (status === 400) expect(answer?.text).toContain('number is not a known query parameter');
  }
  expect(running.calls).toEqual([]);
});

test('begins no more than so many of one connection, answers these, and refuses the next', async () => {
  let handled = 0;
  const running = await start({
    limits: {},
    handlers: {
      listThings: async () => {
        handled += 1;
        await setTimeout(50);
        return { status: 200, body: { data: [], next_cursor: null } };
      },
    },
  });
  const flood = await open();
  const one = requestBytes({ target: THINGS, headers: HEADERS });
  flood.send(Buffer.concat(Array.from({ length: 5_000 }, () => one)));
  const answers = await flood.rest();
  const expected = [...Array.from({ length: PIPELINED_MAX }, () => 200), 429];
  expect(answers.map(({ status }) => status)).toEqual(expected);
  const last = answers.at(-1) as RawAnswer;
  expect(last.headers.get('connection')).toBe('close');
  expect(Object.keys(JSON.parse(last.text)).sort()).toEqual(['error', 'message', 'retry_after']);
  expect([handled, running.authenticated.length]).toEqual([PIPELINED_MAX, PIPELINED_MAX]);
  expect(running.log()).toHaveLength(PIPELINED_MAX + 1);
});

test.each([
  ['what is no request', 'garbage\r\n\r\n', [400, 'validation_failed', 'close']],
  [
    'a head that is too large',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`,
    [431, 'headers_too_large', 'close'],
  ],
  ['a head that does not end', 'GET / HT', TOO_LATE],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', [405, 'method_not_allowed', 'close']],
])('never lets the refusal of %s overtake an answer', async (_what, bytes, refusal) => {
  const running = await start({
    handlers: {
      postThing: async () => {
        await setTimeout(LIMITS.headMilliseconds + 150);
        return { status: 200, body: thing };
      },
    },
  });
  const both = await open();
  const body = '{"type":"receive","qty":1}';
  both.send(requestBytes({ method: 'POST', target: THINGS, headers: HEADERS, body })).send(bytes);
  const [first, ...others] = await both.rest();
  expect([first?.status, JSON.parse(first?.text ?? '')]).toEqual([200, thing]);
  expect(others.map(answered)).toEqual([refusal]);
  expect(running.log().map(({ status }) => status)).toEqual([200, refusal[0]]);
});

test('answers a broken body once, and lets its caller go', async () => {
  const running = await start({ limits: {} });
  const broken = await open();
  const framing = ['Transfer-Encoding', 'chunked'] as const;
  broken.send(requestBytes({ method: 'POST', target: THINGS, headers: [...HEADERS, framing] }));
  await vi.waitFor(() => expect(running.authenticated).toHaveLength(1), WAIT_OPTIONS);
  broken.send('2\r\n{}\r\nzz\r\n');
  expect((await broken.rest()).map(answered)).toEqual([[400, 'validation_error', 'close']]);
  await vi.waitFor(() => expect(running.left()).toBe(1), WAIT_OPTIONS);
  expect(running.calls).toEqual([]);
});

test('keeps no permit for a caller that leaves during authentication', async () => {
  let admit: () => void = () => {};
  const running = await start({
    limits: {},
    authenticate: async () => {
      await new Promise<void>((resolve) => {
        admit = resolve;
      });
      const { principals, rateLimit } = await import('./shell.ts');
      return { principal: principals.live as never, rateLimit };
    },
  });
  const leaving = await open();
  leaving.send(
    requestBytes({
      method: 'POST',
      target: THINGS,
      headers: [...HEADERS, ['Content-Length', '100']],
    }),
  );
  await vi.waitFor(() => expect(running.authenticated).toHaveLength(1), WAIT_OPTIONS);
  leaving.socket.resetAndDestroy();
  await vi.waitFor(() => expect(running.log()).toHaveLength(1), WAIT_OPTIONS);
  admit();
  await vi.waitFor(() => expect(running.left()).toBe(1), WAIT_OPTIONS);
  expect(running.calls).toEqual([]);
});

test('is done with each of many pipelined requests when their caller leaves', async () => {
  let finish: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const running = await start({
    limits: {},
    handlers: {
      listThings: async () => {
        await first;
        return { status: 200, body: { data: [], next_cursor: null } };
      },
    },
  });
  const leaving = await open();
  const one = requestBytes({ target: THINGS, headers: HEADERS });
  leaving.send(Buffer.concat(Array.from({ length: PIPELINED_MAX }, () => one)));
  await vi.waitFor(() => expect(running.authenticated).toHaveLength(PIPELINED_MAX), WAIT_OPTIONS);
  leaving.close();
  // Each request of the caller that left ends, and is logged as aborted.
  await vi.waitFor(() => expect(running.log()).toHaveLength(PIPELINED_MAX), WAIT_OPTIONS);
  expect(running.log().every(({ aborted }) => aborted === true)).toBe(true);
  finish();
  await vi.waitFor(() => expect(running.left()).toBe(PIPELINED_MAX), WAIT_OPTIONS);
});

test('keeps a connection between two requests longer than one that stalls in a request', async () => {
  await start({ limits: STALLED });
  const kept = await open();
  for (let index = 0; index < 2; index += 1) {
    kept.send(requestBytes({ target: '/healthz' }));
    expect((await kept.next())?.status).toBe(200);
    await setTimeout(STALLED.stalledMilliseconds * 2);
  }
});

test('closes the connection that has been idle for longest for anyone who comes, where there are too many', async () => {
  const connectionsMax = 30;
  const running = await start({ limits: { connectionsMax } });
  const idle: RawConnection[] = [];
  while (idle.length < connectionsMax) {
    const one = await RawConnection.open(running.url);
    one.send(requestBytes({ target: '/healthz' }));
    expect((await one.next())?.status).toBe(200);
    idle.push(one);
  }
  for (let index = 0; index < 3; index += 1) {
    expect((await ask(running.url, { target: '/healthz' }))?.status).toBe(200);
  }
  await idle[0]?.ended();
  const newest = idle.at(-1) as RawConnection;
  newest.send(requestBytes({ target: '/healthz' }));
  expect((await newest.next())?.status).toBe(200);
  for (const one of idle) one.close();
});
