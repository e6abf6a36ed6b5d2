// The shape of a batch: what is wrong with the whole, and what is wrong with one item alone.
import { describe, expect, it } from 'vitest';
import { BATCH, item, outcomesOf, postBatch, resultsOf } from '../../support/batches.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['SKU'] });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  await resultsOf(api, [item(receipt())]);
  return { pharmacy, api };
});

function receipt(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const lot = { lot_number: 'LOT', expiry_date: day(60) };
  return { type: 'receive', qty: 5, sku_code: 'SKU', ...lot, ...fields };
}

const json = { 'content-type': 'application/json' };

/** Sends the body as this text. */
function send(rawBody: string) {
  return world.api.post(BATCH, { rawBody, headers: json });
}

describe('a request is refused as a whole, and posts nothing,', () => {
  const good = { idempotency_key: 'a-good-key', movement: { type: 'fulfill', qty: 1 } };

  it.each([
    ['without movements', {}, 'movements'],
    ['with none', { movements: [] }, 'movements'],
    ['with an object of them', { movements: { 0: good } }, 'movements'],
    ['with null', { movements: null }, 'movements'],
    ['with an unknown member', { movements: [good], dry_run: true }, 'dry_run'],
    ['with an item that is a text', { movements: [good, 'x'] }, 'movements.1'],
    ['with an item that is null', { movements: [null] }, 'movements.0'],
    [
      'with an item without a key',
      { movements: [{ movement: {} }] },
      'movements.0.idempotency_key',
    ],
    [
      'with a key that is a number',
      { movements: [{ ...good, idempotency_key: 12345678 }] },
      'movements.0.idempotency_key',
    ],
    [
      'with an item without a movement',
      { movements: [{ idempotency_key: 'a-good-key' }] },
      'movements.0.movement',
    ],
    [
      'with an unknown member of an item',
      { movements: [{ ...good, note: 'x' }] },
      'movements.0.note',
    ],
    ['as a list', [good], 'body'],
    ['as a text', 'movements', 'body'],
    ['as null', null, 'body'],
  ])('%s', async (_what, body, field) => {
    const before = await everythingWritten(world.db);
    const answer = await send(JSON.stringify(body));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
    expect(answer.body.error.details[0].path).toBe(field);
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('with 101 movements, where 100 are taken', async () => {
    const items = Array.from({ length: 101 }, () => item(receipt({ qty: 1 })));
    const before = await everythingWritten(world.db);
    const { status, body } = await postBatch(world.api, items);
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: 'movements', message: 'must not have more than 100 items' }],
    ]);
    expect(await everythingWritten(world.db)).toEqual(before);
    const results = await resultsOf(world.api, items.slice(1));
    expect(new Set(outcomesOf(results))).toEqual(new Set(['201']));
  });

  it('over 256 kB, where as much is taken', async () => {
    const text = JSON.stringify({ movements: [item(receipt())] });
    const before = await everythingWritten(world.db);
    const refused = await send(text.padEnd(256_001));
    expect([refused.status, refused.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(await everythingWritten(world.db)).toEqual(before);
    expect((await send(text.padEnd(256_000))).body.results).toMatchObject([{ status: 201 }]);
  });

  it('that is no JSON, or nested without end', async () => {
    const nested = '['.repeat(40) + ']'.repeat(40);
    for (const text of ['', '{', '{"movements":[', 'null null', `{"movements":${nested}}`]) {
      const { status, body } = await send(text);
      expect([status, body.error.code, body.error.details[0].path]).toEqual([
        400,
        'validation_error',
        'body',
      ]);
    }
  });

  it('by a test key', async () => {
    const before = await everythingWritten(world.db);
    const test = client({ url: world.service.url, key: world.pharmacy.testKey });
    const { status, body } = await postBatch(test, [item(receipt())]);
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(body.error.message).toMatch(/live key/);
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('with a query parameter', async () => {
    const { status } = await postBatch(world.api, [item(receipt())], { query: { dry_run: true } });
    expect(status).toBe(400);
  });
});

describe('what is wrong with one is its own:', () => {
  /** A movement as text, so that anything can be sent. */
  async function resultsAround(movement: string, key = freshKey()) {
    const good = () => JSON.stringify(item(receipt()));
    const spoilt = `{"idempotency_key":${JSON.stringify(key)},"movement":${movement}}`;
    const { status, body } = await send(`{"movements":[${good()},${spoilt},${good()}]}`);
    expect(status).toBe(200);
    const [first, result, last] = body.results;
    expect([first.status, last.status]).toEqual([201, 201]);
    return result;
  }

  const withField = (field: string, text: string) =>
    JSON.stringify(receipt()).replace('{', `{"${field}":${text},`);

  it.each([
    ['U+0000', withField('note', '"a\\u0000b"'), 'note'],
    ['U+0000 in a name', withField('no\\u0000te', '"x"'), 'body'],
    ['half a surrogate pair', withField('po_number', '"\\ud800"'), 'po_number'],
    ['half a pair deep inside', withField('reference', '{"id":"\\udc00"}'), 'reference.id'],
    ['__proto__', withField('__proto__', '{"qty":1}'), '__proto__'],
    ['a constructor', withField('constructor', '1'), 'constructor'],
    [
      'a number beyond all',
      '{"type":"receive","sku_code":"SKU","lot_number":"LOT","qty":1e400}',
      'qty',
    ],
    ['half a unit', '{"type":"receive","sku_code":"SKU","lot_number":"LOT","qty":0.5}', 'qty'],
    ['less than none', '{"type":"receive","sku_code":"SKU","lot_number":"LOT","qty":-1}', 'qty'],
    [
      'a day that is none',
      withField('expiry_date', '"2031-02-30"').replace(/,"expiry_date":"[^"]*"}$/, '}'),
      'expiry_date',
    ],
    ['a list', '[]', 'body'],
    ['a number', '5', 'body'],
    ['nothing', 'null', 'body'],
  ])('%s', async (_what, movement, path) => {
    const alone = await world.api.post('/v1/inventory/movements', {
      rawBody: movement,
      headers: { ...json, 'Idempotency-Key': freshKey() },
    });
    const result = await resultsAround(movement);
    expect([result.status, result.body.error.code]).toEqual([400, 'validation_error']);
    expect(result.body.error.details[0].path).toBe(path);
    const { request_id: _, ...own } = result.body.error;
    const { request_id: __, ...same } = alone.body.error;
    expect(own).toEqual(same);
  });

  it.each([
    ['7 characters', '1234567'],
    ['101 characters', 'k'.repeat(101)],
    ['a space', 'key 12345'],
    ['a letter beyond ASCII', 'schlüssel-1'],
    ['U+0000', 'key-\0-12345'],
    ['half a surrogate pair', 'key-\ud800-12345'],
    ['nothing in it', ''],
  ])('a key with %s', async (_what, key) => {
    const result = await resultsAround(JSON.stringify(receipt()), key);
    expect([result.status, result.body.error.code]).toEqual([400, 'validation_error']);
    expect(result.body.error.details).toMatchObject([{ path: 'idempotency_key' }]);
    expect(result.body.error.message).toMatch(/: idempotency_key must/);
  });

  it('of a key and its movement all is named', async () => {
    const result = await resultsAround('{"type":"move","qty":0,"bogus":1}', 'short');
    const paths = result.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['bogus', 'idempotency_key', 'qty', 'type']);
  });

  it('a key of 8 or 100 characters is taken, and is the same key alone', async () => {
    for (const key of ['!~"#$%&\'', 'k'.repeat(100)]) {
      expect((await resultsAround(JSON.stringify(receipt()), key)).status).toBe(201);
      expect((await post(world.api, receipt(), key)).body.idempotent).toBe(true);
    }
  });

  it('nothing, where all of a hundred are wrong in all their fields', async () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`field_${index}`, 1]),
    );
    const before = await everythingWritten(world.db);
    const results = await resultsOf(
      world.api,
      Array.from({ length: 100 }, () => item(wrong)),
    );
    expect(new Set(outcomesOf(results))).toEqual(new Set(['400 validation_error']));
    for (const { body } of results) expect(body.error.details).toHaveLength(20);
    expect(await everythingWritten(world.db)).toEqual(before);
  });
});
