// Which SKU, location and lot a movement means, and that no one can name another organization's.
import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import type { Answered } from '../../support/client.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { refusesIn, SPARE_SKU } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Of a product that two SKUs stock, and of one that none does. */
const shared = crypto.randomUUID();
const unstocked = crypto.randomUUID();

const world = useWorld(async ({ db, service }) => {
  const lot = { sku_code: 'ONE', lot_number: 'LOT', expiry_date: day(50), qty: 1000 };
  const skuCodes = ['ONE', 'Émilie, 5 µg — 日本 💊', SPARE_SKU];
  const mine = await makePharmacy(db.database, { skuCodes, lots: [lot] });
  const theirs = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['FOREIGN', 'ALIKE'],
    lots: ['FOREIGN', 'ALIKE'].map((sku_code) => ({
      ...lot,
      sku_code,
      lot_number: `${sku_code}-LOT`,
    })),
  });
  const organization = mine.slug;
  const file = {
    products: [
      { organization, id: shared, name: 'Shared' },
      { organization, id: unstocked, name: 'Unstocked' },
    ],
    skus: ['SMALL', 'LARGE'].map((sku_code) => ({ organization, sku_code, product_id: shared })),
    locations: [{ organization: 'theirs', name: 'Their cellar' }],
  };
  await importFile(db.database, JSON.stringify(file));
  const api = client({ url: service.url, key: mine.liveKey });
  const refuses = refusesIn(db, api);
  return { mine, theirs, api, refuses };
});

function movement(fields: Record<string, unknown>): Record<string, unknown> {
  return { type: 'fulfill', qty: 1, ...fields };
}

/** All of a refusal but what is the request's own. */
function sameness({ status, body, headers }: Answered): unknown {
  const { request_id, ...error } = body.error;
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  const own = /^(date|x-request-id|x-ratelimit-.*)$/;
  return { status, error, headers: [...headers].filter(([name]) => !own.test(name)) };
}

const productUnknown = { status: 404, code: 'product_not_found', message: /product_id|sku_code/ };
const locationUnknown = { status: 404, code: 'location_not_found', message: /location/ };
const invalid = (message: RegExp) => ({ status: 400, code: 'invalid_movement', message });

describe('the product', () => {
  it('is named by sku_code, by product_id in either case, or by both', async () => {
    const [product_id = ''] = world.mine.productIds;
    for (const names of [
      { sku_code: 'ONE' },
      { product_id },
      { product_id: product_id.toUpperCase() },
      { sku_code: 'ONE', product_id },
      { sku_code: 'ONE', product_id: product_id.toUpperCase() },
    ]) {
      const answer = await post(world.api, movement(names));
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body.transactions).toMatchObject([{ lot_number: 'LOT' }]);
    }
  });

  it('must be named', async () => {
    await world.refuses(movement({}), invalid(/sku_code or product_id/));
  });

  it('is not found by another code, another case or a product without a SKU', async () => {
    for (const sku_code of ['TWO', 'one', 'ONE ', "ONE' or true --", '%']) {
      await world.refuses(movement({ sku_code }), { ...productUnknown, message: /sku_code/ });
    }
    for (const product_id of [UNKNOWN_ID, unstocked]) {
      await world.refuses(movement({ product_id }), { ...productUnknown, message: /product/ });
    }
  });

  it('must be one when named twice', async () => {
    const contradicting = movement({ sku_code: 'ONE', product_id: shared });
    await world.refuses(contradicting, invalid(/^sku_code names another product than product_id/));
    const unstockedToo = movement({ sku_code: 'ONE', product_id: unstocked });
    await world.refuses(unstockedToo, invalid(/^sku_code names another product than product_id/));
  });

  it('is unknown before it is contradicting', async () => {
    const [product_id] = world.mine.productIds;
    await world.refuses(movement({ sku_code: 'ONE', product_id: UNKNOWN_ID }), productUnknown);
    await world.refuses(movement({ sku_code: 'TWO', product_id }), productUnknown);
  });

  it('needs its sku_code where several SKUs stock it', async () => {
    const receipt = { type: 'receive', lot_number: 'S', expiry_date: day(50), product_id: shared };
    await world.refuses(movement(receipt), invalid(/^sku_code .*several SKUs/));
    const named = await post(world.api, movement({ ...receipt, sku_code: 'SMALL' }));
    expect(named.status).toBe(201);
  });

  it('is known by any code there is, in any script', async () => {
    const sku_code = 'Émilie, 5 µg — 日本 💊';
    const lot_number = 'ü "\\\'$1;--';
    const receipt = { type: 'receive', sku_code, lot_number, expiry_date: day(50) };
    expect((await post(world.api, movement(receipt))).body.transactions).toMatchObject([
      { lot_number },
    ]);
    const drawn = await post(world.api, movement({ sku_code, lot_number }));
    expect(drawn.body.transactions).toMatchObject([{ lot_number, balance_after: 0 }]);
  });
});

describe('the location', () => {
  it('is the default one when none is named', async () => {
    expect((await post(world.api, movement({ sku_code: 'ONE', location: 'Main' }))).status).toBe(
      201,
    );
    expect((await post(world.api, movement({ sku_code: 'ONE' }))).status).toBe(201);
    const { rows } = await world.db.owner.query(
      `select distinct p.name from movement m join location p on p.id = m.location_id
        where m.sku_id = (select id from sku where sku_code = 'ONE')`,
    );
    expect(rows).toEqual([{ name: 'Main' }]);
  });

  it('must be known', async () => {
    for (const location of ['Cellar', 'main', 'Main ']) {
      await world.refuses(movement({ sku_code: 'ONE', location }), locationUnknown);
    }
  });

  it('must be named where the organization has no default one', async () => {
    await world.db.owner.query('update location set is_default = false where name = $1', ['Main']);
    const answer = await post(world.api, movement({ sku_code: 'ONE' }));
    const named = await post(world.api, movement({ sku_code: 'ONE', location: 'Main' }));
    await world.db.owner.query('update location set is_default = true where name = $1', ['Main']);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'location_not_found']);
    expect(answer.body.error.message).toMatch(/no default location/);
    expect(named.status).toBe(201);
  });

  it('is judged after the product', async () => {
    await world.refuses(movement({ sku_code: 'TWO', location: 'Cellar' }), productUnknown);
  });
});

describe('what belongs to another organization', () => {
  it.each([
    ['sku_code', () => ({ sku_code: 'FOREIGN' }), { sku_code: 'MISSING' }],
    ['product_id', () => ({ product_id: world.theirs.productIds[0] }), { product_id: UNKNOWN_ID }],
    [
      'product_id beside my own SKU',
      () => ({ sku_code: 'ONE', product_id: world.theirs.productIds[0] }),
      { sku_code: 'ONE', product_id: UNKNOWN_ID },
    ],
    [
      'location',
      () => ({ sku_code: 'ONE', location: 'Their cellar' }),
      { sku_code: 'ONE', location: 'Missing' },
    ],
    [
      'lot_number',
      () => ({ sku_code: 'ONE', lot_number: 'FOREIGN-LOT' }),
      { sku_code: 'ONE', lot_number: 'MISSING' },
    ],
  ])('is answered as what does not exist: %s', async (_what, foreign, missing) => {
    const refusal = { status: 404, code: expect.stringMatching(/_not_found$/), message: /./ };
    const one = await world.refuses(movement(foreign()), refusal);
    const other = await world.refuses(movement(missing), refusal);
    expect(sameness(one)).toEqual(sameness(other));
  });

  it('does not stand in the way: the same names mean my own', async () => {
    const lot = { sku_code: 'ALIKE', lot_number: 'ALIKE-LOT', expiry_date: day(99), qty: 3 };
    const product_id = crypto.randomUUID();
    const organization = world.mine.slug;
    const file = {
      products: [{ organization, id: product_id, name: 'Mine' }],
      skus: [{ organization, sku_code: 'ALIKE', product_id }],
    };
    await importFile(world.db.database, JSON.stringify(file));
    expect((await post(world.api, { type: 'receive', ...lot })).status).toBe(201);
    const query = { sku_code: 'ALIKE' };
    const me = await world.api.get('/v1/inventory/stock', { query });
    const their = client({ url: world.service.url, key: world.theirs.liveKey });
    const them = await their.get('/v1/inventory/stock', { query });
    expect(me.body.data).toMatchObject([{ on_hand: 3, product_id, version: 1 }]);
    expect(them.body.data).toMatchObject([{ on_hand: 1000, version: 1 }]);
  });
});
