import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  type Pharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

let db: TestDatabase;
let service: RunningService;
let pharmacy: Pharmacy;
let api: Client;
let stranger: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  const expiries = [40, 10, 10, -1, 0, 90];
  pharmacy = await makePharmacy(db.database, {
    skuCodes: ['A', 'B', "O'Brien (50%)"],
    lots: [
      ...expiries.map((offset, place) => ({
        sku_code: place % 2 === 0 ? 'A' : 'B',
        lot_number: `LOT-${place}`,
        expiry_date: day(offset),
        qty: 10 + place,
        location: place < 4 ? 'Main' : 'Annex',
      })),
      {
        sku_code: 'A',
        lot_number: 'QUARANTINED',
        expiry_date: day(20),
        qty: 3,
        status: 'quarantine',
      },
    ],
  });
  const other = await makePharmacy(db.database, { slug: 'stranger' });
  service = await startService(db.database);
  api = client({ url: service.url, key: pharmacy.liveKey });
  stranger = client({ url: service.url, key: other.testKey });
});

afterAll(async () => {
  await service.close();
  await db.drop();
});

/** Every row of a list, page by page. */
async function readAll(caller: Client, path: string, query: Record<string, string | number> = {}) {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page += 1) {
    const answered = await caller.get(path, { query: { ...query, ...(cursor && { cursor }) } });
    expect(answered.status).toBe(200);
    rows.push(...answered.body.data);
    cursor = answered.body.next_cursor;
    if (cursor === null) return rows;
  }
  throw new Error('the list does not end');
}

describe('lots', () => {
  const path = '/v1/inventory/lots';

  it('are listed once each, the first to expire first, whatever the page size', async () => {
    const whole = await readAll(api, path);
    expect(whole).toHaveLength(7);
    expect(whole.map(({ expiry_date }) => expiry_date)).toEqual(
      whole.map(({ expiry_date }) => expiry_date).sort(),
    );
    for (const limit of [1, 2, 3]) expect(await readAll(api, path, { limit })).toEqual(whole);
  });

  it('have nothing available when they are quarantined or past their expiry date', async () => {
    const lots = await readAll(api, path);
    const available = Object.fromEntries(lots.map((lot) => [lot.lot_number, lot.available]));
    expect(available).toMatchObject({ QUARANTINED: 0, 'LOT-3': 0, 'LOT-4': 14, 'LOT-0': 10 });
  });

  it.each([
    [{ sku_code: 'B' }, ['LOT-3', 'LOT-1', 'LOT-5']],
    [{ location: 'Annex' }, ['LOT-4', 'LOT-5']],
    [{ status: 'quarantine' }, ['QUARANTINED']],
    [{ lot_number: 'LOT-0' }, ['LOT-0']],
    [{ expiring_before: day(10) }, ['LOT-3', 'LOT-4']],
    [{ status: 'unheard-of' }, []],
    [{ sku_code: 'nothing' }, []],
  ])('can be filtered by %o', async (query, expected) => {
    const found = await readAll(api, path, query);
    expect(found.map(({ lot_number }) => lot_number)).toEqual(expected);
  });

  it.each([
    ['expiring_before', '2027-02-30'],
    ['expiring_before', 'soon'],
    ['cursor', 'AAAA'],
    ['cursor', Buffer.from('["2027-02-30","x"]').toString('base64url')],
    ['limit', '0'],
    ['limit', '101'],
    ['lot_nubmer', 'LOT-0'],
  ])('refuse %s=%s and name it', async (name, value) => {
    const refused = await api.get(path, { query: { [name]: value } });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'validation_error',
      details: [{ path: name }],
    });
  });

  it('are not shown to a stranger', async () => {
    expect(await readAll(stranger, path)).toEqual([]);
  });
});

describe('locations', () => {
  it('are listed by name, the default one marked', async () => {
    const whole = await readAll(api, '/v1/inventory/locations');
    expect(whole).toMatchObject([
      { name: 'Annex', is_default: false, time_zone: 'UTC' },
      { name: 'Main', is_default: true, time_zone: 'UTC' },
    ]);
    expect(await readAll(api, '/v1/inventory/locations', { limit: 1 })).toEqual(whole);
  });
});

describe('SKUs', () => {
  it('are listed by code with codes that do not apply as null', async () => {
    const whole = await readAll(api, '/v1/inventory/skus');
    expect(whole.map(({ sku_code }) => sku_code)).toEqual(['A', 'B', "O'Brien (50%)"]);
    expect(whole[0]).toMatchObject({ gtin: null, ndc: null, product_id: pharmacy.productIds[0] });
    expect(await readAll(api, '/v1/inventory/skus', { limit: 1 })).toEqual(whole);
  });

  it('are found by code and by product', async () => {
    const byCode = await readAll(api, '/v1/inventory/skus', { sku_code: "O'Brien (50%)" });
    const byProduct = await readAll(api, '/v1/inventory/skus', {
      product_id: pharmacy.productIds[2] as string,
    });
    expect(byCode).toHaveLength(1);
    expect(byProduct).toEqual(byCode);
  });
});
