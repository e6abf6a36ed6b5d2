// Draws for an order that holds stock: its own first, no one else's ever.
import { afterAll, describe, expect, it } from 'vitest';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { refusesIn, SPARE_SKU } from '../../support/refusals.ts';
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
  shelfIn,
  short,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 30 }, (_, index) => `OWNED-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: [...SKUS, SPARE_SKU] });
  const api = client({ url: service.url, key: mine.liveKey });
  const refuses = refusesIn(db, api);
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, refuses, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

function draw(sku_code: string, qty: number, fields: Record<string, unknown> = {}) {
  return { type: 'fulfill', sku_code, qty, reference: order('O'), ...fields };
}

/** What a draw took, as `LOT:units` in order. */
async function taken(body: Record<string, unknown>): Promise<string[]> {
  const answer = await post(world.api, body);
  expect(answer.status, answer.text).toBe(201);
  return lotsOf(answer.body.transactions);
}

/** Reserves in this very lot. */
async function holdIn(lot: string, id: string, sku_code: string, qty: number): Promise<void> {
  const { id: lot_id } = await readLot(world.api, sku_code, lot);
  await hold(world.api, id, { sku_code, qty, lot_id });
}

describe.each(['fulfill', 'dispense'])('a %s with the reference of an order', (type) => {
  it('draws what the order holds first, though other lots expire sooner', async () => {
    const sku = await world.stocked(
      { lot: 'SOON', expires: day(5) },
      { lot: 'LATE', expires: day(50) },
    );
    await holdIn('LATE', 'O', sku, 6);
    expect(await taken(draw(sku, 4, { type }))).toEqual(['LATE:4']);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['LATE:2']);
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 16,
      reserved: 2,
      available: 14,
    });
  });

  it('draws what it holds in the order of expiry, then what no one holds', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(5) },
      { lot: 'B', expires: day(10) },
      { lot: 'C', expires: day(20) },
    );
    await holdIn('C', 'O', sku, 3);
    await holdIn('B', 'O', sku, 2);
    expect(await taken(draw(sku, 17, { type }))).toEqual(['B:4', 'C:3', 'A:10']);
    expect(await heldBy(world.api, 'O', sku)).toEqual([]);
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 13, reserved: 0 });
  });

  it('never draws what another order holds', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 8 });
    await hold(world.api, 'O', { sku_code: sku, qty: 3 });
    await world.refuses(draw(sku, 13, { type }), short(13, 12, { reserved: 8 }));
    expect(await taken(draw(sku, 12, { type }))).toEqual(['A:2', 'B:10']);
    expect(await heldBy(world.api, 'OTHER', sku)).toEqual(['A:8']);
    await world.refuses(draw(sku, 1, { type }), short(1, 0, { reserved: 8 }));
    expect(await taken(draw(sku, 8, { type, reference: order('OTHER') }))).toEqual(['A:8']);
  });
});

describe('a draw without the reference of the order', () => {
  it.each([
    ['none', undefined],
    ['a type alone', { type: 'order' }],
    ['an id alone', { id: 'O' }],
    ['an rx_number alone', { rx_number: 'O' }],
    ['another type', { type: 'refill', id: 'O' }],
    ['another case', { type: 'order', id: 'o' }],
  ])('has %s and draws nothing that is held', async (_what, reference) => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await hold(world.api, 'O', { sku_code: sku, qty: 9 });
    const { reference: _own, ...body } = draw(sku, 12);
    const drawn = (qty: number) => ({ ...body, qty, ...(reference && { reference }) });
    await world.refuses(drawn(12), short(12, 11, { reserved: 9 }));
    expect(await taken(drawn(11))).toEqual(['A:1', 'B:10']);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:9']);
  });
});

describe('a draw that names its lot', () => {
  it('draws the order’s share of that lot first, and leaves its others', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await holdIn('A', 'O', sku, 4);
    await holdIn('B', 'O', sku, 3);
    expect(await taken(draw(sku, 5, { lot_number: 'B' }))).toEqual(['B:5']);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:4']);
    expect(await readLot(world.api, sku, 'B')).toMatchObject({ on_hand: 5, reserved: 0 });
  });

  it('has what no one holds of that lot, and never another order’s', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await holdIn('A', 'OTHER', sku, 6);
    await holdIn('A', 'O', sku, 1);
    await holdIn('B', 'O', sku, 9);
    const named = (qty: number) => draw(sku, qty, { lot_number: 'A' });
    await world.refuses(named(5), short(5, 4, { reserved: 6 }));
    expect(await taken(named(4))).toEqual(['A:4']);
    await world.refuses(named(1), short(1, 0, { reserved: 6 }));
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:9']);
    expect(await heldBy(world.api, 'OTHER', sku)).toEqual(['A:6']);
  });
});

describe('a lot that expired while the order held it', () => {
  it('is skipped, and the rest comes from lots that are usable', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await hold(world.api, 'O', { sku_code: sku, qty: 6 });
    await expire(world.db, sku, 'A');
    await world.refuses(draw(sku, 11), short(11, 10, { expired: 10 }));
    expect(await taken(draw(sku, 4))).toEqual(['B:4']);
    // What it held there moved before the draw.
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:2']);
    await world.refuses(draw(sku, 1, { lot_number: 'A' }), {
      status: 422,
      code: 'lot_expired',
      message: /expired on/,
    });
  });

  it('leaves what is held in it out of the reserved units that block', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 13 });
    await expire(world.db, sku, 'A');
    await world.refuses(draw(sku, 8), short(8, 7, { reserved: 3, expired: 10 }));
  });
});

describe('a lot that was quarantined while the order held it', () => {
  it('is never drawn: the order holds others instead', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) }, { lot: 'B', expires: day(10) });
    await hold(world.api, 'O', { sku_code: sku, qty: 6 });
    const words = ['--organization', world.mine.slug, '--sku', sku, '--lot', 'A'];
    await world.operate('lot', 'set-status', ...words, '--status', 'quarantine');
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:6']);
    await world.refuses(draw(sku, 11), short(11, 10, { quarantined: 10 }));
    await world.refuses(draw(sku, 1, { lot_number: 'A' }), {
      status: 422,
      code: 'lot_not_released',
      message: /quarantine/,
    });
    expect(await taken(draw(sku, 7))).toEqual(['B:7']);
  });
});

describe('what is drawn of a reservation', () => {
  it('changes the level once, in the ledger, the outbox and the lots', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(5), qty: 3 },
      { lot: 'B', expires: day(10) },
    );
    await hold(world.api, 'O', { sku_code: sku, qty: 5 });
    await taken(draw(sku, 4));
    const [last, ...before] = (await eventsOf(world.db, sku)).reverse();
    expect(before).toHaveLength(3);
    expect(last).toMatchObject([
      'stock.changed',
      {
        cause: 'fulfill',
        on_hand: 9,
        reserved: 1,
        available: 8,
        version: 4,
        reference: order('O'),
      },
    ]);
  });

  it('is drawn once for one key', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) });
    await hold(world.api, 'O', { sku_code: sku, qty: 5 });
    const key = freshKey();
    const first = await post(world.api, draw(sku, 2), key);
    const again = await post(world.api, draw(sku, 2), key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:3']);
  });

  it('is not touched by what comes in for the same order', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) });
    await hold(world.api, 'O', { sku_code: sku, qty: 10 });
    for (const type of ['receive', 'return']) {
      const back = { type, sku_code: sku, lot_number: 'A', qty: 2, reference: order('O') };
      expect((await post(world.api, back)).status).toBe(201);
    }
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ on_hand: 14, reserved: 10 });
  });

  it('is reserved by an allocation alone: a movement reserves nothing', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(5) });
    await taken(draw(sku, 2));
    expect(await heldBy(world.api, 'O', sku)).toEqual([]);
    const again = await reserve(world.api, { reference: order('O'), sku_code: sku, qty: 2 });
    expect(again.body.reserved_now).toBe(2);
  });

  it('reaches an own lot behind any number of others', async () => {
    const lots = Array.from({ length: 30 }, (_, index) => ({
      lot: `L${String(index).padStart(2, '0')}`,
      expires: day(5 + index),
      qty: 1,
    }));
    const sku = await world.stocked(...lots);
    await holdIn('L29', 'O', sku, 1);
    await hold(world.api, 'OTHER', { sku_code: sku, qty: 5 });
    expect(await taken(draw(sku, 3))).toEqual(['L29:1', 'L05:1', 'L06:1']);
  });
});
