// Which requests to reserve are understood, and what a key makes of a repeat.
import { afterAll, describe, expect, it } from 'vitest';
import { importFile, issueKey } from '../../support/as-operator.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten, SPARE_SKU } from '../../support/refusals.ts';
import {
  ALLOCATIONS,
  eventsOf,
  expectConsistentReservations,
  order,
  readLevel,
  readLot,
  release,
  reserve,
  reserveRefusesIn,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `ASKED-${index}`);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Of a product that two SKUs stock, and of one that none does. */
const shared = crypto.randomUUID();
const unstocked = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const lot = { sku_code: 'ONE', lot_number: 'LOT', expiry_date: day(50), qty: 1_000 };
  const mine = await makePharmacy(db.database, {
    skuCodes: ['ONE', SPARE_SKU, ...SKUS],
    lots: [lot, { ...lot, sku_code: SPARE_SKU }],
  });
  const theirs = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['ONE'],
    lots: [lot],
  });
  const organization = mine.slug;
  const file = {
    products: [
      { organization, id: shared, name: 'Shared' },
      { organization, id: unstocked, name: 'Unstocked' },
    ],
    skus: ['SMALL', 'LARGE'].map((sku_code) => ({ organization, sku_code, product_id: shared })),
    lots: [{ organization, ...lot, sku_code: 'SMALL' }],
    locations: [{ organization: 'theirs', name: 'Their cellar' }],
  };
  await importFile(db.database, JSON.stringify(file));
  const api = client({ url: service.url, key: mine.liveKey });
  const foreign = client({ url: service.url, key: theirs.liveKey });
  const refuses = reserveRefusesIn(db, api);
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, theirs, api, foreign, refuses, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

let orders = 0;

/** For an order of its own. */
function asking(fields: Record<string, unknown>): Record<string, unknown> {
  orders += 1;
  return { reference: order(`ASKED-${orders}`), qty: 1, ...fields };
}

const invalid = (path: string) => ({
  status: 400,
  code: 'validation_error',
  message: /./,
  details: expect.arrayContaining([expect.objectContaining({ path })]),
});

describe('the product', () => {
  it('is named by sku_code, by product_id in either case, or by both', async () => {
    const [product_id = ''] = world.mine.productIds;
    for (const names of [
      { sku_code: 'ONE' },
      { product_id },
      { product_id: product_id.toUpperCase() },
      { sku_code: 'ONE', product_id },
    ]) {
      const answer = await reserve(world.api, asking(names));
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body).toMatchObject({ sku_code: 'ONE', product_id });
    }
  });

  it('must be named, and be one: 400 that names the field', async () => {
    await world.refuses(asking({}), { ...invalid('sku_code'), message: /sku_code or product_id/ });
    await world.refuses(asking({ sku_code: 'ONE', product_id: shared }), invalid('sku_code'));
    await world.refuses(asking({ sku_code: 'ONE', product_id: unstocked }), invalid('sku_code'));
    await world.refuses(asking({ product_id: shared }), invalid('sku_code'));
  });

  it('is not found when it is unknown, before it is contradicting', async () => {
    const unknown = { status: 404, code: 'product_not_found', message: /sku_code|product/ };
    const [product_id] = world.mine.productIds;
    for (const names of [
      { sku_code: 'TWO' },
      { sku_code: 'one' },
      { product_id: UNKNOWN_ID },
      { product_id: unstocked },
      { product_id: world.theirs.productIds[0] },
      { sku_code: 'ONE', product_id: UNKNOWN_ID },
      { sku_code: 'TWO', product_id },
    ]) {
      await world.refuses(asking(names), unknown);
    }
  });
});

describe('the location', () => {
  it('is the default one when none is named', async () => {
    expect((await reserve(world.api, asking({ sku_code: 'ONE' }))).body.location).toBe('Main');
  });

  it('is not found when it is unknown or of somebody else', async () => {
    for (const location of ['Nowhere', 'main', 'Their cellar']) {
      const unknown = { status: 404, code: 'location_not_found', message: /location/ };
      await world.refuses(asking({ sku_code: 'ONE', location }), unknown);
    }
  });
});

describe('the body', () => {
  it.each([
    ['reference', undefined],
    ['reference', 'ORD-1'],
    ['reference', null],
    ['reference.id', { type: 'order' }],
    ['reference.type', { id: '1' }],
    ['reference.id', { type: 'order', id: '' }],
    ['reference.type', { type: '', id: '1' }],
    ['reference.id', { type: 'order', id: 'x'.repeat(201) }],
    ['reference.type', { type: 'x'.repeat(51), id: '1' }],
    ['reference.id', { type: 'order', id: 7 }],
    ['reference.id', { type: 'order', id: 'a\u0000b' }],
    ['reference.id', { type: 'order', id: 'a\ud800b' }],
    ['reference.rx_number', { type: 'order', id: '1', rx_number: 'RX' }],
  ])('needs a reference of two parts and no more: %s, %j', async (path, reference) => {
    await world.refuses({ ...asking({ sku_code: 'ONE' }), reference }, invalid(path));
  });

  it.each([
    ['qty', undefined],
    ['qty', 0],
    ['qty', -1],
    ['qty', 1.5],
    ['qty', '1'],
    ['qty', null],
    ['qty', 1_000_000_001],
    ['lot_id', 'LOT'],
    ['lot_id', null],
    ['min_expiry_date', '2035-02-30'],
    ['min_expiry_date', '2035-01-31T00:00:00Z'],
    ['min_expiry_date', ''],
    ['product_id', 'ONE'],
    ['sku_code', ''],
    ['sku_code', 7],
    ['location', ''],
    ['location', null],
    // A misspelt or unsupported field must not be dropped.
    ['lot_number', 'LOT'],
    ['status', 'released'],
    ['note', 'please'],
  ])('is closed and typed: %s, %j', async (field, value) => {
    await world.refuses({ ...asking({ sku_code: 'ONE' }), [field]: value }, invalid(field));
  });

  it('is refused for a test key, and for one without the scope, whatever it holds', async () => {
    const tests = client({ url: world.service.url, key: world.mine.testKey });
    const reads = await issueKey(world.db.database, {
      organization: world.mine.slug,
      environment: 'live',
      scopes: 'inventory:read',
      plan: 'partner',
    });
    const before = await everythingWritten(world.db);
    const body = asking({ sku_code: 'ONE' });
    const refused = await reserve(tests, body, freshKey());
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body.error.message).toMatch(/live key/);
    expect((await reserve(tests, { bogus: 1 })).status).toBe(403);
    expect((await reserve(client({ url: world.service.url, key: reads.key }), body)).status).toBe(
      403,
    );
    expect(await everythingWritten(world.db)).toEqual(before);
  });
});

describe('an Idempotency-Key', () => {
  it('may be left out, and must be well-formed where it is sent', async () => {
    expect((await reserve(world.api, asking({ sku_code: 'ONE' }))).status).toBe(201);
    const before = await everythingWritten(world.db);
    for (const key of ['short', 'x'.repeat(101), 'with space', 'käse-käse']) {
      const refused = await reserve(world.api, asking({ sku_code: 'ONE' }), key);
      expect([key, refused.status, refused.body.error.code]).toEqual([
        key,
        400,
        'validation_error',
      ]);
      expect(refused.body.error.details).toMatchObject([{ path: 'Idempotency-Key' }]);
    }
    expect(await everythingWritten(world.db)).toEqual(before);
    for (const key of ['12345678', `!${'~'.repeat(99)}`]) {
      expect((await reserve(world.api, asking({ sku_code: 'ONE' }), key)).status).toBe(201);
    }
  });

  it('gets the first body again, byte for byte, though the stock has changed', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    const [key, body] = [freshKey(), asking({ sku_code: sku, qty: 12 })];
    const first = await reserve(world.api, body, key);
    expect(first.status).toBe(201);
    const again = async () => {
      const answer = await reserve(world.api, body, key);
      expect([answer.status, answer.text]).toEqual([200, first.text]);
    };
    await again();
    const { id } = body.reference as { id: string };
    await release(world.api, id);
    await again();
    const drawn = await post(world.api, { type: 'fulfill', sku_code: sku, qty: 20 });
    expect(drawn.status).toBe(201);
    await again();
    const words = ['--organization', world.mine.slug, '--sku', sku, '--lot', 'A'];
    await world.operate('lot', 'set-status', ...words, '--status', 'quarantine');
    await again();
    expect((await readLevel(world.api, sku)).reserved).toBe(0);
  });

  it('ignores the order of members and white space', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const key = freshKey();
    const { reference } = asking({});
    const first = await reserve(world.api, { qty: 2, sku_code: sku, reference }, key);
    const headers = { 'Idempotency-Key': key, 'content-type': 'application/json' };
    const { type, id } = reference as { type: string; id: string };
    const rawBody = ` {"reference" : {"id":"${id}",\n"type":"${type}"}, "sku_code":"${sku}","qty":2}`;
    const again = await world.api.post(ALLOCATIONS, { rawBody, headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('of a request that reserved nothing new keeps that answer too', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const body = asking({ sku_code: sku, qty: 2 });
    await reserve(world.api, body);
    const before = await eventsOf(world.db, sku);
    const key = freshKey();
    const first = await reserve(world.api, body, key);
    expect([first.status, first.body.already_reserved]).toEqual([200, true]);
    await release(world.api, (body.reference as { id: string }).id);
    const again = await reserve(world.api, body, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await readLevel(world.api, sku)).reserved).toBe(0);
    expect(await eventsOf(world.db, sku)).toHaveLength(before.length + 1);
  });

  it('with another body is refused, and nothing is reserved', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const { id } = await readLot(world.api, sku, 'A');
    const [key, body] = [freshKey(), asking({ sku_code: sku, qty: 2 })];
    expect((await reserve(world.api, body, key)).status).toBe(201);
    const before = await everythingWritten(world.db);
    for (const changed of [
      { qty: 3 },
      { reference: order('ANOTHER') },
      { location: 'Main' },
      { lot_id: id },
      { min_expiry_date: day(1) },
    ]) {
      const reused = await reserve(world.api, { ...body, ...changed }, key);
      expect([reused.status, reused.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('is the caller organization’s own, and apart from that of a movement', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const [key, body] = [freshKey(), asking({ sku_code: sku, qty: 2 })];
    const moved = await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 }, key);
    const reserved = await reserve(world.api, body, key);
    expect([moved.status, reserved.status]).toEqual([201, 201]);
    const again = await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 }, key);
    expect([again.status, again.body.idempotent]).toEqual([200, true]);
    expect((await reserve(world.api, body, key)).text).toBe(reserved.text);
    const their = await reserve(world.foreign, { ...asking({ sku_code: 'ONE' }), qty: 7 }, key);
    expect([their.status, their.body.reserved_now]).toEqual([201, 7]);
    const other = freshKey();
    expect((await reserve(world.api, asking({ sku_code: sku, qty: 3 }), other)).status).toBe(201);
    const late = await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 }, other);
    expect(late.status).toBe(201);
  });

  it('is remembered by another key of the organization', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const [key, body] = [freshKey(), asking({ sku_code: sku, qty: 2 })];
    const first = await reserve(world.api, body, key);
    const issued = await issueKey(world.db.database, {
      organization: world.mine.slug,
      environment: 'live',
      scopes: 'inventory:write',
      plan: 'partner',
    });
    const again = await reserve(client({ url: world.service.url, key: issued.key }), body, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});
