// When a lot's turn comes: what the sweep looks at and what it leaves alone, and that nothing falls between
// the two.
import { afterAll, describe, expect, it } from 'vitest';
import { markReached } from '../../../src/inventory/rules/expiry-marks.ts';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import {
  eventsOf,
  expectConsistentReservations,
  expire,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const POINT = 5;
const SKUS = Array.from({ length: 40 }, (_, index) => `SKU-${index}`);
const MANY = Array.from({ length: 150 }, (_, index) => `MANY-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, {
    skuCodes: [...SKUS, ...MANY],
    reorderPoint: POINT,
  });
  await setZones(mine.slug, EAST, WEST);
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

const sweep = (...words: string[]) => world.operateJson('lot', 'sweep', '--force', ...words);

function setZones(organization: string, east: string, west: string) {
  const locations = [
    { organization, name: EAST, time_zone: east },
    { organization, name: WEST, time_zone: west },
  ];
  return importFile(world.db.database, JSON.stringify({ locations }));
}

/** Events of a type about a SKU, at a location, as what they say in a few words. */
async function published(sku: string, type: string, location: string): Promise<unknown[]> {
  const events = await eventsOf(world.db, sku);
  return events
    .filter(([name, data]) => name === type && data.location === location)
    .map(([, data]) => (type === 'stock.low' ? data.available : data.days));
}

/** Ten units of A that expire on a day, and two that do not, so that the level is low without A. */
function shelf(location: string, expires = day(60)) {
  return [
    { lot: 'A', expires, location },
    { lot: 'B', expires: day(900), qty: 2, location },
  ];
}

describe('stock that is low since its lot expired', () => {
  it('is announced at each location when its day is over, once', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const sku = await world.stocked(...shelf(EAST), ...shelf(WEST));
      await sweep();
      await expire(world.db, sku, 'A', dateIn(WEST));
      await sweep();
      expect(await published(sku, 'stock.low', EAST)).toEqual([2]);
      expect(await published(sku, 'lot.expiring', EAST)).toHaveLength(1);
      expect(await published(sku, 'stock.low', WEST)).toEqual([]);
      expect((await published(sku, 'lot.expiring', WEST)).at(-1)).toBe(0);
      // As if a day had passed.
      await expire(world.db, sku, 'A', dateIn(WEST, -1));
      await sweep();
      expect(await published(sku, 'stock.low', WEST)).toEqual([2]);
      expect(await published(sku, 'stock.low', EAST)).toEqual([2]);
      expect(await published(sku, 'lot.expiring', WEST)).toHaveLength(2);
    });
  });

  it('is announced after a sweep as of a later day had seen the lot as expired', async () => {
    const sku = await world.stocked(...shelf('Main', day(40)));
    await sweep('--as-of', day(45));
    expect(await published(sku, 'stock.low', 'Main')).toEqual([]);
    await expire(world.db, sku, 'A');
    await sweep();
    expect(await published(sku, 'stock.low', 'Main')).toEqual([2]);
  });

  it('is announced where a lot was brought whose day was over elsewhere', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const sku = await world.stocked(...shelf(EAST));
      await expire(world.db, sku, 'A', dateIn(WEST));
      await sweep();
      expect(await published(sku, 'stock.low', EAST)).toEqual([2]);
      const onLot = [
        '--organization',
        world.mine.slug,
        '--sku',
        sku,
        '--lot',
        'A',
        '--location',
        EAST,
      ];
      await world.operate('stock', 'transfer', ...onLot, '--to', WEST, '--qty', '8');
      await sweep();
      expect(await published(sku, 'stock.low', WEST)).toEqual([]);
      await expire(world.db, sku, 'A', dateIn(WEST, -1));
      await sweep();
      expect(await published(sku, 'stock.low', WEST)).toEqual([0]);
      expect(await published(sku, 'lot.expiring', WEST)).toEqual([]);
    });
  });

  it('is announced where a location was given another zone, in which the day continues', async () => {
    await onOneDate(world.db, [EAST, WEST], async (dateIn) => {
      const sku = await world.stocked(...shelf(EAST));
      await expire(world.db, sku, 'A', dateIn(WEST));
      await sweep();
      expect(await published(sku, 'stock.low', EAST)).toEqual([2]);
      await setZones(world.mine.slug, WEST, WEST);
      try {
        // The lot is good again, and the level is not low.
        const more = { sku_code: sku, location: EAST, qty: 1, lot_number: 'B' };
        expect((await post(world.api, { type: 'receive', ...more })).status).toBe(201);
        await expire(world.db, sku, 'A', dateIn(WEST, -3));
        await sweep();
        expect(await published(sku, 'stock.low', EAST)).toEqual([2, 3]);
      } finally {
        await setZones(world.mine.slug, EAST, WEST);
      }
    });
  });
});

describe('a sweep', () => {
  it('comes back to a lot at each of its marks, and never after the last', async () => {
    await sweep();
    const sku = await world.stocked({ lot: 'A', expires: day(400) });
    const looks: number[] = [];
    for (const left of [91, 90, 89, 31, 30, 8, 7, 6, 0, -1, -2, -3, -4, -400]) {
      await expire(world.db, sku, 'A', day(left));
      if ((await sweep()).levels > 0) looks.push(left);
    }
    expect(looks).toEqual([90, 30, 7, -1, -3]);
    expect(await published(sku, 'lot.expiring', 'Main')).toEqual([90, 30, 7]);
  });

  it('finds a lot on the day on which the rule has something to do, and on no other', async () => {
    const marks = [null, 90, 30, 7, -1, -3];
    const today = day(0);
    const session = await world.db.owner.connect();
    await session.query('begin; set local session_replication_role = replica');
    const { rows } = await session.query(
      `insert into lot (id, organization_id, sku_id, location_id, lot_number, expiry_date, status, on_hand,
                        first_received_at, last_hash, last_entry_at, created_at, expiry_announced_days)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'L',
              $1::date + days, 'released', 1, now(), decode(repeat('00', 32), 'hex'), now(), now(), mark
         from generate_series(-10, 100) days, unnest($2::smallint[]) mark
       returning expiry_date::text as expiry, expiry_announced_days as mark,
                 coalesce(sweep_due_on <= $1::date, false) as is_due`,
      [today, marks],
    );
    await session.query('rollback');
    session.release();
    expect(rows).toHaveLength(111 * marks.length);
    for (const { expiry, mark, is_due } of rows) {
      const lot = { expiryDate: expiry, expiryAnnouncedDays: mark };
      const reached = markReached(lot, { day: today, today });
      expect([expiry, mark, reached !== undefined]).toEqual([expiry, mark, is_due]);
    }
  });

  it('takes one level in a transaction, however many it works on at once', async () => {
    const { slug: organization } = world.mine;
    const record = { organization, lot_number: 'M', expiry_date: day(70), qty: 100 };
    const lots = MANY.map((sku_code) => ({ ...record, sku_code }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    expect(await sweep()).toMatchObject({ levels: MANY.length, busy: 0, expiring: MANY.length });
    const { rows } = await world.db.owner.query(
      `select count(distinct xmin::text)::int as transactions from lot where lot_number = 'M'`,
    );
    expect(rows).toEqual([{ transactions: MANY.length }]);
  });

  it('takes the lots of a level in bounded steps, and announces each once', async () => {
    const { slug: organization } = world.mine;
    const sku_code = await world.stocked();
    const lots = Array.from({ length: 200 }, (_, index) => ({
      organization,
      sku_code,
      lot_number: `L-${index}`,
      qty: 1,
      expiry_date: day(50 + (index % 40)),
    }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    expect(await sweep()).toMatchObject({ levels: 1, expiring: 200 });
    expect(await published(sku_code, 'lot.expiring', 'Main')).toHaveLength(200);
    const { rows } = await world.db.owner.query(
      `select count(distinct lot.xmin::text)::int as transactions
         from lot join sku on sku.id = lot.sku_id where sku_code = $1`,
      [sku_code],
    );
    expect(rows[0].transactions).toBeGreaterThan(2);
  });

  it('continues with the other levels where one is held, and comes back to it', async () => {
    const [first, second] = [
      await world.stocked({ lot: 'A', expires: day(20) }),
      await world.stocked({ lot: 'A', expires: day(20) }),
    ];
    const holder = await world.db.owner.connect();
    await holder.query('begin');
    await holder.query(
      `select from stock_level join sku on sku.id = sku_id where sku.sku_code = $1 for update of stock_level`,
      [first],
    );
    try {
      expect(await sweep()).toMatchObject({ levels: 1, busy: 1, expiring: 1 });
      expect(await published(second, 'lot.expiring', 'Main')).toEqual([20]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await sweep()).toMatchObject({ levels: 1, busy: 0, expiring: 1 });
    expect(await published(first, 'lot.expiring', 'Main')).toEqual([20]);
  }, 20_000);
});
