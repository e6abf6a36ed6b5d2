// How a client is made, what a call answers, what a refusal says.
import { describe, expect, expectTypeOf, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { OPERATIONS } from '../../generated/sdk/contract/operations.ts';
import { day } from '../../test/support/pharmacy.ts';
import {
  ApiError,
  ConfigurationError,
  createClient,
  ERROR_CODES,
  isApiError,
  type MovementResult,
  newIdempotencyKey,
  VERSION,
} from '../typescript/index.ts';
import { SKU, useSdk } from './support/sdk.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const home = useSdk({
  lots: [
    { sku_code: SKU, lot_number: 'L-1', expiry_date: day(90), qty: 10 },
    { sku_code: SKU, lot_number: 'Q-1', expiry_date: day(90), qty: 4, status: 'quarantine' },
  ],
});
const apiKey = `vita_test_${'a'.repeat(38)}`;

describe('a client', () => {
  it.each([
    [{ apiKey: undefined }, 'apiKey is missing'],
    [{ apiKey: '' }, 'apiKey is missing'],
    [{ apiKey: ` ${apiKey}` }, 'apiKey must be a whole key'],
    [{ apiKey: `Bearer ${apiKey}` }, 'apiKey must be a whole key'],
    [{ apiKey: `${apiKey}\n` }, 'apiKey must be a whole key'],
    [{ baseUrl: '/api/public' }, 'baseUrl must be a whole address'],
    [{ baseUrl: 'ftp://api.example/api/public' }, 'baseUrl must be a whole address'],
    [{ baseUrl: 'https://api.example/api/public/v1' }, 'without /v1'],
    [{ baseUrl: 'https://user:word@api.example/api/public' }, 'no user'],
    [{ maxAttempts: 0 }, 'maxAttempts must be'],
    [{ maxAttempts: 1.5 }, 'maxAttempts must be'],
    [{ timeoutSeconds: Number.POSITIVE_INFINITY }, 'timeoutSeconds must be'],
    [{ attemptTimeoutSeconds: Number.NaN }, 'attemptTimeoutSeconds must be'],
  ])('says what is wrong with %j', (options, words) => {
    const make = () => createClient({ apiKey, ...options } as Parameters<typeof createClient>[0]);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(words);
    expect(make).not.toThrow(apiKey.slice(-20));
  });

  it('takes a base address with a slash at its end', async () => {
    const api = home.client({ baseUrl: `${home.proxy.url}/api/public/` });
    expect((await api.listLocations()).data).toHaveLength(2);
  });

  it('asks for its key before each attempt, so that a key can be rotated', async () => {
    const keys = [apiKey, home.pharmacy.liveKey];
    const api = home.client({ apiKey: async () => keys.shift() as string });
    await expect(api.listLocations()).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await api.listLocations()).data).toHaveLength(2);
    const empty = home.client({ apiKey: () => '' });
    await expect(empty.listLocations()).rejects.toThrow('apiKey is missing');
  });

  it('says who it is', async () => {
    home.proxy.plan();
    await home.client({ appName: 'acme-wms/2.1' }).listLocations();
    expect(home.proxy.passed[0]?.headers['user-agent']).toBe(
      `acme-wms/2.1 pharmacy-platform-sdk/${VERSION}`,
    );
    expect(VERSION).toBe(document.info.version);
  });

  it('has a method for each operation of the contract, and no other', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId?: string }>).flatMap(
        ({ operationId }) => operationId ?? [],
      ),
    );
    const { each, pages, events, call, ...methods } = home.client();
    expect(Object.keys(methods).sort()).toEqual(ids.sort());
    expect(Object.keys(OPERATIONS).sort()).toEqual(ids);
  });

  it('refuses an id that would lead to another operation', async () => {
    home.proxy.plan();
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      const call = home.client().deleteWebhookById({ path: { id } });
      await expect(call).rejects.toThrow('path.id must be a text that is not empty');
    }
    expect(home.proxy.passed).toEqual([]);
    const slash = home.client().getPartner({ path: { external_id: '../inventory/skus' } });
    await expect(slash).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sends texts as they are, whatever is in them', async () => {
    const text = 'Größe & Co. ?#+%2F 50 %';
    const { data } = await home.client().listLots({ query: { lot_number: text } });
    expect(data).toEqual([]);
    const as_of = new Date(Date.now() - 60_000).toISOString();
    expect((await home.client().listStock({ query: { as_of } })).data).toBeInstanceOf(Array);
  });
});

describe('an answer', () => {
  it('is the body; with call() also what came next to it', async () => {
    const body = { type: 'fulfill', sku_code: SKU, qty: 1 } as const;
    const result = await home.client().postMovement({ body });
    expectTypeOf(result).toEqualTypeOf<MovementResult>();
    expect(result).toMatchObject({ idempotent: false, transactions: [{ balance_after: 9 }] });
    const answered = await home.client().call('postMovement', { body });
    expect([answered.status, answered.attempts, answered.idempotencyKeys.length]).toEqual([
      201, 1, 1,
    ]);
    expect(answered.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(answered.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  });

  it('keeps the largest balance that there is', async () => {
    const shown = { data: [{ on_hand: MOST, available: MOST }], next_cursor: null };
    home.proxy.plan({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(shown),
    });
    expect((await home.client().listStock()).data[0]?.on_hand).toBe(9_007_199_254_740_991);
  });
});

describe('a refusal', () => {
  const refused = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('is narrowed by its code, and then its details are typed', async () => {
    const body = { type: 'fulfill', sku_code: SKU, qty: 50 } as const;
    const error = await refused(home.client().postMovement({ body }));
    if (!isApiError(error)) throw error;
    if (error.code !== 'insufficient_stock') throw error;
    expectTypeOf(error.details.blocked.quarantined).toEqualTypeOf<number>();
    expect(error.details).toMatchObject({ requested: 50, blocked: { quarantined: 4 } });
    expect([error.status, error.attempts, error.operationId]).toEqual([409, 1, 'postMovement']);
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.message).toContain(`(request ${error.requestId})`);
    expect(error).toBeInstanceOf(ApiError);
    expect(isApiError(error, 'lot_expired', 'insufficient_stock')).toBe(true);
    expect(isApiError(error, 'lot_expired')).toBe(false);
    expect(isApiError(new Error('another'))).toBe(false);
  });

  it('names the fields that are wrong', async () => {
    const error = await refused(home.client().listLots({ query: { limit: 0 } }));
    if (!isApiError(error, 'validation_error')) throw error;
    expect(error.details).toMatchObject([{ path: 'limit' }]);
  });

  it('is a code of the contract each time', async () => {
    const api = home.client();
    const unknownId = '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90';
    const receive = { type: 'receive', sku_code: SKU, qty: 1 } as const;
    const test = home.client({ apiKey: home.pharmacy.testKey });
    const codes = await Promise.all(
      [
        home.client({ apiKey }).listSkus(),
        test.postMovement({ body: receive }),
        api.postMovement({ body: receive }),
        api.postMovement({ body: { type: 'fulfill', sku_code: 'NONE', qty: 1 } }),
        api.postMovement({ body: { ...receive, lot_number: 'NEW' } }),
        api.getOrder({ path: { id: unknownId } }),
        api.getOrder({ path: { id: 'no-uuid' } }),
        api.createPatient({
          body: { first_name: 'A', last_name: 'B', date_of_birth: '2000-01-01' },
        }),
      ].map(async (call) => {
        const error = await refused(call);
        return isApiError(error) ? error.code : error;
      }),
    );
    expect(codes).toEqual([
      'unauthorized',
      'insufficient_scope',
      'lot_required',
      'product_not_found',
      'expiry_required',
      'not_found',
      'invalid_id',
      'not_vita_clinic',
    ]);
    expect(codes.filter((code) => !(ERROR_CODES as readonly unknown[]).includes(code))).toEqual([]);
  });

  it('that is none of the API’s is recognized, and so is a code that is new', async () => {
    home.proxy.plan({ status: 403, headers: { 'content-type': 'text/html' }, body: '<html>' });
    const foreign = await refused(home.client().listSkus());
    expect(foreign).toMatchObject({ status: 403, code: 'unrecognized_answer', details: undefined });
    const body = JSON.stringify({
      error: { code: 'lot_on_fire', message: 'Run.', request_id: 'r-1' },
    });
    home.proxy.plan({ status: 422, headers: { 'content-type': 'application/json' }, body });
    const later = await refused(home.client().listSkus());
    expect(later).toMatchObject({ code: 'lot_on_fire', requestId: 'r-1' });
  });

  it('shows the key of the API nowhere', async () => {
    const { liveKey } = home.pharmacy;
    home.proxy.plan('refuse');
    const lost = await refused(home.client({ maxAttempts: 1 }).listSkus());
    const refusal = await refused(home.client().getOrder({ path: { id: 'no-uuid' } }));
    for (const error of [lost, refusal] as Error[]) {
      const { inspect } = await import('node:util');
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(liveKey);
    }
  });
});

describe('a key', () => {
  it('is fresh each time, and one that the API takes', () => {
    const keys = new Set(Array.from({ length: 1000 }, newIdempotencyKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7E]{8,100}$/);
  });

  it.each(['short', 'with a space in it', 'ümlaut-key', 'x'.repeat(101)])(
    'is refused before anything is sent: %s',
    async (idempotencyKey) => {
      home.proxy.plan();
      const body = { type: 'fulfill', sku_code: SKU, qty: 1 } as const;
      const call = home.client().postMovement({ body }, { idempotencyKey });
      await expect(call).rejects.toThrow('8 to 100 visible ASCII characters');
      expect(home.proxy.passed).toEqual([]);
    },
  );
});

it('does not compile where a call is not one of the contract', () => {
  const api = createClient({ apiKey });
  const refusedByTheCompiler = () => [
    // @ts-expect-error: a misspelt field
    api.postMovement({ body: { type: 'fulfill', sku_cod: 'A', qty: 1 } }),
    // @ts-expect-error: no such type
    api.postMovement({ body: { type: 'adjust', sku_code: 'A', qty: 1 } }),
    // @ts-expect-error: no body
    api.postMovement(),
    // @ts-expect-error: no id
    api.getOrder(),
    // @ts-expect-error: no such filter
    api.listLots({ query: { colour: 'red' } }),
    // @ts-expect-error: takes no key
    api.createWebhook({ body: { url: 'https://a.example/' } }, { idempotencyKey: 'key-12345678' }),
    // @ts-expect-error: has no pages
    api.each.getOrder({ path: { id: '' } }),
    // @ts-expect-error: the key is missing
    createClient({}),
  ];
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
