import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { filterBy, filterById, itLists } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/stock';
/** Codes that collations, code points and case order differently. */
const MANY = ['Z', 'a', 'A', 'ä', 'a-b', 'a b', 'ab', '_', '10', '9', '💊', 'É'].map(
  (code) => `MANY ${code}`,
);

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

type Row = Record<string, unknown> & { sku_code: string; location: string };

const world = useWorld(async ({ db, service }) => {
  const released = { sku_code: 'SUMS', lot_number: 'GOOD', expiry_date: day(60), qty: 100 };
  const mine = await makePharmacy(db.database, {
    skuCodes: ['SUMS', 'UNTOUCHED', 'EMPTIED', 'ZONED', ...MANY],
    reorderPoint: 7,
    lots: [
      released,
      { ...released, lot_number: 'LATER', expiry_date: day(90), qty: 1 },
      { ...released, lot_number: 'OLD', expiry_date: day(-9), qty: 20 },
      { ...released, lot_number: 'HELD', status: 'quarantine', expiry_date: day(5), qty: 3 },
      { ...released, lot_number: 'BOTH', status: 'quarantine', expiry_date: day(-9), qty: 4 },
      { ...released, location: 'Annex', qty: 5 },
      ...MANY.flatMap((sku_code) => [
        { ...released, sku_code, qty: 1 },
        { ...released, sku_code, qty: 2, location: 'Annex' },
      ]),
    ],
  });
  const foreign = await makePharmacy(db.database, {
    slug: 'theirs',
    skuCodes: ['SUMS', 'THEIRS'],
    lots: [{ ...released, sku_code: 'THEIRS' }],
  });
  const api = client({ url: service.url, key: mine.liveKey });
  const tests = client({ url: service.url, key: mine.testKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  return { mine, api, tests, theirs };
});

itLists({
  path: PATH,
  world,
  caller: () => world.api,
  same: () => [world.tests],
  foreign: () => [world.theirs],
  key: (row) => `${nameOf(row)} ${row.product_name}`,
  order: `select sku_code || ' ' || location_name || ' Product of ' || sku_code from stock_level
            join organization on organization.id = organization_id
           where slug = 'pharmacy' order by sku_code collate "C", location_name collate "C"`,
  filters: () => ({
    sku_code: filterBy('sku_code', ['SUMS', MANY[0] as string, 'sums', '%']),
    product_id: filterById('product_id', [...world.mine.productIds.slice(0, 2), UNKNOWN_ID]),
    location: filterBy('location', ['Annex', 'Main', 'Cellar']),
    low: {
      values: [true, false],
      keeps: ({ available, reorder_point }, value) =>
        Number(available) <= Number(reorder_point) === value,
    },
  }),
  // It does not mix with `low`: list-stock.as-of.test.ts.
  apart: ['as_of'],
});

function nameOf({ sku_code, location }: Record<string, unknown>): string {
  return `${sku_code} ${location}`;
}

async function list(query: Record<string, string | number> = {}): Promise<Row[]> {
  const answer = await world.api.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.next_cursor).toBeNull();
  return answer.body.data;
}

describe('a level', () => {
  it('counts what lies there: available, quarantined and expired, and nothing twice', async () => {
    const [annex, main] = await list({ sku_code: 'SUMS' });
    expect(main).toEqual({
      sku_code: 'SUMS',
      product_id: world.mine.productIds[0],
      location: 'Main',
      on_hand: 128,
      reserved: 0,
      available: 101,
      // A lot that is both in quarantine and expired counts here.
      quarantined: 7,
      expired: 20,
      next_expiry: day(60),
      reorder_point: 7,
      version: 5,
      product_name: 'Product of SUMS',
    });
    expect(annex).toMatchObject({ location: 'Annex', on_hand: 5, available: 5, version: 1 });
  });

  it('is listed once it was changed, and stays when it is empty', async () => {
    expect(await list({ sku_code: 'UNTOUCHED' })).toEqual([]);
    const refused = { type: 'receive', qty: 1, sku_code: 'UNTOUCHED', lot_number: 'L' };
    expect((await post(world.api, refused)).status).toBe(422);
    expect(await list({ sku_code: 'UNTOUCHED' })).toEqual([]);
    const lot = { sku_code: 'EMPTIED', lot_number: 'L', qty: 2 };
    await post(world.api, { type: 'receive', expiry_date: day(9), ...lot });
    await post(world.api, { type: 'fulfill', ...lot });
    expect(await list({ sku_code: 'EMPTIED' })).toMatchObject([
      { on_hand: 0, available: 0, next_expiry: null, version: 2 },
    ]);
  });

  it('judges expiry by the date of its location', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const organization = world.mine.slug;
    await onOneDate(world.db, zones, async (dateIn) => {
      const lot_number = crypto.randomUUID();
      const expiry_date = dateIn('Pacific/Pago_Pago');
      const lot = { organization, sku_code: 'ZONED', lot_number, expiry_date, qty: 1 };
      const file = {
        locations: zones.map((zone) => ({ organization, name: zone, time_zone: zone })),
        lots: zones.map((location) => ({ ...lot, location })),
      };
      await importFile(world.db.database, JSON.stringify(file));
      const [east, west] = await list({ sku_code: 'ZONED' });
      expect(east).toMatchObject({ expired: east?.on_hand, available: 0, next_expiry: null });
      expect(west).toMatchObject({ next_expiry: expiry_date });
      expect(west?.available).toBeGreaterThan(0);
    });
  });
});

describe('a cursor', () => {
  it('stays a place when levels come and go around it', async () => {
    const first = await world.api.get(PATH, { query: { limit: 1, location: 'Annex' } });
    const rest = (await list({ location: 'Annex' })).slice(1);
    await world.db.owner.query(`update sku set sku_code = 'RENAMED' where sku_code = $1`, [
      first.body.data[0].sku_code,
    ]);
    const { next_cursor: cursor } = first.body;
    const after = await list({ cursor, location: 'Annex' });
    await world.db.owner.query(`update sku set sku_code = $1 where sku_code = 'RENAMED'`, [
      first.body.data[0].sku_code,
    ]);
    expect(after.filter(({ sku_code }) => sku_code !== 'RENAMED')).toEqual(rest);
  });

  it.each([
    ['of the longest names in control characters', '\u0001'],
    ['of the longest names in characters of three bytes', '薬'],
    ['of the longest names outside of the first plane', '💊'],
  ])('%s is one that we take back', async (_what, character) => {
    const slug = `long-${character.codePointAt(0)}`;
    const location = character.repeat(200);
    const skuCodes = ['1', '2'].map((last) => character.repeat(99) + last);
    const { liveKey } = await makePharmacy(world.db.database, { slug, skuCodes: ['1', '2'] });
    // As names may be that were stored before they had a form.
    const own = `organization_id = (select id from organization where slug = '${slug}')`;
    await world.db.owner.query(`update location set name = $1 where name = 'Annex' and ${own}`, [
      location,
    ]);
    await world.db.owner.query(`update sku set sku_code = $1 || sku_code where ${own}`, [
      character.repeat(99),
    ]);
    const lots = skuCodes.map((sku_code) => ({
      organization: slug,
      location,
      sku_code,
      lot_number: 'LOT',
      expiry_date: day(60),
      qty: 1,
    }));
    await importFile(world.db.database, JSON.stringify({ lots }));
    const theirs = client({ url: world.service.url, key: liveKey });
    const first = await theirs.get(PATH, { query: { limit: 1 } });
    const query = { limit: 1, cursor: first.body.next_cursor as string };
    const second = await theirs.get(PATH, { query });
    expect([second.status, second.body.data[0]?.sku_code]).toEqual([200, skuCodes[1]]);
  });
});
