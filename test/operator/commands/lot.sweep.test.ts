// The sweep: what expires soon is announced, what has expired holds nobody's reservation.
import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import {
  eventsOf,
  expectConsistentReservations,
  expire,
  heldBy,
  hold,
  order,
  readLevel,
  readLot,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const POINT = 5;
const SKUS = Array.from({ length: 20 }, (_, index) => `SWEPT-${index}`);
/** More than the sweep reads at a time. */
const MANY = Array.from({ length: 230 }, (_, index) => `MANY-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, {
    skuCodes: [...SKUS, ...MANY],
    reorderPoint: POINT,
  });
  const zoned = [EAST, WEST].map((name) => ({ organization: mine.slug, name, time_zone: name }));
  await importFile(db.database, JSON.stringify({ locations: zoned }));
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

const sweep = (...words: string[]) => world.operateJson('lot', 'sweep', '--force', ...words);

/** The days before expiry that were announced for a SKU's lots. */
async function announced(sku: string): Promise<unknown[]> {
  const events = await eventsOf(world.db, sku);
  return events
    .filter(([type]) => type === 'lot.expiring')
    .map(([, { lot_number, days }]) => `${lot_number} ${days}`);
}

describe('a lot that expires soon', () => {
  it('is announced at 90, 30 and 7 days, once each, however often the sweep runs', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(500) });
    const seen: string[] = [];
    for (const left of [400, 91, 90, 90, 89, 31, 30, 8, 7, 6, 1, 0, 0]) {
      await sweep('--as-of', day(500 - left));
      const now = await announced(sku);
      if (now.length > seen.length) seen.push(`at ${left}: ${now.at(-1)}`);
      expect(now).toHaveLength(seen.length);
    }
    expect(seen).toEqual(['at 90: A 90', 'at 30: A 30', 'at 7: A 7']);
    const { id, expiry_date } = await readLot(world.api, sku, 'A');
    expect((await eventsOf(world.db, sku)).at(-1)).toEqual([
      'lot.expiring',
      {
        sku_code: sku,
        product_id: world.mine.productIds[SKUS.indexOf(sku)],
        location: 'Main',
        lot_id: id,
        lot_number: 'A',
        expiry_date,
        days: 7,
        on_hand: 10,
      },
    ]);
    // An earlier day, or the next, announces nothing of it again.
    await sweep('--as-of', day(440));
    await sweep('--as-of', day(501));
    expect(await announced(sku)).toHaveLength(3);
  });

  it('is announced for the nearest day alone where several were passed at once', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(1_005) },
      { lot: 'B', expires: day(1_020) },
      { lot: 'EMPTY', expires: day(1_005), qty: 1 },
      { lot: 'HELD', expires: day(1_005), status: 'quarantine' },
      { lot: 'FAR', expires: day(1_091) },
    );
    const empty = { type: 'fulfill', sku_code: sku, qty: 1, lot_number: 'EMPTY' };
    expect((await post(world.api, empty)).status).toBe(201);
    await sweep('--as-of', day(1_000));
    expect((await announced(sku)).sort()).toEqual(['A 5', 'B 20', 'HELD 5']);
    await sweep('--as-of', day(1_000));
    await sweep('--as-of', day(1_004));
    expect((await announced(sku)).sort()).toEqual(['A 5', 'B 20', 'FAR 87', 'HELD 5']);
  });

  it('is announced again after its date was corrected, and not after a transfer', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(1_505) });
    await sweep('--as-of', day(1_500));
    const words = ['--organization', world.mine.slug, '--sku', sku, '--lot', 'A'];
    const toAnnex = ['--location', 'Main', '--to', 'Annex'];
    await world.operate('stock', 'transfer', ...words, ...toAnnex, '--qty', '2');
    await sweep('--as-of', day(1_500));
    expect(await announced(sku)).toEqual(['A 5']);
    const corrected = ['--expiry', day(1_560), '--reason', 'misread'];
    await world.operate('lot', 'set-expiry', ...words, ...corrected);
    await sweep('--as-of', day(1_500));
    expect(await announced(sku)).toEqual(['A 5', 'A 60', 'A 60']);
  });
});

describe('a lot that has expired', () => {
  it('loses its reservations to others, first to expire first, or they are released', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(40), qty: 3 },
      { lot: 'ALSO-GONE', expires: day(15) },
    );
    await hold(world.api, 'O', { sku_code: sku, qty: 6 });
    const { moved } = await sweep('--as-of', day(16));
    expect(moved).toContainEqual({
      reference: order('O'),
      lot_number: 'A',
      moved: 3,
      released: 3,
    });
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:3']);
    expect(
      (await eventsOf(world.db, sku)).filter(([type]) => type === 'stock.changed').at(-1),
    ).toEqual([
      'stock.changed',
      expect.objectContaining({ cause: 'release', reserved: 3, version: 5, reference: null }),
    ]);
    expect((await sweep('--as-of', day(16))).moved).toEqual([]);
  });

  it('loses them to the first lot that is good on the day, beyond many that are not', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      ...Array.from({ length: 9 }, (_, index) => ({
        lot: `SOON-${index}`,
        expires: day(20 + index),
      })),
      { lot: 'GOOD', expires: day(400) },
    );
    await hold(world.api, 'BEYOND', { sku_code: sku, qty: 6 });
    const { moved } = await sweep('--as-of', day(60));
    const whose = { reference: order('BEYOND'), lot_number: 'A' };
    expect(moved).toContainEqual({ ...whose, moved: 6, released: 0 });
    expect(await heldBy(world.api, 'BEYOND', sku)).toEqual(['GOOD:6']);
  });

  it('is printed for people, with the orders that fall short', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await hold(world.api, 'SHORT', { sku_code: sku, qty: 6 });
    await expire(world.db, sku, 'A');
    const { printed, code } = await world.operate('lot', 'sweep');
    expect(code).toBe(0);
    expect(printed).toMatch(/^\d+ levels swept, \d+ lots announced as expiring$/m);
    expect(printed).toMatch(
      /^ {2}order SHORT: 0 moved from lot A, 6 released: THE ORDER IS SHORT$/m,
    );
    expect(await readLevel(world.api, sku)).toMatchObject({ reserved: 0, expired: 10 });
  });

  it('has expired where the day is over, and not where it is not', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const lots = [EAST, WEST].map((location) => ({ lot: 'A', expires: day(60), location }));
      const sku = await world.stocked(...lots);
      for (const location of [EAST, WEST]) {
        await hold(world.api, location, { sku_code: sku, qty: 4, location });
      }
      await expire(world.db, sku, 'A', dateIn(WEST));
      await sweep();
      expect(await heldBy(world.api, EAST, sku)).toEqual([]);
      expect(await heldBy(world.api, WEST, sku)).toEqual(['A:4']);
      await sweep('--as-of', dateIn(WEST, 1));
      expect(await heldBy(world.api, WEST, sku)).toEqual([]);
    });
  });

  it('makes stock low, which is announced once', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(600), qty: 2 },
    );
    await expire(world.db, sku, 'A');
    await sweep();
    await sweep();
    const lows = (await eventsOf(world.db, sku)).filter(([type]) => type === 'stock.low');
    expect(lows).toMatchObject([['stock.low', { available: 2, reorder_point: POINT }]]);
  });
});

describe('the sweep', () => {
  it('reaches every level that has something due, and looks at none a second time', async () => {
    const organization = world.mine.slug;
    const lots = MANY.map((sku_code) => ({
      organization,
      sku_code,
      lot_number: 'M',
      expiry_date: day(2_000),
      qty: 100,
    }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    const first = await sweep('--as-of', day(1_990));
    expect(first).toEqual({
      levels: expect.any(Number),
      busy: 0,
      expiring: MANY.length,
      moved: expect.any(Array),
    });
    expect(first.levels).toBeGreaterThanOrEqual(MANY.length);
    const before = await everythingWritten(world.db);
    const again = await sweep('--as-of', day(1_990));
    expect(again).toEqual({ levels: 0, busy: 0, expiring: 0, moved: [] });
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('refuses a day that is none', async () => {
    for (const words of [['2027-02-30'], ['tomorrow'], ['']]) {
      const running = world.operate('lot', 'sweep', '--as-of', ...words);
      await expect(running).rejects.toThrow(/--as-of.* must be a date/);
    }
  });

  it('refuses a day more than a year ahead, unless an option confirms it', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(380) });
    await hold(world.api, 'MEANT', { sku_code: sku, qty: 2 });
    const words = ['lot', 'sweep', '--as-of', day(400)];
    const before = await everythingWritten(world.db);
    await expect(world.operate(...words)).rejects.toThrow(/more than a year ahead.*--force/);
    expect(await everythingWritten(world.db)).toEqual(before);
    await world.operate(...words, '--force');
    expect(await heldBy(world.api, 'MEANT', sku)).toEqual([]);
  });

  it('leaves the stock of other organizations alone where one is named', async () => {
    const lots = [{ sku_code: 'THEIRS', lot_number: 'A', expiry_date: day(10), qty: 5 }];
    const theirs = await makePharmacy(world.db.database, {
      slug: 'theirs',
      skuCodes: ['THEIRS'],
      lots,
    });
    const their = client({ url: world.service.url, key: theirs.liveKey });
    await hold(their, 'KEPT', { sku_code: 'THEIRS', qty: 2 });
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await hold(world.api, 'SWEPT', { sku_code: sku, qty: 2 });
    await sweep('--as-of', day(11), '--organization', world.mine.slug);
    expect(await heldBy(world.api, 'SWEPT', sku)).toEqual([]);
    expect(await heldBy(their, 'KEPT', 'THEIRS')).toEqual(['A:2']);
    expect(await announced('THEIRS')).toEqual([]);
    await expect(sweep('--organization', 'nobody')).rejects.toThrow(/nobody/);
  });
});
