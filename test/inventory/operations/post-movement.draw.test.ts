import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { refusesIn, SPARE_SKU } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const SKUS = Array.from({ length: 40 }, (_, index) => `DRAWN-${index}`);

const world = useWorld(async ({ db, service }) => {
  const { slug, liveKey } = await makePharmacy(db.database, { skuCodes: [...SKUS, SPARE_SKU] });
  const zoned = [EAST, WEST].map((name) => ({ organization: slug, name, time_zone: name }));
  await importFile(db.database, JSON.stringify({ locations: zoned }));
  const api = client({ url: service.url, key: liveKey });
  const refuses = refusesIn(db, api);
  return { api, refuses };
});

afterAll(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

interface Stocked {
  lot: string;
  expires: string;
  qty?: number;
  status?: string;
  location?: string;
}

let skusUsed = 0;

/** A SKU of the test's own that holds these lots, expired ones included, received in this order. */
async function stocked(...lots: Stocked[]): Promise<string> {
  const sku_code = SKUS[skusUsed];
  if (sku_code === undefined) throw new Error('Add SKUs to the test.');
  skusUsed += 1;
  for (const { lot, expires, ...rest } of lots) {
    const record = { organization: 'pharmacy', sku_code, lot_number: lot, expiry_date: expires };
    const file = { lots: [{ ...record, qty: 10, ...rest }] };
    await importFile(world.db.database, JSON.stringify(file));
  }
  return sku_code;
}

function draw(sku_code: string, qty: number, fields: Record<string, unknown> = {}) {
  return { type: 'fulfill', qty, sku_code, ...fields };
}

/** What a draw took, as `LOT:units` in order. */
async function taken(body: Record<string, unknown>): Promise<string[]> {
  const answer = await post(world.api, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.transactions.map(
    ({ lot_number, qty }: { lot_number: string; qty: number }) => `${lot_number}:${-qty}`,
  );
}

function short(requested: number, available: number, blocked: Record<string, number> = {}) {
  return {
    status: 409,
    code: 'insufficient_stock',
    message: new RegExp(`Only ${available} available; cannot take ${requested}\\.`),
    details: {
      requested,
      available,
      blocked: { reserved: 0, quarantined: 0, expired: 0, ...blocked },
    },
  };
}

describe.each(['fulfill', 'dispense'])('a %s that names its lot', (type) => {
  it('takes that lot, whatever expires before it', async () => {
    const sku = await stocked({ lot: 'SOON', expires: day(5) }, { lot: 'LATE', expires: day(50) });
    expect(await taken(draw(sku, 4, { type, lot_number: 'LATE' }))).toEqual(['LATE:4']);
  });

  it('is refused when that lot is short, however much lies next to it', async () => {
    const sku = await stocked({ lot: 'SOON', expires: day(5) }, { lot: 'LATE', expires: day(50) });
    await world.refuses(draw(sku, 11, { type, lot_number: 'LATE' }), short(11, 10));
    expect(await taken(draw(sku, 10, { type, lot_number: 'LATE' }))).toEqual(['LATE:10']);
    await world.refuses(draw(sku, 1, { type, lot_number: 'LATE' }), short(1, 0));
  });

  it('is refused for an expired lot, a quarantined one, and one that is not there', async () => {
    const sku = await stocked(
      { lot: 'OLD', expires: day(-9) },
      { lot: 'HELD', expires: day(50), status: 'quarantine' },
      { lot: 'AWAY', expires: day(50), location: 'Annex' },
    );
    const named = (lot_number: string) => draw(sku, 1, { type, lot_number });
    await world.refuses(named('OLD'), { status: 422, code: 'lot_expired', message: /expired on/ });
    await world.refuses(named('HELD'), {
      status: 422,
      code: 'lot_not_released',
      message: /in quarantine/,
    });
    for (const lot of ['NOWHERE', 'AWAY', 'old']) {
      await world.refuses(named(lot), {
        status: 404,
        code: 'lot_not_found',
        message: /lot_number/,
      });
    }
  });

  it('is refused where the SKU never was', async () => {
    const sku = await stocked();
    const refusal = { status: 404, code: 'lot_not_found', message: /lot_number/ };
    await world.refuses(draw(sku, 1, { type, lot_number: 'ANY' }), refusal);
  });
});

describe.each(['fulfill', 'dispense'])('a %s', (type) => {
  it('takes lots by expiry and spans them in that order, not in that of receipt', async () => {
    const sku = await stocked(
      { lot: 'C', expires: day(30) },
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(20) },
    );
    expect(await taken(draw(sku, 25, { type }))).toEqual(['A:10', 'B:10', 'C:5']);
    expect(await taken(draw(sku, 5, { type }))).toEqual(['C:5']);
  });
});

describe('a draw', () => {
  it('takes lots of one expiry date by first receipt, whatever their numbers', async () => {
    const lots = ['M', 'Z', 'A'].map((lot) => ({ lot, expires: day(30) }));
    const sku = await stocked(...lots);
    // A later receipt into the first lot does not move it back.
    const more = { type: 'receive', sku_code: sku, lot_number: 'M', qty: 1 };
    expect((await post(world.api, more)).status).toBe(201);
    expect(await taken(draw(sku, 31))).toEqual(['M:11', 'Z:10', 'A:10']);
  });

  it('takes lots of one receipt by id', async () => {
    const sku = await stocked({ lot: 'P', expires: day(30) }, { lot: 'Q', expires: day(30) });
    await world.db.owner.query(`update lot set first_received_at = '2026-01-01T00:00:00Z'
      where sku_id = (select id from sku where sku_code = '${sku}')`);
    const { rows } = await world.db.owner.query(`select lot_number from lot
      where sku_id = (select id from sku where sku_code = '${sku}') order by id`);
    expect(await taken(draw(sku, 11))).toEqual([
      `${rows[0].lot_number}:10`,
      `${rows[1].lot_number}:1`,
    ]);
  });

  it('reaches past any number of lots', async () => {
    const lots = Array.from({ length: 90 }, (_, index) => ({
      organization: 'pharmacy',
      lot_number: `L${String(index).padStart(2, '0')}`,
      expiry_date: day(10 + index),
      qty: 1,
    }));
    const sku_code = await stocked();
    const file = { lots: lots.map((lot) => ({ ...lot, sku_code })).reverse() };
    await importFile(world.db.database, JSON.stringify(file));
    const expected = lots.map(({ lot_number }) => `${lot_number}:1`);
    expect(await taken(draw(sku_code, 90))).toEqual(expected);
  });

  it('skips expired and quarantined lots', async () => {
    const sku = await stocked(
      { lot: 'OLD', expires: day(-9) },
      { lot: 'HELD', expires: day(5), status: 'quarantine' },
      { lot: 'GOOD', expires: day(50) },
    );
    expect(await taken(draw(sku, 10))).toEqual(['GOOD:10']);
  });

  it('never takes from another location', async () => {
    const sku = await stocked(
      { lot: 'HERE', expires: day(50) },
      { lot: 'THERE', expires: day(5), location: 'Annex' },
    );
    expect(await taken(draw(sku, 3))).toEqual(['HERE:3']);
    expect(await taken(draw(sku, 3, { location: 'Annex' }))).toEqual(['THERE:3']);
    await world.refuses(draw(sku, 8), short(8, 7));
  });

  it('is all or nothing, and says what is available and what is not', async () => {
    const sku = await stocked(
      { lot: 'OLD', expires: day(-9), qty: 4 },
      { lot: 'HELD', expires: day(50), status: 'quarantine', qty: 150 },
      { lot: 'BOTH', expires: day(-9), status: 'quarantine', qty: 3 },
      { lot: 'GOOD', expires: day(50), qty: 12 },
    );
    await world.refuses(draw(sku, 60), short(60, 12, { quarantined: 153, expired: 4 }));
    expect(await taken(draw(sku, 12))).toEqual(['GOOD:12']);
    await world.refuses(draw(sku, 1), short(1, 0, { quarantined: 153, expired: 4 }));
  });

  it('is refused where the SKU never was', async () => {
    await world.refuses(draw(await stocked(), 3), short(3, 0));
  });
});

describe('the day of expiry', () => {
  it('is the last on which a lot is drawn', async () => {
    await onOneDate(world.db, ['UTC'], async (dateIn) => {
      const sku = await stocked(
        { lot: 'YESTERDAY', expires: dateIn('UTC', -1) },
        { lot: 'TODAY', expires: dateIn('UTC') },
      );
      expect(await taken(draw(sku, 4))).toEqual(['TODAY:4']);
      expect(await taken(draw(sku, 4, { lot_number: 'TODAY' }))).toEqual(['TODAY:4']);
      await world.refuses(draw(sku, 3), short(3, 2, { expired: 10 }));
      await world.refuses(draw(sku, 1, { lot_number: 'YESTERDAY' }), {
        status: 422,
        code: 'lot_expired',
        message: new RegExp(dateIn('UTC', -1)),
      });
    });
  });

  it('is that of the location, though it is over elsewhere', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const expires = dateIn(WEST);
      expect(expires < dateIn(EAST)).toBe(true);
      const sku = await stocked(
        { lot: 'LOT', expires, location: EAST },
        { lot: 'LOT', expires, location: WEST },
      );
      expect(await taken(draw(sku, 1, { location: WEST }))).toEqual(['LOT:1']);
      expect(await taken(draw(sku, 1, { location: WEST, lot_number: 'LOT' }))).toEqual(['LOT:1']);
      await world.refuses(draw(sku, 1, { location: EAST }), short(1, 0, { expired: 10 }));
      await world.refuses(draw(sku, 1, { location: EAST, lot_number: 'LOT' }), {
        status: 422,
        code: 'lot_expired',
        message: new RegExp(expires),
      });
      const more = { type: 'receive', sku_code: sku, qty: 1, lot_number: 'LOT' };
      expect((await post(world.api, { ...more, location: WEST })).status).toBe(201);
      await world.refuses(
        { ...more, location: EAST },
        { status: 422, code: 'lot_expired', message: /expired on/ },
      );
    });
  });
});
