// What an order gets when it asks for stock, and the answer when there is too little.
import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { SPARE_SKU } from '../../support/refusals.ts';
import {
  eventsOf,
  expectConsistentReservations,
  expire,
  heldBy,
  hold,
  lotsOf,
  order,
  readLevel,
  readLot,
  reserve,
  reserveRefusesIn,
  shelfIn,
  short,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const SKUS = Array.from({ length: 30 }, (_, index) => `HELD-${index}`);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const world = useWorld(async ({ db, service }) => {
  const lot = { lot_number: 'LOT', expiry_date: day(900), qty: 1_000 };
  const mine = await makePharmacy(db.database, {
    skuCodes: [...SKUS, SPARE_SKU],
    lots: [{ ...lot, sku_code: SPARE_SKU }],
  });
  const foreign = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['FOREIGN'],
    lots: [{ ...lot, sku_code: 'FOREIGN' }],
  });
  const zoned = [EAST, WEST].map((name) => ({ organization: mine.slug, name, time_zone: name }));
  await importFile(db.database, JSON.stringify({ locations: zoned }));
  const api = client({ url: service.url, key: mine.liveKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  const refuses = reserveRefusesIn(db, api);
  return { mine, api, theirs, stocked, refuses };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

function asking(sku_code: string, qty: number, fields: Record<string, unknown> = {}) {
  return { reference: order('O'), sku_code, qty, ...fields };
}

describe('a reservation', () => {
  it('takes the lots that expire first and says which', async () => {
    const sku = await world.stocked(
      { lot: 'C', expires: day(30) },
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(20) },
    );
    const answer = await reserve(world.api, asking(sku, 15));
    expect(answer.status).toBe(201);
    const heldLot = async (lot_number: string, qty: number) => {
      const { id, expiry_date } = await readLot(world.api, sku, lot_number);
      return { lot_id: id, lot_number, expiry_date, location: 'Main', qty };
    };
    expect(answer.body).toEqual({
      reference: { type: 'order', id: 'O' },
      sku_code: sku,
      product_id: world.mine.productIds[SKUS.indexOf(sku)],
      location: 'Main',
      qty: 15,
      reserved_now: 15,
      already_reserved: false,
      allocations: [await heldLot('A', 10), await heldLot('B', 5)],
    });
    expect(await readLot(world.api, sku, 'B')).toMatchObject({
      on_hand: 10,
      reserved: 5,
      available: 5,
    });
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 30,
      reserved: 15,
      available: 15,
    });
  });

  it('takes lots of one expiry date by first receipt', async () => {
    const lots = ['M', 'Z', 'A'].map((lot) => ({ lot, expires: day(30) }));
    const sku = await world.stocked(...lots);
    expect(await hold(world.api, 'O', { sku_code: sku, qty: 21 })).toEqual(['M:10', 'Z:10', 'A:1']);
  });

  it('skips what is quarantined, expired, held by others or elsewhere', async () => {
    const sku = await world.stocked(
      { lot: 'OLD', expires: day(-1) },
      { lot: 'HELD', expires: day(5), status: 'quarantine' },
      { lot: 'AWAY', expires: day(5), location: 'Annex' },
      { lot: 'SOON', expires: day(10) },
      { lot: 'LATE', expires: day(90) },
    );
    expect(await hold(world.api, 'FIRST', { sku_code: sku, qty: 8 })).toEqual(['SOON:8']);
    expect(await hold(world.api, 'SECOND', { sku_code: sku, qty: 5 })).toEqual([
      'SOON:2',
      'LATE:3',
    ]);
    const away = { sku_code: sku, qty: 5, location: 'Annex' };
    expect(await hold(world.api, 'SECOND', away)).toEqual(['AWAY:5']);
  });

  it('reaches past any number of lots, and skips the reserved ones on its way', async () => {
    const sku_code = await world.stocked();
    const lots = Array.from({ length: 90 }, (_, index) => ({
      organization: world.mine.slug,
      sku_code,
      lot_number: `L${String(index).padStart(2, '0')}`,
      expiry_date: day(10 + index),
      qty: 1,
    }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    await hold(world.api, 'FIRST', { sku_code, qty: 40 });
    expect(await hold(world.api, 'SECOND', { sku_code, qty: 50 })).toEqual(
      lots.slice(40).map(({ lot_number }) => `${lot_number}:1`),
    );
    await world.refuses(asking(sku_code, 1), short(1, 0, { reserved: 90 }));
  });

  it('is in a lot through its expiry date, judged where the lot is', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const expires = dateIn(WEST);
      const sku = await world.stocked(
        { lot: 'LOT', expires, location: EAST },
        { lot: 'LOT', expires, location: WEST },
      );
      const named = async (location: string) => ({
        lot_id: (await readLot(world.api, sku, 'LOT', location)).id,
      });
      expect(await hold(world.api, 'O', { sku_code: sku, qty: 3, location: WEST })).toEqual([
        'LOT:3',
      ]);
      expect(await hold(world.api, 'P', { sku_code: sku, qty: 3, ...(await named(WEST)) })).toEqual(
        ['LOT:3'],
      );
      await world.refuses(asking(sku, 1, { location: EAST }), short(1, 0, { expired: 10 }));
      const expired = { status: 422, code: 'lot_expired', message: new RegExp(expires) };
      await world.refuses(asking(sku, 1, await named(EAST)), expired);
    });
  });
});

describe('asking again for the same order', () => {
  it('reserves nothing twice, and answers 200 with what the order holds', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    const first = await reserve(world.api, asking(sku, 12));
    const before = await eventsOf(world.db, sku);
    const again = await reserve(world.api, asking(sku, 12));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual({ ...first.body, reserved_now: 0, already_reserved: true });
    expect(await readLevel(world.api, sku)).toMatchObject({ reserved: 12, version: 3 });
    expect(await eventsOf(world.db, sku)).toEqual(before);
  });

  it('reserves the difference of a larger quantity, and releases nothing for a smaller', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    expect((await reserve(world.api, asking(sku, 4))).body.allocations).toHaveLength(1);
    const larger = await reserve(world.api, asking(sku, 13));
    expect([larger.status, larger.body.reserved_now]).toEqual([201, 9]);
    expect(lotsOf(larger.body.allocations)).toEqual(['A:10', 'B:3']);
    const smaller = await reserve(world.api, asking(sku, 1));
    expect(smaller).toMatchObject({
      status: 200,
      body: { qty: 1, reserved_now: 0, already_reserved: true },
    });
    expect(lotsOf(smaller.body.allocations)).toEqual(['A:10', 'B:3']);
    expect((await readLevel(world.api, sku)).reserved).toBe(13);
  });

  it('compares for each reference, both parts of it', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10), qty: 100 });
    for (const reference of [
      { type: 'order', id: '1' },
      { type: 'order', id: '2' },
      { type: 'refill', id: '1' },
      { type: 'ORDER', id: '1' },
      { type: '1', id: 'order' },
    ]) {
      const dates = reference.type === 'order' ? {} : { min_expiry_date: day(1) };
      const answer = await reserve(world.api, asking(sku, 7, { reference, ...dates }));
      expect([answer.status, answer.body.reserved_now]).toEqual([201, 7]);
      expect(lotsOf(answer.body.allocations)).toEqual(['A:7']);
      // With a date the whole level is read, the reservations of others too.
      const dated = asking(sku, 7, { reference, min_expiry_date: day(1) });
      expect((await reserve(world.api, dated)).body).toMatchObject({
        reserved_now: 0,
        allocations: [{ qty: 7 }],
      });
    }
    expect((await readLevel(world.api, sku)).reserved).toBe(35);
  });

  it('compares for each SKU and each location', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(10), location }));
    const [one, other] = [await world.stocked(...lots), await world.stocked(...lots)];
    for (const sku of [one, other]) {
      for (const location of ['Main', 'Annex']) {
        const answer = await reserve(world.api, asking(sku, 6, { location }));
        expect([answer.status, answer.body.location]).toEqual([201, location]);
        expect(lotsOf(answer.body.allocations)).toEqual(['A:6']);
      }
    }
  });

  it('compares for the lot where one is named, and for the SKU where none is', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(20), qty: 20 },
    );
    const { id } = await readLot(world.api, sku, 'B');
    await reserve(world.api, asking(sku, 5));
    const named = await reserve(world.api, asking(sku, 4, { lot_id: id }));
    expect([named.status, named.body.reserved_now]).toEqual([201, 4]);
    expect(lotsOf(named.body.allocations)).toEqual(['A:5', 'B:4']);
    expect((await reserve(world.api, asking(sku, 4, { lot_id: id }))).status).toBe(200);
    expect((await reserve(world.api, asking(sku, 9))).status).toBe(200);
    const larger = await reserve(world.api, asking(sku, 6, { lot_id: id.toUpperCase() }));
    expect([larger.status, larger.body.reserved_now]).toEqual([201, 2]);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:5', 'B:6']);
  });

  it('is for what it holds now: what was drawn can be reserved again', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await hold(world.api, 'O', { sku_code: sku, qty: 4 });
    const drawn = { type: 'fulfill', sku_code: sku, qty: 3, reference: order('O') };
    expect((await post(world.api, drawn)).status).toBe(201);
    const again = await reserve(world.api, asking(sku, 4));
    expect([again.status, again.body.reserved_now]).toEqual([201, 3]);
    expect(lotsOf(again.body.allocations)).toEqual(['A:4']);
  });
});

describe('too little stock', () => {
  it('refuses the whole and says where the units are', async () => {
    const sku = await world.stocked(
      { lot: 'OLD', expires: day(-9), qty: 4 },
      { lot: 'HELD', expires: day(50), status: 'quarantine', qty: 150 },
      { lot: 'BOTH', expires: day(-9), status: 'quarantine', qty: 3 },
      { lot: 'GOOD', expires: day(50), qty: 30 },
    );
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 18 });
    const blocked = { reserved: 18, quarantined: 153, expired: 4 };
    await world.refuses(asking(sku, 60), short(60, 12, blocked));
    await world.refuses(asking(sku, 13), short(13, 12, blocked));
    expect(await hold(world.api, 'O', { sku_code: sku, qty: 12 })).toEqual(['GOOD:12']);
  });

  it('counts what the order holds already as available to it', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 7 });
    await hold(world.api, 'O', { sku_code: sku, qty: 5 });
    await world.refuses(asking(sku, 14), short(14, 13, { reserved: 7 }));
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:3', 'B:2']);
  });

  it('is answered by the lot alone where one is named', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    const { id } = await readLot(world.api, sku, 'B');
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 14 });
    await hold(world.api, 'O', { sku_code: sku, qty: 1 });
    await world.refuses(asking(sku, 7, { lot_id: id }), short(7, 6, { reserved: 4 }));
  });

  it('is answered where the SKU never was, and where nothing is left', async () => {
    await world.refuses(asking(await world.stocked(), 3), short(3, 0));
    const sku = await world.stocked({ lot: 'A', expires: day(10), qty: 1 });
    expect((await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 })).status).toBe(201);
    await world.refuses(asking(sku, 1), short(1, 0));
  });

  it('is answered with the largest available quantity', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await world.refuses(asking(sku, 1_000_000_000), short(1_000_000_000, 10));
  });
});

describe('lot_id', () => {
  it('reserves that lot, whatever expires before it, and names its location', async () => {
    const sku = await world.stocked(
      { lot: 'SOON', expires: day(5) },
      { lot: 'LATE', expires: day(50) },
      { lot: 'AWAY', expires: day(50), location: 'Annex' },
    );
    const [late, away] = [
      await readLot(world.api, sku, 'LATE'),
      await readLot(world.api, sku, 'AWAY', 'Annex'),
    ];
    const named = { sku_code: sku, qty: 2 };
    expect(await hold(world.api, 'O', { ...named, lot_id: late.id })).toEqual(['LATE:2']);
    expect(await hold(world.api, 'O', { ...named, lot_id: late.id, location: 'Main' })).toEqual([
      'LATE:2',
    ]);
    const there = await reserve(world.api, asking(sku, 2, { lot_id: away.id }));
    expect([there.status, there.body.location]).toEqual([201, 'Annex']);
    expect(lotsOf(there.body.allocations)).toEqual(['AWAY:2']);
  });

  it('is not found when it is unknown, of another SKU, elsewhere or of somebody else', async () => {
    const [sku, other] = [
      await world.stocked({ lot: 'A', expires: day(50) }),
      await world.stocked(
        { lot: 'B', expires: day(50) },
        { lot: 'C', expires: day(50), location: 'Annex' },
      ),
    ];
    const never = await world.stocked();
    const foreign = await readLot(world.theirs, 'FOREIGN', 'LOT');
    const otherLot = await readLot(world.api, other, 'B');
    const away = await readLot(world.api, other, 'C', 'Annex');
    const unknown = { status: 404, code: 'lot_not_found', message: /lot/ };
    for (const lot_id of [UNKNOWN_ID, foreign.id, otherLot.id, away.id]) {
      await world.refuses(asking(sku, 1, { lot_id }), unknown);
      await world.refuses(asking(sku, 1, { lot_id, location: 'Main' }), unknown);
      await world.refuses(asking(never, 1, { lot_id }), unknown);
    }
    await world.refuses(asking(other, 1, { lot_id: away.id, location: 'Main' }), unknown);
    await world.refuses(asking(other, 1, { lot_id: otherLot.id, location: 'Annex' }), unknown);
    const { message } = (await reserve(world.api, asking(sku, 1, { lot_id: UNKNOWN_ID }))).body
      .error;
    const seen = (await reserve(world.api, asking(sku, 1, { lot_id: foreign.id }))).body.error
      .message;
    expect(seen).toBe(message);
  });

  it('is refused when the lot is expired or quarantined, even where the order holds it', async () => {
    const sku = await world.stocked(
      { lot: 'OLD', expires: day(-1) },
      { lot: 'HELD', expires: day(50), status: 'quarantine' },
      { lot: 'PASSED', expires: day(50) },
    );
    const named = async (lot: string) => ({ lot_id: (await readLot(world.api, sku, lot)).id });
    const expired = { status: 422, code: 'lot_expired', message: /expired on/ };
    await world.refuses(asking(sku, 1, await named('OLD')), expired);
    await world.refuses(asking(sku, 1, await named('HELD')), {
      status: 422,
      code: 'lot_not_released',
      message: /in quarantine/,
    });
    await hold(world.api, 'O', { sku_code: sku, qty: 2, ...(await named('PASSED')) });
    await expire(world.db, sku, 'PASSED');
    await world.refuses(asking(sku, 1, await named('PASSED')), expired);
  });
});

describe('min_expiry_date', () => {
  it('skips lots that expire sooner, and no others', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(20) },
      { lot: 'C', expires: day(30) },
    );
    const from = (offset: number) => ({ sku_code: sku, min_expiry_date: day(offset) });
    expect(await hold(world.api, 'O', { ...from(20), qty: 11 })).toEqual(['B:10', 'C:1']);
    expect(await hold(world.api, 'P', { ...from(21), qty: 3 })).toEqual(['C:3']);
    await world.refuses(asking(sku, 7, { reference: order('Q'), ...from(21) }), {
      ...short(7, 6, { reserved: 14 }),
    });
    expect(await hold(world.api, 'Q', { ...from(0), qty: 3 })).toEqual(['A:3']);
  });

  it('finds a lot that expires late behind any number that expire soon', async () => {
    const sku_code = await world.stocked();
    const lots = Array.from({ length: 80 }, (_, index) => ({
      organization: world.mine.slug,
      sku_code,
      lot_number: `L${index}`,
      expiry_date: day(10 + index),
      qty: 1,
    }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    const late = { sku_code, qty: 1, min_expiry_date: day(89) };
    expect(await hold(world.api, 'O', late)).toEqual(['L79:1']);
  });

  it('holds for a named lot too', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    const { id } = await readLot(world.api, sku, 'A');
    const late = { lot_id: id, min_expiry_date: day(11) };
    expect((await reserve(world.api, asking(sku, 1, late))).body.error.code).toBe(
      'insufficient_stock',
    );
  });
});

describe('the outbox', () => {
  it('says that the level changed, why and for whom, with versions that rise by one', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10), qty: 4 },
      { lot: 'B', expires: day(20) },
    );
    await hold(world.api, 'O-1', { sku_code: sku, qty: 6 });
    await hold(world.api, 'O-1', { sku_code: sku, qty: 6 });
    const changes = (await eventsOf(world.db, sku)).slice(2);
    expect(changes).toEqual([
      [
        'stock.changed',
        {
          sku_code: sku,
          product_id: world.mine.productIds[SKUS.indexOf(sku)],
          location: 'Main',
          cause: 'reserve',
          on_hand: 14,
          reserved: 6,
          available: 8,
          version: 3,
          reference: { type: 'order', id: 'O-1' },
        },
      ],
    ]);
  });

  it('announces that stock is low when reservations make it so', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10), qty: 20 });
    await importFile(
      world.db.database,
      JSON.stringify({
        skus: [
          {
            organization: world.mine.slug,
            sku_code: sku,
            product_id: world.mine.productIds[SKUS.indexOf(sku)],
            reorder_point: 5,
          },
        ],
      }),
    );
    await hold(world.api, 'O', { sku_code: sku, qty: 14 });
    expect((await eventsOf(world.db, sku)).map(([type]) => type)).not.toContain('stock.low');
    await hold(world.api, 'O', { sku_code: sku, qty: 15 });
    expect((await eventsOf(world.db, sku)).at(-1)).toMatchObject([
      'stock.low',
      { available: 5, reorder_point: 5 },
    ]);
  });
});
