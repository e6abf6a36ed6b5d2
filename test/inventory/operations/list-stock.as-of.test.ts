import { describe, expect, it } from 'vitest';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const { liveKey } = await makePharmacy(db.database, {
    skuCodes: ['PAST', 'LOW-1', 'LOW-2', 'NEVER-COUNTED'],
    reorderPoint: 5,
  });
  const api = client({ url: service.url, key: liveKey });
  return { api };
});

const stock = async (query: Record<string, string | boolean>) =>
  (await world.api.get('/v1/inventory/stock', { query })).body.data;

describe('stock as of a time', () => {
  it('is what the ledger said then, after every single movement', async () => {
    const receive = { type: 'receive', sku_code: 'PAST', expiry_date: day(30) };
    const steps = [
      { ...receive, qty: 10, lot_number: 'A' },
      { ...receive, qty: 5, lot_number: 'B', expiry_date: day(10) },
      { type: 'fulfill', sku_code: 'PAST', qty: 7 },
      { type: 'return', sku_code: 'PAST', qty: 1, lot_number: 'B' },
    ];
    for (const step of steps) expect((await post(world.api, step)).status).toBe(201);
    const { body } = await world.api.get('/v1/inventory/transactions', {
      query: { sku_code: 'PAST' },
    });
    const times = [
      ...new Set<string>(body.data.map((entry: { created_at: string }) => entry.created_at)),
    ].sort();
    const then = [];
    for (const as_of of times) then.push((await stock({ sku_code: 'PAST', as_of }))[0].on_hand);
    expect(then).toEqual([10, 15, 8, 9]);
    expect((await stock({ sku_code: 'PAST', as_of: times[1] as string }))[0]).toMatchObject({
      reserved: null,
      available: null,
      quarantined: null,
      version: null,
      product_name: 'Product of PAST',
      expired: 0,
      next_expiry: day(10),
      reorder_point: 5,
    });
  });

  it('shows nothing of before the first receipt', async () => {
    expect(await stock({ sku_code: 'PAST', as_of: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it.each([
    ['2999-01-01T00:00:00Z', 'as_of'],
    ['2026-02-30T00:00:00Z', 'as_of'],
    ['yesterday', 'as_of'],
  ])('refuses %s', async (as_of, path) => {
    const refused = await world.api.get('/v1/inventory/stock', { query: { as_of } });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ path }]);
  });

  it.each(['0001-01-01T00:00:00Z', '2026-01-01T00:00:00.1234567890Z'])(
    'says of %s what would be right',
    async (as_of) => {
      const refused = await world.api.get('/v1/inventory/stock', { query: { as_of } });
      expect(refused.status).toBe(400);
      const message = expect.stringMatching(/of the years 1000 to 2999.*at most nine digits/);
      expect(refused.body.error.details).toEqual([{ path: 'as_of', message }]);
    },
  );

  it('does not mix with the filter for low stock', async () => {
    const refused = await world.api.get('/v1/inventory/stock', {
      query: { as_of: '2026-01-01T00:00:00Z', low: true },
    });
    expect(refused.status).toBe(400);
  });
});

describe('the filter for low stock', () => {
  it('tells levels at or below their reorder point from the others', async () => {
    const receive = { type: 'receive', lot_number: 'L', expiry_date: day(30) };
    await post(world.api, { ...receive, sku_code: 'LOW-1', qty: 5 });
    await post(world.api, { ...receive, sku_code: 'LOW-2', qty: 6 });
    const codes = async (low: boolean) =>
      (await stock({ low }))
        .map((level: { sku_code: string }) => level.sku_code)
        .filter((code: string) => code.startsWith('LOW'));
    expect(await codes(true)).toEqual(['LOW-1']);
    expect(await codes(false)).toEqual(['LOW-2']);
  });
});
