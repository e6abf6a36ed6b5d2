// Many movements in one request: what comes of each, and in which order.
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchItem, item, outcomesOf, postBatch, resultsOf } from '../../support/batches.ts';
import { holdLevels } from '../../support/concurrency.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 20 }, (_, index) => `MANY-${index}`);
const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: [
      'A',
      'B',
      'C',
      'FIRST',
      'MOVED',
      'NEW-1',
      'NEW-2',
      'NEW-3',
      'HELD',
      'STUCK',
      'SCANNED',
      ...SKUS,
    ],
    lots: [
      { sku_code: 'A', lot_number: 'A-1', expiry_date: day(60), qty: 1_000 },
      { sku_code: 'FIRST', lot_number: 'FIRST-1', expiry_date: day(60), qty: 1_000 },
      { sku_code: 'B', lot_number: 'B-1', expiry_date: day(60), qty: 1_000 },
      { sku_code: 'MOVED', lot_number: 'MOVED-1', expiry_date: day(60), qty: 1_000 },
      { sku_code: 'C', lot_number: 'C-GONE', expiry_date: day(-2), qty: 9 },
      { sku_code: 'HELD', lot_number: 'H-1', expiry_date: day(60), qty: 100 },
      { sku_code: 'STUCK', lot_number: 'STUCK-1', expiry_date: day(60), qty: 100 },
    ],
  });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  return { pharmacy, api };
});

afterAll(async () => {
  await expectConsistentStock(world.db, world.pharmacy.slug);
});

const receipt = (sku_code: string, qty: number, lot_number = `${sku_code}-1`) => ({
  type: 'receive',
  sku_code,
  qty,
  lot_number,
  expiry_date: day(60),
});
const draw = (sku_code: string, qty: number) => ({ type: 'fulfill', sku_code, qty });

/** Without what names the request. */
function outcomeOf({ status, body }: { status: number; body: { error?: object } }) {
  const { error } = body;
  return { status, body: error ? { error: { ...error, request_id: undefined } } : body };
}

describe('each movement', () => {
  it('has a result at its index, with its own outcome', async () => {
    const repeated = item(draw('A', 3));
    const [first] = await resultsOf(world.api, [repeated]);
    const { status, body, headers } = await postBatch(world.api, [
      item(receipt('FIRST', 5)),
      repeated,
      item({ type: 'fulfill', sku_code: 'A', qty: 0 }),
      item(draw('NOTHING', 1)),
      item(draw('FIRST', 5_000)),
      item({ ...draw('C', 1), lot_number: 'C-GONE' }),
      item(draw('A', 4), repeated.idempotency_key),
      item(draw('FIRST', 2)),
    ]);
    expect(status).toBe(200);
    expect(outcomesOf(body.results)).toEqual([
      '201',
      '200',
      '400 validation_error',
      '404 product_not_found',
      '409 insufficient_stock',
      '422 lot_expired',
      '422 idempotency_key_reused',
      '201',
    ]);
    expect(body.results[1].body).toEqual({ ...first?.body, idempotent: true });
    expect(body.results[4].body.error.details).toEqual({
      requested: 5_000,
      available: 1_005,
      blocked: { reserved: 0, quarantined: 0, expired: 0 },
    });
    expect(body.results[7].body.transactions).toMatchObject([{ qty: -2, balance_after: 1_003 }]);
    const ids = body.results.flatMap(
      ({ body: { error } }: { body: { error?: { request_id: string } } }) =>
        error ? [error.request_id] : [],
    );
    expect(new Set(ids)).toEqual(new Set([headers.get('x-request-id')]));
    expect(headers.get('retry-after')).toBeNull();
  });

  it.each([
    ['fields of the wrong form', { type: 'move', qty: 1.5, bogus: 1, reference: { id: 7 } }],
    ['no lot', { type: 'receive', qty: 1, sku_code: 'A' }],
    ['fields that do not fit together', { ...draw('A', 1), status: 'released' }],
    ['no product', { type: 'fulfill', qty: 1 }],
    ['two products', { ...draw('A', 1), product_id: 'of B' }],
    ['an unknown location', { ...draw('A', 1), location: 'Nowhere' }],
    ['an unknown lot', { ...draw('A', 1), lot_number: 'NONE' }],
    ['an expired lot', { ...draw('C', 1), lot_number: 'C-GONE' }],
    ['another expiry date', { ...receipt('A', 1), expiry_date: day(61) }],
    ['a new lot without a date', { ...receipt('A', 1, 'A-NEW'), expiry_date: undefined }],
    ['too little stock', draw('A', 1_000_000)],
    ['nothing ever received', draw('NEW-3', 1)],
    ['a scanned code that means nothing', { type: 'fulfill', qty: 1, scanned_code: 'nothing' }],
    ['a text', 'a movement'],
    ['a list', [draw('A', 1)]],
    ['nothing', null],
  ])('is refused as the single operation refuses it: %s', async (_what, movement) => {
    const body = JSON.parse(
      JSON.stringify(movement).replace('of B', world.pharmacy.productIds[1] as string),
    );
    const before = await everythingWritten(world.db);
    const alone = await post(world.api, body);
    expect(alone.status).toBeGreaterThanOrEqual(400);
    const results = await resultsOf(world.api, [item(body), item(body)]);
    expect(results.map(outcomeOf)).toEqual([outcomeOf(alone), outcomeOf(alone)]);
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('is a repeat of what was posted alone, and the other way round', async () => {
    const [one, other] = [item(draw('A', 1)), item(draw('A', 2))];
    const alone = await post(world.api, one.movement, one.idempotency_key);
    const [again, posted] = await resultsOf(world.api, [one, other]);
    expect(again).toEqual({ status: 200, body: { ...alone.body, idempotent: true } });
    const repeat = await post(world.api, other.movement, other.idempotency_key);
    expect([repeat.status, repeat.body]).toEqual([200, { ...posted?.body, idempotent: true }]);
    const [reused] = await resultsOf(world.api, [item(draw('A', 9), one.idempotency_key)]);
    expect(outcomesOf([reused as never])).toEqual(['422 idempotency_key_reused']);
    const { rows } = await world.db.owner.query(
      `select distinct operation from movement where idempotency_key = any($1)`,
      [[one.idempotency_key, other.idempotency_key]],
    );
    expect(rows).toEqual([{ operation: 'postMovement' }]);
  });

  it('takes what a scanned code says, wherever it stands', async () => {
    const scanned = { type: 'receive', qty: 7, scanned_code: 'SCANNED', lot_number: 'S-1' };
    const results = await resultsOf(world.api, [
      item({ ...scanned, expiry_date: day(60) }),
      item(draw('SCANNED', 5)),
      item({ ...scanned, type: 'return' }),
      item(draw('SCANNED', 9)),
    ]);
    expect(results.map(({ body }) => body.transactions?.[0].balance_after)).toEqual([7, 2, 9, 0]);
  });
});

describe('a hundred movements', () => {
  /** On hand of each SKU. */
  let stocked: number[];
  beforeEach(async () => {
    const results = await resultsOf(
      world.api,
      SKUS.map((code) => item(receipt(code, 100))),
    );
    stocked = results.map(({ body }) => body.transactions[0].balance_after);
  });

  it('are posted with three questions before the door, and in few transactions', async () => {
    const query = vi.spyOn(world.db.database, 'query');
    const transaction = vi.spyOn(world.db.database, 'transaction');
    const results = await resultsOf(
      world.api,
      HUNDRED.map((index) => item(draw(SKUS[index % SKUS.length] as string, 1))),
    );
    // Who calls, may the key write so much, and what is meant.
    expect(query.mock.calls.length).toBeLessThanOrEqual(3);
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(4);
    vi.restoreAllMocks();
    expect(new Set(outcomesOf(results))).toEqual(new Set(['201']));
    // Of each SKU in the order sent.
    const balances = results.map(({ body }) => body.transactions[0].balance_after);
    expect(balances).toEqual(
      HUNDRED.map((index) => {
        const before = stocked[index % SKUS.length] as number;
        return before - 1 - Math.floor(index / SKUS.length);
      }),
    );
  });

  it('sent again after a lost answer post nothing twice: same ids, all idempotent', async () => {
    const items = HUNDRED.map((index) => item(draw(SKUS[index % 20] as string, 1)));
    const first = await resultsOf(world.api, items);
    const before = await everythingWritten(world.db);
    const again = await resultsOf(world.api, items);
    expect(again).toEqual(
      first.map(({ body }) => ({ status: 200, body: { ...body, idempotent: true } })),
    );
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('sent twice at once are posted once', async () => {
    const items = HUNDRED.map((index) => item(draw(SKUS[index % 20] as string, 1)));
    const [one, other] = await Promise.all([
      resultsOf(world.api, items),
      resultsOf(world.api, items),
    ]);
    HUNDRED.forEach((index) => {
      const both = [one[index], other[index]];
      expect(both.map((result) => result?.status).sort()).toEqual([200, 201]);
      expect(both[0]?.body.transactions).toEqual(both[1]?.body.transactions);
    });
  });
});

describe('movements of one level', () => {
  it('are decided in the order sent, whatever is refused among them', async () => {
    const results = await resultsOf(world.api, [
      item(draw('NEW-1', 1)),
      item(receipt('NEW-1', 10)),
      item(draw('NEW-1', 4)),
      item(draw('NEW-1', 7)),
      item({ ...receipt('NEW-1', 1), expiry_date: day(99) }),
      item(receipt('NEW-1', 1)),
      item(draw('NEW-1', 7)),
      item({ type: 'return', sku_code: 'NEW-1', qty: 2, lot_number: 'NEW-1-1' }),
    ]);
    expect(outcomesOf(results)).toEqual([
      '409 insufficient_stock',
      '201',
      '201',
      '409 insufficient_stock',
      '422 lot_expiry_mismatch',
      '201',
      '201',
      '201',
    ]);
    const posted = results.filter(({ status }) => status === 201);
    expect(posted.map(({ body }) => body.transactions[0].balance_after)).toEqual([10, 6, 7, 0, 2]);
  });

  it('draw the first stock that ever came, if it is sent before them', async () => {
    const results = await resultsOf(world.api, [
      item({ ...receipt('NEW-2', 5), location: 'Annex' }),
      item({ ...draw('NEW-2', 5), location: 'Annex' }),
      item(draw('NEW-2', 1)),
    ]);
    expect(outcomesOf(results)).toEqual(['201', '201', '409 insufficient_stock']);
  });
});

describe('a default location that is another than it was', () => {
  const setDefault = async (name: string) => {
    await world.db.owner.query('update location set is_default = false');
    await world.db.owner.query('update location set is_default = true where name = $1', [name]);
  };
  afterEach(() => setDefault('Main'));

  it('is found again, in the same request', async () => {
    const moves = () => [item(draw('MOVED', 1)), item(draw('A', 1)), item(draw('MOVED', 2))];
    await resultsOf(world.api, [...moves(), item({ ...receipt('MOVED', 50), location: 'Annex' })]);
    await resultsOf(world.api, moves());
    await setDefault('Annex');
    const results = await resultsOf(world.api, moves());
    expect(outcomesOf(results)).toEqual(['201', '409 insufficient_stock', '201']);
    const balances = [0, 2].map((index) => results[index]?.body.transactions[0].balance_after);
    expect(balances).toEqual([49, 47]);
  });

  it('changes no order, whether movements name it or not', async () => {
    const annex = { location: 'Annex' };
    await resultsOf(world.api, [item(draw('B', 1))]);
    await resultsOf(world.api, [item({ ...receipt('B', 1), ...annex })]);
    await setDefault('Annex');
    const results = await resultsOf(world.api, [
      item(draw('B', 9_999)),
      item(receipt('B', 9_999)),
      item({ ...draw('B', 9_999), ...annex }),
    ]);
    expect(outcomesOf(results)).toEqual(['409 insufficient_stock', '201', '201']);
  });
});

describe('a level that somebody holds', () => {
  it('leaves its movements undecided, with a 503 of theirs, and no others', async () => {
    const items = [item(draw('STUCK', 1)), item(draw('A', 1)), item(draw('STUCK', 2))];
    const held = await holdLevels(world.db.owner, ['STUCK']);
    const { status, body, headers } = await postBatch(world.api, items).finally(() =>
      held.release(),
    );
    expect([status, ...outcomesOf(body.results)]).toEqual([
      200,
      '503 unavailable',
      '201',
      '503 unavailable',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const again = await resultsOf(world.api, items);
    expect(outcomesOf(again)).toEqual(['201', '200', '201']);
    expect(again[2]?.body.transactions[0].balance_after).toBe(97);
  });
});

describe('a key that comes twice', () => {
  const outcomes = async (...items: BatchItem[]) => outcomesOf(await resultsOf(world.api, items));

  it('is posted once: 201, then 200 with the same result', async () => {
    const one = item(draw('A', 1));
    const results = await resultsOf(world.api, [one, item(draw('A', 1)), one, one]);
    expect(outcomesOf(results)).toEqual(['201', '201', '200', '200']);
    expect(results[3]?.body).toEqual({ ...results[0]?.body, idempotent: true });
  });

  it('with another movement is refused, also of another SKU, and of one that is unknown', async () => {
    const key = freshKey();
    const others = [draw('A', 2), draw('B', 1), draw('NOTHING', 1), receipt('NEW-3', 1)];
    expect(await outcomes(item(draw('A', 1), key), ...others.map((one) => item(one, key)))).toEqual(
      ['201', ...others.map(() => '422 idempotency_key_reused')],
    );
  });

  it('follows the first in the order sent, whichever level is decided sooner', async () => {
    const key = freshKey();
    const held = await holdLevels(world.db.owner, ['HELD']);
    const answer = outcomes(item(draw('HELD', 1), key), item(draw('A', 1), key));
    await held.blocks(1);
    await held.release();
    expect(await answer).toEqual(['201', '422 idempotency_key_reused']);
  });

  it('is free where the first was refused, and what comes later for that level waits', async () => {
    const key = freshKey();
    const results = await resultsOf(world.api, [
      item(draw('B', 1_000_000), key),
      item({ type: 'fulfill', qty: 1 }, key),
      item(draw('NOTHING', 1), key),
      item(draw('A', 1), key),
      item(draw('A', 2)),
      item(draw('B', 1), key),
    ]);
    expect(outcomesOf(results)).toEqual([
      '409 insufficient_stock',
      '400 invalid_movement',
      '404 product_not_found',
      '201',
      '201',
      '422 idempotency_key_reused',
    ]);
    const [fourth, fifth] = [3, 4].map((index) => results[index]?.body.transactions[0]);
    expect(fifth.balance_after).toBe(fourth.balance_after - 2);
  });
});
