/**
 * Many at once, and those who leave in mid-request, to the program in a process of its own: others are answered
 * meanwhile, its memory stays what it was, and a write happens once or not at all.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueKey } from '../support/as-operator.ts';
import { ask, RawConnection, type RawRequest, requestBytes } from '../support/raw.ts';
import {
  bearer,
  JSON_TYPE,
  judged,
  MARK,
  MOVEMENTS,
  type Neighbour,
  othersAreServed,
  STOCK,
  startTarget,
  type Target,
} from './hostile.ts';

// They work for seconds, and for longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

let target: Target;
let key: readonly [string, string];
beforeAll(async () => {
  target = await startTarget();
  key = bearer(target.pharmacyKey);
});
afterAll(() => target?.end());

/** As many that their middle says how long others wait while an attack stays, and not while it comes. */
const ANSWERS = 25;

function open(count: number): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => RawConnection.open(target.url)));
}

/** How much more memory is in use while and after it works, others being served. */
async function growthOf(work: (beside: Neighbour) => Promise<void>): Promise<number> {
  const before = await target.megabytes();
  let most = before;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      most = Math.max(most, await target.megabytes());
      await setTimeout(200);
    }
  })();
  await othersAreServed(target, work).finally(() => {
    isWatching = false;
  });
  await watching;
  return most - before;
}

test('serves others next to a thousand connections that say nothing, and a thousand that say little', async () => {
  const growth = await growthOf(async (beside) => {
    const silent = await open(1_000);
    const slow = await open(1_000);
    for (const one of slow) one.send('GET /healthz HTTP/1.1\r\nHost: x\r\nX: ');
    for (let index = 0; index < 5; index += 1) {
      for (const one of slow) one.send(MARK);
      await setTimeout(100);
    }
    await beside.served(ANSWERS);
    for (const one of [...silent, ...slow]) one.close();
  });
  expect(growth).toBeLessThan(60);
});

test('serves others beside hundreds that neither finish a body nor read an answer', async () => {
  const growth = await growthOf(async (beside) => {
    const slow = await open(300);
    const head: RawRequest = {
      method: 'POST',
      target: MOVEMENTS,
      headers: [JSON_TYPE, ['Content-Length', '15000']],
    };
    for (const one of slow) one.send(requestBytes(head)).send('{"note":"'.padEnd(10_000, MARK));
    const deaf = await open(100);
    // A copy of the contract for each of these would be hundreds of megabytes.
    const contract = requestBytes({ target: '/openapi.json' });
    for (const one of deaf) one.send(Buffer.concat(Array.from({ length: 15 }, () => contract)));
    await setTimeout(500);
    await beside.served(ANSWERS);
    for (const one of [...slow, ...deaf]) one.close();
  });
  expect(growth).toBeLessThan(60);
});

test('serves others beside floods of pipelined requests, however dear each is', async () => {
  const dear = ['/metrics', '/openapi.json', '/docs/reference.js', '/nowhere', STOCK];
  const flood = async () => {
    const connections = await open(20);
    for (const [index, one] of connections.entries()) {
      const path = dear[index % dear.length] as string;
      const request = requestBytes({ target: path, headers: [key] });
      one.send(Buffer.concat(Array.from({ length: 5_000 }, () => request)));
      await setTimeout(20);
    }
    await setTimeout(300);
    for (const one of connections) one.close();
  };
  await flood();
  // Were all of them begun, it would be gigabytes.
  expect(await growthOf(flood)).toBeLessThan(60);
});

test('serves others beside uploads that never end, refused or not', async () => {
  const chunk = Buffer.from(`${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`);
  const upload = async (bytes: number) => {
    const connections = await open(4);
    const chunked = ['Transfer-Encoding', 'chunked'] as const;
    for (const [index, one] of connections.entries()) {
      const headers = index % 2 === 0 ? [key, JSON_TYPE, chunked] : [chunked];
      one.send(requestBytes({ method: 'POST', target: MOVEMENTS, headers }));
    }
    let sentBytes = 0;
    while (sentBytes < bytes) {
      for (const { socket } of connections) {
        if (socket.writableLength > 1_000_000) continue;
        socket.write(chunk);
        sentBytes += chunk.length;
      }
      await setTimeout(0);
    }
    const answers = await Promise.all(connections.map((one) => one.next()));
    expect(answers.map((answer) => answer?.status)).toEqual([413, 401, 413, 401]);
    for (const one of connections) one.close();
  };
  await upload(20_000_000);
  const growth = await growthOf(() => upload(150_000_000));
  expect(growth).toBeLessThan(60);
});

test('ends a connection whose other side has ended, and answers none that left in mid-request', async () => {
  const cuts = [
    '',
    'G',
    'GET / HTTP/1.1\r\nHost',
    `POST ${MOVEMENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
  ];
  for (const text of cuts) {
    const [one] = (await open(1)) as [RawConnection];
    one.send(text);
    await setTimeout(10);
    one.socket.end();
    const statuses = (await one.rest()).map(({ status }) => status);
    expect([text, statuses.filter((status) => status !== 401)]).toEqual([text, []]);
  }
});

interface Written {
  readonly table: string;
  request(idempotencyKey: string): RawRequest;
}

const posting = (target: string, by: readonly [string, string], body: unknown, key: string) => ({
  method: 'POST',
  target,
  headers: [by, JSON_TYPE, ['Idempotency-Key', key] as const],
  body: JSON.stringify(body),
});

const WRITES: Written[] = [
  {
    table: 'movement',
    request: (idempotencyKey) => {
      const body = { type: 'fulfill', sku_code: 'SKU-1', qty: 1, note: MARK };
      return posting(MOVEMENTS, key, body, idempotencyKey);
    },
  },
  {
    table: 'patient',
    request: (idempotencyKey) => {
      const body = { first_name: 'Ada', last_name: MARK, date_of_birth: '1990-12-10' };
      const by = bearer(target.clinicKey);
      return posting('/api/public/v1/patients', by, body, idempotencyKey);
    },
  },
];

test.each(WRITES.map(({ table, request }) => [table, request] as const))(
  'writes a %s once or not at all, wherever its caller leaves, and once when it is repeated',
  async (table, request) => {
    const count = async () => (await target.rows())[table] as number;
    const before = await count();
    const left = Array.from({ length: 90 }, (_, index) => `left-in-the-middle-${index}`);
    const ways: ((one: RawConnection) => void)[] = [
      (one) => one.close(),
      (one) => one.socket.resetAndDestroy(),
      (one) => one.socket.end(),
    ];
    await Promise.all(
      left.map(async (idempotencyKey, index) => {
        const [one] = (await open(1)) as [RawConnection];
        const whole = requestBytes(request(idempotencyKey));
        // Some within the request, the others after it, within the few milliseconds that it takes.
        const cut =
          index % 2 === 0 ? Math.floor((whole.length * index) / left.length) : whole.length;
        one.send(whole.subarray(0, cut));
        // Some take the answer first, so that there is one to repeat.
        if (cut === whole.length && index % 5 === 0) await one.next();
        else await setTimeout(index % 12);
        ways[index % ways.length]?.(one);
        await setTimeout(500);
        one.close();
      }),
    );
    const written = (await count()) - before;
    let already = 0;
    for (const idempotencyKey of left) {
      const again = request(idempotencyKey);
      const answer = await ask(target.url, again);
      judged(again, answer);
      if (answer?.status === 200) already += 1;
      else expect(answer?.status).toBe(201);
    }
    expect((await count()) - before).toBe(left.length);
    // What was on its way when it was counted may have come since.
    expect(already).toBeGreaterThanOrEqual(written);
    // Some of each kind, or nothing was tried.
    expect(already).toBeGreaterThan(0);
    expect(already).toBeLessThan(left.length);
  },
);

test('has permits again for a key whose callers all left in mid-body', async () => {
  const issued = await issueKey(target.db.database, {
    organization: 'clinic',
    environment: 'live',
    scopes: 'all',
    plan: 'standard',
    requestsPerMinute: 10_000,
    requestsPerDay: 10_000,
  });
  const standard = bearer(issued.key);
  const scan: RawRequest = { method: 'POST', target: '/api/public/v1/inventory/scan/resolve' };
  const headers = [standard, JSON_TYPE] as const;
  // A standard key has eight permits for reads.
  for (let round = 0; round < 20; round += 1) {
    for (const one of await open(4)) {
      one.send(requestBytes({ ...scan, headers: [...headers, ['Content-Length', '100']] }));
      await setTimeout(round % 4);
      one.socket.resetAndDestroy();
    }
  }
  const request = { ...scan, headers, body: '{"code":"NOTHING"}' };
  // A permit that is not given back stays taken, however long one waits.
  await vi.waitFor(
    async () => {
      const answer = await ask(target.url, request);
      expect(judged(request, answer)).toEqual({ match: 'unknown_code' });
    },
    { timeout: 20_000, interval: 100 },
  );
});

test('has a log without failures and without what was sent', async () => {
  expect(target.complaints()).toEqual([]);
  expect((await ask(target.url, { target: '/readyz' }))?.status).toBe(200);
});
