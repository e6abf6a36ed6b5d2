import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

/** Units of draws; the last are more than there are. */
const PREVIEWED = [1, 4, 23, 57, 58];
/** Each of them draws from a SKU of its own. */
const skuOf = (units: number) => `MANY-FOR-${units}`;
const OF_MANY = ['MANY', ...PREVIEWED.map(skuOf)];

const world = useWorld(async ({ db, service }) => {
  const lot = (lot_number: string, offset: number, qty: number) => ({
    sku_code: 'S',
    lot_number,
    expiry_date: day(offset),
    qty,
  });
  const pharmacy = await makePharmacy(db.database, {
    skuCodes: ['S', 'DRAWN', ...OF_MANY, 'NEVER'],
    lots: [
      ...OF_MANY.flatMap((sku_code) =>
        Array.from({ length: 30 }, (_, index) => ({
          ...lot(`MANY-${String(index).padStart(2, '0')}`, 10 + index, 2),
          sku_code,
        })),
      ),
      { ...lot('SECOND', 60, 20), sku_code: 'DRAWN' },
      { ...lot('FIRST', 30, 10), sku_code: 'DRAWN' },
      lot('SECOND', 60, 20),
      lot('FIRST', 30, 10),
      lot('GONE', -1, 5),
      lot('TODAY', 0, 2),
      { ...lot('HELD', 10, 7), status: 'quarantine' },
      { ...lot('OLD-AND-HELD', -5, 1), status: 'quarantine' },
    ],
  });
  const api = client({ url: service.url, key: pharmacy.testKey });
  return { pharmacy, api };
});

const preview = (body: Record<string, unknown>) =>
  world.api.post('/v1/inventory/movements/preview', { body });

it('names the lots that a draw would take, and why others are passed over', async () => {
  const { status, body } = await preview({ type: 'fulfill', qty: 15, sku_code: 'S' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    lots: [
      { lot_number: 'TODAY', qty: 2 },
      { lot_number: 'FIRST', qty: 10 },
      { lot_number: 'SECOND', qty: 3 },
    ],
    skipped: [
      { lot_number: 'OLD-AND-HELD', on_hand: 1, reason: 'quarantined' },
      { lot_number: 'GONE', on_hand: 5, reason: 'expired' },
      { lot_number: 'HELD', on_hand: 7, reason: 'quarantined' },
    ],
    shortfall: 0,
  });
});

it('takes exactly what the draw then takes', async () => {
  const before = await preview({ type: 'dispense', qty: 11, sku_code: 'DRAWN' });
  const live = client({ url: world.service.url, key: world.pharmacy.liveKey });
  const drawn = await post(live, { type: 'dispense', qty: 11, sku_code: 'DRAWN' });
  expect(drawn.body.transactions).toMatchObject(
    before.body.lots.map((lot: { lot_number: string; qty: number }) => ({
      lot_number: lot.lot_number,
      qty: -lot.qty,
    })),
  );
});

describe('for an order', () => {
  const reference = { type: 'order', id: 'O-1' };
  const many = { type: 'fulfill', sku_code: 'MANY', reference };
  let live: Client;

  beforeAll(async () => {
    live = client({ url: world.service.url, key: world.pharmacy.liveKey });
    // It holds a whole late lot and a part of another; somebody else holds the first of all.
    for (const sku_code of OF_MANY) {
      for (const body of [
        { sku_code, min_expiry_date: day(35), reference, qty: 3 },
        { sku_code, reference: { type: 'order', id: 'O-2' }, qty: 3 },
      ]) {
        expect((await live.post('/v1/inventory/allocations', { body })).status).toBe(201);
      }
    }
  });

  it('takes what it holds first, and never what another holds', async () => {
    const { body } = await preview({ ...many, qty: 5 });
    expect(body.lots).toMatchObject([
      { lot_number: 'MANY-25', qty: 2 },
      { lot_number: 'MANY-26', qty: 1 },
      { lot_number: 'MANY-01', qty: 1 },
      { lot_number: 'MANY-02', qty: 1 },
    ]);
    expect(body.skipped).toMatchObject([{ lot_number: 'MANY-00', reason: 'reserved' }]);
  });

  it('looks behind the first lots when they do not cover it, and says what is missing', async () => {
    // All but the three of the other order.
    const { body } = await preview({ ...many, qty: 60 });
    expect(body.lots).toHaveLength(29);
    expect(body.shortfall).toBe(3);
  });

  it('takes of a named lot what it holds there and what no one holds', async () => {
    const named = (lot_number: string, qty: number) => preview({ ...many, lot_number, qty });
    expect((await named('MANY-26', 2)).body).toMatchObject({ lots: [{ qty: 2 }], shortfall: 0 });
    expect((await named('MANY-01', 2)).body).toMatchObject({ lots: [{ qty: 1 }], shortfall: 1 });
    expect((await named('MANY-00', 1)).body).toMatchObject({
      lots: [],
      skipped: [{ lot_number: 'MANY-00', reason: 'reserved' }],
      shortfall: 1,
    });
  });

  it.each(PREVIEWED)('foretells the movement of %i units', async (qty) => {
    const draw = { ...many, sku_code: skuOf(qty), qty };
    const previewed = await preview(draw);
    const drawn = await post(live, draw);
    expect(drawn.status).toBe(qty === 58 ? 409 : 201);
    if (qty === 58) return expect(previewed.body.shortfall).toBe(1);
    expect(drawn.body.transactions.map(lotAndUnits)).toEqual(previewed.body.lots.map(lotAndUnits));
  });
});

function lotAndUnits({ lot_number, qty }: { lot_number: string; qty: number }) {
  return [lot_number, Math.abs(qty)];
}

it('says of a SKU that was never received that all is missing', async () => {
  const nothing = { type: 'fulfill', sku_code: 'NEVER' };
  const { body } = await preview({ ...nothing, qty: 4 });
  expect(body).toEqual({ lots: [], skipped: [], skipped_total: 0, shortfall: 4 });
});

it('says how many units are missing, and posts nothing', async () => {
  const count = async () =>
    (await world.db.owner.query('select count(*)::int as n from ledger_entry')).rows[0].n;
  const before = await count();
  const { body } = await preview({ type: 'fulfill', qty: 1000, sku_code: 'S' });
  const offered = body.lots.reduce((units: number, lot: { qty: number }) => units + lot.qty, 0);
  expect(body.shortfall).toBe(1000 - offered);
  expect(offered).toBeGreaterThan(0);
  expect(await count()).toBe(before);
});

it('looks at one lot where one is named', async () => {
  const named = { type: 'fulfill', qty: 3, sku_code: 'S' };
  const usable = await preview({ ...named, lot_number: 'SECOND' });
  expect(usable.body).toMatchObject({ lots: [{ lot_number: 'SECOND', qty: 3 }], skipped: [] });
  const expired = await preview({ ...named, lot_number: 'GONE' });
  expect(expired.body).toMatchObject({ lots: [], skipped: [{ reason: 'expired' }], shortfall: 3 });
});

it.each([
  [{ type: 'fulfill', qty: 1, sku_code: 'nothing' }, 404, 'product_not_found'],
  [{ type: 'fulfill', qty: 1, sku_code: 'S', location: 'Nowhere' }, 404, 'location_not_found'],
  [{ type: 'fulfill', qty: 1, sku_code: 'S', lot_number: 'NONE' }, 404, 'lot_not_found'],
  [{ type: 'fulfill', qty: 1 }, 400, 'invalid_movement'],
  [{ type: 'receive', qty: 1, sku_code: 'S' }, 400, 'validation_error'],
  [{ type: 'fulfill', qty: 0, sku_code: 'S' }, 400, 'validation_error'],
  [{ type: 'fulfill', qty: 1, sku_code: 'S', expiry_date: day(3) }, 400, 'validation_error'],
])('refuses %o', async (body, status, code) => {
  const refused = await preview(body);
  expect(refused.status).toBe(status);
  expect(refused.body.error.code).toBe(code);
});
