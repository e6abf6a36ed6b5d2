// What the SDK sends again, and what never: over real sockets, to the real service.
import fc from 'fast-check';
import { assert, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import { freePort } from '../../kit/system-server.ts';
import { issueKey } from '../../test/support/as-operator.ts';
import { day } from '../../test/support/pharmacy.ts';
import {
  type ApiError,
  type ClientOptions,
  ConnectionError,
  isApiError,
} from '../typescript/index.ts';
import { waitSeconds } from '../typescript/retry.ts';
import type { Fault } from './support/fault-proxy.ts';
import { SKU, useSdk } from './support/sdk.ts';

const home = useSdk({
  lots: [{ sku_code: SKU, lot_number: 'L-1', expiry_date: day(90), qty: 1000 }],
});

const REQUEST_ID = '0f1d1a52-93a4-4d0c-8d5a-3f6d0f5f0a11';
const json = { 'content-type': 'application/json' };
const unavailable: Fault = {
  status: 503,
  headers: { ...json, 'retry-after': '1', 'x-request-id': REQUEST_ID },
  body: JSON.stringify({
    error: { code: 'unavailable', message: 'Try again.', request_id: REQUEST_ID },
  }),
};
const badGateway: Fault = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' };
const limited = (seconds: number): Fault => ({
  status: 429,
  headers: { ...json, 'retry-after': String(seconds), 'x-request-id': REQUEST_ID },
  body: JSON.stringify({
    error: 'rate_limited',
    message: 'Too many requests in flight',
    retry_after: new Date(Date.now() + seconds * 1000).toISOString(),
  }),
});

const fulfil = (qty = 1) => ({ body: { type: 'fulfill', sku_code: SKU, qty } as const });
const keysSent = () => home.proxy.passed.map(({ headers }) => headers['idempotency-key']);

async function onHand(): Promise<number> {
  const { data } = await home.client().listStock({ query: { sku_code: SKU } });
  return data[0]?.on_hand as number;
}

describe('a movement', () => {
  it.each<[string, Fault]>([
    ['was never taken', 'refuse'],
    ['was done and not answered', 'lose'],
    ['was answered by half', 'cut'],
    ['met a proxy without a service', badGateway],
    ['met a service that could not answer', unavailable],
  ])('that %s is posted once, with one key and the same bytes', async (_how, fault) => {
    const before = await onHand();
    home.proxy.plan(fault, fault);
    const { data, attempts, idempotencyKeys } = await home.client().call('postMovement', fulfil(3));
    expect(data.transactions).toMatchObject([{ lot_number: 'L-1', qty: -3 }]);
    expect(attempts).toBe(3);
    expect(new Set(keysSent())).toEqual(new Set(idempotencyKeys));
    expect(new Set(home.proxy.passed.map(({ body }) => body)).size).toBe(1);
    expect(await onHand()).toBe(before - 3);
  });

  it('keeps the key that the caller gave', async () => {
    home.proxy.plan('lose');
    await home.client().postMovement(fulfil(), { idempotencyKey: 'order-7-ship' });
    expect(keysSent()).toEqual(['order-7-ship', 'order-7-ship']);
    const again = await home.client().postMovement(fulfil(), { idempotencyKey: 'order-7-ship' });
    expect(again.idempotent).toBe(true);
  });

  it('has another key in each call', async () => {
    home.proxy.plan();
    await home.client().postMovement(fulfil());
    await home.client().postMovement(fulfil());
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('says which key was sent when all attempts have failed, so that it can be sent again', async () => {
    const before = await onHand();
    home.proxy.plan('lose', 'lose');
    const failure = await home
      .client({ maxAttempts: 2 })
      .postMovement(fulfil(2))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionError);
    const { idempotencyKeys, attempts, operationId } = failure as ConnectionError;
    expect([idempotencyKeys, attempts, operationId]).toEqual([[keysSent()[0]], 2, 'postMovement']);
    const [idempotencyKey] = idempotencyKeys;
    const again = await home.client().postMovement(fulfil(2), { idempotencyKey });
    expect(again.idempotent).toBe(true);
    expect(await onHand()).toBe(before - 2);
  });

  it('is not sent again when it was refused for good', async () => {
    home.proxy.plan();
    await expect(home.client().postMovement(fulfil(1_000_000))).rejects.toMatchObject({
      code: 'insufficient_stock',
      attempts: 1,
    });
    expect(home.proxy.passed).toHaveLength(1);
  });

  it('is not sent again after 500, which is a final answer', async () => {
    home.proxy.plan({
      status: 500,
      headers: json,
      body: JSON.stringify({ error: { code: 'internal_error', message: 'Sorry.' } }),
    });
    await expect(home.client().postMovement(fulfil())).rejects.toMatchObject({
      code: 'internal_error',
    });
    expect(home.proxy.passed).toHaveLength(1);
  });
});

it('makes a key for every write that takes one', async () => {
  home.proxy.plan('lose');
  const reference = { type: 'order', id: 'R-1' };
  const reserved = await home
    .client()
    .createAllocation({ body: { sku_code: SKU, qty: 5, reference } });
  expect(reserved).toMatchObject({ qty: 5, reserved_now: 5, already_reserved: false });
  expect(keysSent()[0]).toMatch(/^sdk-[0-9a-f]{32}$/);
  expect(keysSent()[1]).toBe(keysSent()[0]);
});

describe('a write that could happen twice', () => {
  const url = 'https://93.184.215.14/hooks';

  it.each<Fault>(['lose', 'refuse', badGateway, unavailable])('is sent once: %j', async (fault) => {
    home.proxy.plan(fault);
    await expect(home.client().createWebhook({ body: { url } })).rejects.toThrow();
    expect(home.proxy.passed).toHaveLength(1);
  });

  it('is sent again after 429, which says that nothing was done', async () => {
    home.proxy.plan(limited(1));
    const { secret } = await home.client().createWebhook({ body: { url } });
    expect(secret).toMatch(/^whsec_/);
    expect(home.proxy.passed).toHaveLength(2);
  });

  it('is a bundle without an id, and not one with an id', async () => {
    const items = [{ platform_product_id: home.pharmacy.productIds[0] as string, qty: 1 }];
    home.proxy.plan(unavailable);
    const create = home.client().putBundle({ body: { name: 'Kit', items } });
    await expect(create).rejects.toMatchObject({ code: 'unavailable' });
    expect(home.proxy.passed).toHaveLength(1);
    home.proxy.plan(unavailable);
    const replace = home.client().putBundle({ body: { id: REQUEST_ID, name: 'Kit', items } });
    await expect(replace).rejects.not.toMatchObject({ code: 'unavailable' });
    expect(home.proxy.passed).toHaveLength(2);
  });

  it('is none of those that read or are decided by a key, and all others are', () => {
    const byRepeat = Object.groupBy(Object.entries(OPERATIONS), ([, { repeat }]) => repeat);
    const names = (repeat: keyof typeof byRepeat) => byRepeat[repeat]?.map(([id]) => id).sort();
    expect(names('with-key')).toEqual([
      'createAllocation',
      'createIntake',
      'createOrder',
      'createPatient',
      'postMovement',
    ]);
    expect(names('with-id')).toEqual(['putBundle']);
    expect(names('never')).toEqual([
      'createWebhook',
      'replayDeliveries',
      'replayDelivery',
      'rotateWebhookSecret',
      'testWebhook',
      'updateWebhook',
    ]);
    const always = byRepeat.always?.filter(([, { method }]) => method === 'POST');
    expect(always?.map(([id]) => id).sort()).toEqual([
      'postMovementBatch',
      'previewMovement',
      'resolveScan',
    ]);
  });
});

describe('a wait', () => {
  it('is at least as long as Retry-After says', async () => {
    home.proxy.plan(limited(1), unavailable);
    await home.client().listLocations();
    const [first, second, third] = home.proxy.passed.map(({ at }) => at) as [
      number,
      number,
      number,
    ];
    expect(second - first).toBeGreaterThanOrEqual(1000);
    expect(third - second).toBeGreaterThanOrEqual(1000);
  });

  it('is not begun where it would take longer than the call may', async () => {
    home.proxy.plan(limited(60));
    const started = performance.now();
    const failure = await home
      .client({ timeoutSeconds: 5 })
      .listLocations()
      .catch((error: unknown) => error);
    expect(isApiError(failure, 'rate_limited') && failure.retryAfterSeconds).toBe(60);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('knows the service’s own 429, with when to come back', async () => {
    const { key } = await issueKey(home.db.database, {
      organization: home.pharmacy.slug,
      environment: 'live',
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: 1,
      requestsPerDay: 1,
    });
    home.proxy.plan();
    const limitedClient = home.client({ apiKey: key, timeoutSeconds: 1 });
    const failures: unknown[] = [];
    for (let index = 0; index < 3; index += 1) {
      await limitedClient.postMovement(fulfil()).catch((error: unknown) => failures.push(error));
    }
    expect(failures.length).toBeGreaterThanOrEqual(2);
    const [failure] = failures as ApiError[];
    expect(failure).toMatchObject({ status: 429, code: 'rate_limited', attempts: 1 });
    expect(failure?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(failure?.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });

  it('is ended by the caller’s signal, at once and with its reason', async () => {
    home.proxy.plan(limited(30));
    const ending = new AbortController();
    const reason = new Error('the order was cancelled');
    const call = home.client().listLocations({}, { signal: ending.signal });
    setTimeout(() => ending.abort(reason), 100);
    const started = performance.now();
    await expect(call).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('doubles up to a bound, is spread by chance and is never shorter than what was asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, asked, random) => {
          const seconds = waitSeconds(attempt, asked, random);
          expect(seconds).toBeGreaterThanOrEqual(Math.max(0.25, asked ?? 0));
          expect(seconds).toBeLessThanOrEqual(Math.max(8, (asked ?? 0) * 1.1));
          expect(waitSeconds(attempt + 1, asked, random)).toBeGreaterThanOrEqual(seconds);
        },
      ),
    );
  });
});

describe('an attempt', () => {
  it('that hangs is ended and made again', async () => {
    home.proxy.plan('hang');
    const locations = await home.client({ attemptTimeoutSeconds: 0.3 }).listLocations();
    expect(locations.data.length).toBeGreaterThan(0);
    expect(home.proxy.passed).toHaveLength(2);
  });

  it('that hangs to the end is a ConnectionError that says so', async () => {
    home.proxy.plan('hang');
    const call = home.client({ timeoutSeconds: 0.3 }).listLocations();
    await expect(call).rejects.toMatchObject({
      name: 'ConnectionError',
      isTimeout: true,
      attempts: 1,
    });
  });

  const unanswered = (options: Partial<ClientOptions>): Promise<ConnectionError> =>
    home
      .client({ maxAttempts: 1, ...options })
      .listLocations()
      .then(
        () => assert.fail('there was an answer'),
        (error) => error,
      );

  it('that no one takes names the cause and the address', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { message } = await unanswered({ baseUrl: `http://${address}/api/public` });
    expect(message).toBe(`listLocations had no answer that can be read: ECONNREFUSED ${address}.`);
  });

  it.each<[unknown, string]>([
    [{ code: 'ENOTFOUND', hostname: 'api.example' }, 'ENOTFOUND api.example'],
    [{ code: 'UND_ERR_SOCKET' }, 'UND_ERR_SOCKET'],
    [
      // A name with two addresses.
      Object.assign(
        new AggregateError([
          { code: 'ECONNREFUSED', address: '::1', port: 3000 },
          { code: 'ECONNREFUSED', address: '127.0.0.1', port: 3000 },
        ]),
        { code: 'ECONNREFUSED' },
      ),
      'ECONNREFUSED [::1]:3000, ECONNREFUSED 127.0.0.1:3000',
    ],
  ])('says of the runtime’s error %j its codes', async (cause, codes) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const { message } = await unanswered({ fetch });
    expect(message).toBe(`listLocations had no answer that can be read: ${codes}.`);
  });

  it('quotes no other error, which may have the request or the answer in it', async () => {
    const secret = new TypeError(`Bearer ${home.pharmacy.liveKey} is no header`);
    secret.cause = secret;
    const { message } = await unanswered({ fetch: () => Promise.reject(secret) });
    expect(message).toBe('listLocations had no answer that can be read.');
    home.proxy.plan({ status: 200, headers: json, body: '"Jane Doe' });
    expect((await unanswered({})).message).toBe(message);
  });

  it('is ended by the caller’s signal while it is under way, and none is made after', async () => {
    home.proxy.plan('hang');
    const call = home.client().postMovement(fulfil(), { signal: AbortSignal.timeout(100) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    const ended = home.client().listLocations({}, { signal: AbortSignal.abort() });
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(home.proxy.passed).toHaveLength(1);
  });

  it('never follows a redirect, which would carry the key elsewhere', async () => {
    home.proxy.plan({ status: 307, headers: { location: `${home.service.url}/docs` } });
    await expect(home.client().listLocations()).rejects.toMatchObject({
      status: 307,
      code: 'unrecognized_answer',
    });
  });
});
