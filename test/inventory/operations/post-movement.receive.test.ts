import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { onOneDate } from '../../support/days.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { refusesIn, SPARE_SKU } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const SKU = 'RECEIVED';

let lots = 0;

const world = useWorld(async ({ db, service }) => {
  const { liveKey } = await makePharmacy(db.database, {
    skuCodes: [SKU, 'OTHER', 'NEVER', SPARE_SKU],
    lots: [{ sku_code: SKU, lot_number: 'EXPIRED', expiry_date: day(-40), qty: 10 }],
  });
  const api = client({ url: service.url, key: liveKey });
  const refuses = refusesIn(db, api);
  return { api, refuses };
});

afterAll(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

/** A receipt of five units; of a lot of its own unless `fields` names one. */
function receipt(fields: Record<string, unknown> = {}): Record<string, unknown> {
  lots += 1;
  const lot_number = `LOT-${lots}`;
  return { type: 'receive', qty: 5, sku_code: SKU, lot_number, expiry_date: day(60), ...fields };
}

function giveBack(lotNumber: string, fields: Record<string, unknown> = {}) {
  return { type: 'return', qty: 2, sku_code: SKU, lot_number: lotNumber, ...fields };
}

async function received(fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const body = receipt(fields);
  expect((await post(world.api, body)).status).toBe(201);
  return body;
}

async function statusOf(lotNumber: unknown, location = 'Main'): Promise<string> {
  const { rows } = await world.db.owner.query(
    `select t.status from lot t join location p on p.id = t.location_id
      where t.lot_number = $1 and p.name = $2`,
    [lotNumber, location],
  );
  return rows[0]?.status;
}

/** As the operator's recall leaves it. */
async function recall(lotNumber: unknown): Promise<void> {
  await world.db.owner.query('update lot_number set quarantined = true where lot_number = $1', [
    lotNumber,
  ]);
}

describe('a receipt of a new lot', () => {
  it('makes the lot, released, with the units it names', async () => {
    const body = receipt({ qty: 7 });
    const answer = await post(world.api, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      idempotent: false,
      transactions: [
        { id: expect.any(String), lot_number: body.lot_number, qty: 7, balance_after: 7 },
      ],
    });
    expect(await statusOf(body.lot_number)).toBe('released');
  });

  it('starts in quarantine when its status says so', async () => {
    const { lot_number } = await received({ status: 'quarantine' });
    expect(await statusOf(lot_number)).toBe('quarantine');
  });

  it('is refused without a lot number', async () => {
    await world.refuses(receipt({ lot_number: undefined }), {
      status: 400,
      code: 'lot_required',
      message: /receive needs lot_number/,
    });
  });

  it('is refused without an expiry date', async () => {
    await world.refuses(receipt({ expiry_date: undefined }), {
      status: 422,
      code: 'expiry_required',
      message: /expiry_date/,
    });
  });

  it('is refused without an expiry date at a second location too', async () => {
    const { lot_number } = await received();
    await world.refuses(receipt({ lot_number, location: 'Annex', expiry_date: undefined }), {
      status: 422,
      code: 'expiry_required',
      message: /new to the location.*expiry_date/,
    });
  });

  it('is refused past its expiry date, and taken on it', async () => {
    await onOneDate(world.db, ['UTC'], async (dateIn) => {
      expect((await post(world.api, receipt({ expiry_date: dateIn('UTC') }))).status).toBe(201);
      await world.refuses(receipt({ expiry_date: dateIn('UTC', -1) }), {
        status: 422,
        code: 'lot_expired',
        message: new RegExp(`expired on ${dateIn('UTC', -1)}`),
      });
    });
  });

  it.each(['2026-02-30', '2026-13-01', '20270101', '2027-1-1', '0999-01-01', '', 'tomorrow'])(
    'is refused with the expiry date %j, which no calendar has',
    async (expiry_date) => {
      await world.refuses(receipt({ expiry_date }), {
        status: 400,
        code: 'validation_error',
        message: /expiry_date must/,
      });
    },
  );
});

describe('a receipt of a lot that is there', () => {
  it('adds to it, with its expiry date or without one', async () => {
    const { lot_number, expiry_date } = await received();
    const again = await post(world.api, receipt({ lot_number, expiry_date: undefined, qty: 3 }));
    expect(again.body.transactions).toMatchObject([{ lot_number, qty: 3, balance_after: 8 }]);
    const third = await post(world.api, receipt({ lot_number, expiry_date }));
    expect(third.body.transactions).toMatchObject([{ balance_after: 13 }]);
  });

  it.each(['Main', 'Annex'])('is refused with another expiry date, received at %s', async (at) => {
    const { lot_number, expiry_date } = await received();
    await world.refuses(receipt({ lot_number, location: at, expiry_date: day(61) }), {
      status: 422,
      code: 'lot_expiry_mismatch',
      message: new RegExp(`expires on ${expiry_date}`),
    });
  });

  it('shares its expiry date with no other SKU', async () => {
    const { lot_number } = await received();
    await received({ lot_number, sku_code: 'OTHER', expiry_date: day(61) });
  });

  it('is refused once the lot has expired', async () => {
    for (const expiry_date of [undefined, day(-40)]) {
      await world.refuses(receipt({ lot_number: 'EXPIRED', expiry_date }), {
        status: 422,
        code: 'lot_expired',
        message: new RegExp(day(-40)),
      });
    }
  });

  it.each([
    ['released', 'quarantine'],
    ['quarantine', 'released'],
  ])('that is %s is refused as %s', async (is, status) => {
    const { lot_number } = await received({ status: is });
    await world.refuses(receipt({ lot_number, status: status }), {
      status: 400,
      code: 'invalid_movement',
      message: new RegExp(`status ${is}`),
    });
    expect(await statusOf(lot_number)).toBe(is);
  });

  it.each(['released', 'quarantine'])(
    'keeps its status %s, whether the request names it or not',
    async (status) => {
      const { lot_number } = await received({ status });
      await received({ lot_number, status });
      await received({ lot_number });
      expect(await statusOf(lot_number)).toBe(status);
    },
  );

  it('may have the other status at another location', async () => {
    const { lot_number } = await received({ status: 'quarantine' });
    await received({ lot_number, location: 'Annex' });
    expect([await statusOf(lot_number), await statusOf(lot_number, 'Annex')]).toEqual([
      'quarantine',
      'released',
    ]);
  });
});

describe('a lot number that is recalled', () => {
  it('starts in quarantine at a new location, whether the request says so or not', async () => {
    for (const status of [undefined, 'quarantine']) {
      const { lot_number } = await received({ status: 'quarantine' });
      await recall(lot_number);
      await received({ lot_number, location: 'Annex', status });
      expect(await statusOf(lot_number, 'Annex')).toBe('quarantine');
    }
  });

  it('is never received as released', async () => {
    const { lot_number } = await received({ status: 'quarantine' });
    await recall(lot_number);
    await world.refuses(receipt({ lot_number, location: 'Annex', status: 'released' }), {
      status: 400,
      code: 'invalid_movement',
      message: /quarantined everywhere.*status quarantine/,
    });
  });
});

describe('a return', () => {
  it('puts units back into a released lot, drawn empty before', async () => {
    const { lot_number } = await received();
    await post(world.api, { type: 'fulfill', qty: 5, sku_code: SKU, lot_number });
    const answer = await post(world.api, giveBack(String(lot_number)));
    expect([answer.status, answer.body.transactions]).toEqual([
      201,
      [{ id: expect.any(String), lot_number, qty: 2, balance_after: 2 }],
    ]);
  });

  it('puts units back into a quarantined lot, which stays that', async () => {
    const { lot_number } = await received({ status: 'quarantine' });
    const answer = await post(world.api, giveBack(String(lot_number)));
    expect(answer.body.transactions).toMatchObject([{ qty: 2, balance_after: 7 }]);
    expect(await statusOf(lot_number)).toBe('quarantine');
  });

  it('puts units back into an expired lot', async () => {
    const answer = await post(world.api, giveBack('EXPIRED'));
    expect(answer.body.transactions).toMatchObject([{ qty: 2, balance_after: 12 }]);
  });

  it('is refused without a lot number', async () => {
    await world.refuses(
      { type: 'return', qty: 1, sku_code: SKU },
      { status: 400, code: 'lot_required', message: /return needs lot_number/ },
    );
  });

  it('is refused for a lot that is not there, is elsewhere, or is another SKU’s', async () => {
    const { lot_number } = await received();
    const notFound = { status: 404, code: 'lot_not_found', message: /lot_number/ };
    await world.refuses(giveBack('NOWHERE'), notFound);
    await world.refuses(giveBack(String(lot_number), { location: 'Annex' }), notFound);
    await world.refuses(giveBack(String(lot_number), { sku_code: SPARE_SKU }), notFound);
  });

  it('is refused where the SKU never was', async () => {
    await world.refuses(giveBack('NOWHERE', { sku_code: 'NEVER' }), {
      status: 404,
      code: 'lot_not_found',
      message: /lot_number/,
    });
  });
});

describe.each(['return', 'fulfill', 'dispense'])('a %s', (type) => {
  it.each([
    ['status', 'released'],
    ['expiry_date', day(60)],
  ])('is refused with %s, which belongs to a receipt', async (field, value) => {
    const { lot_number } = await received();
    const body = { type, qty: 1, sku_code: SKU, lot_number, [field]: value };
    const message = new RegExp(`${field} belongs to receive.*${type}`);
    await world.refuses(body, { status: 400, code: 'invalid_movement', message });
  });
});
