import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { itRefusesParameters, readPages, refusal } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/stock';
/** Codes that collations, code points and case order differently. */
const MANY = ['Z', 'a', 'A', 'ä', 'a-b', 'a b', 'ab', '_', '10', '9', '💊', 'É'].map(
  (code) => `MANY ${code}`,
);

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
  const foreign = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SUMS'] });
  const api = client({ url: service.url, key: mine.liveKey });
  const theirs = client({ url: service.url, key: foreign.liveKey });
  return { mine, api, theirs };
});

async function list(query: Record<string, string | number> = {}, as = world.api): Promise<Row[]> {
  const answer = await as.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.next_cursor).toBeNull();
  return answer.body.data;
}

function pages(limit: number, query: Record<string, string> = {}): Promise<Row[][]> {
  return readPages(world.api, PATH, { limit, ...query });
}

const REFUSED = { path: PATH, code: 'validation_error' } as const;

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

  it('shows a test key what it shows a live one', async () => {
    const test = client({ url: world.service.url, key: world.mine.testKey });
    expect(await list({ sku_code: 'SUMS' }, test)).toEqual(await list({ sku_code: 'SUMS' }));
  });
});

describe('a filter', () => {
  it('keeps what it names: a SKU, a product in either case, a location, all of them', async () => {
    const product_id = world.mine.productIds[0]?.toUpperCase() ?? '';
    const named = (rows: Row[]) => rows.map((row) => `${row.sku_code} ${row.location}`);
    expect(named(await list({ product_id }))).toEqual(['SUMS Annex', 'SUMS Main']);
    expect(named(await list({ product_id, location: 'Annex' }))).toEqual(['SUMS Annex']);
    expect(named(await list({ sku_code: 'SUMS', product_id, location: 'Main' }))).toEqual([
      'SUMS Main',
    ]);
    expect(await list({ location: 'Annex' })).toHaveLength(MANY.length + 1);
  });

  it('that names nothing gives an empty list', async () => {
    const [product_id = ''] = world.mine.productIds;
    for (const query of [
      { sku_code: 'NOTHING' },
      { sku_code: 'sums' },
      { sku_code: '%' },
      { product_id: '00000000-0000-4000-8000-000000000000' },
      { location: 'Cellar' },
      { sku_code: MANY[0] ?? '', product_id },
    ]) {
      expect(await list(query)).toEqual([]);
    }
  });

  it('never reaches into another organization', async () => {
    expect(await list({}, world.theirs)).toEqual([]);
    expect(await list({ product_id: world.mine.productIds[0] ?? '' }, world.theirs)).toEqual([]);
  });

  itRefusesParameters(() => world.api, REFUSED, [
    ['product_id', 'x'],
    ['product_id', ''],
    ['sku_code', ''],
    ['sku_code', 'x'.repeat(101)],
    ['location', 'x'.repeat(201)],
    ['sku_code', 'a\0b'],
    ['low', 'perhaps'],
  ]);
});

describe('the limit', () => {
  it('is 25 when none is given', async () => {
    const { body } = await world.api.get(PATH);
    expect(body.data).toHaveLength(25);
    expect(body.next_cursor).toEqual(expect.any(String));
  });

  it('may be 1 to 100', async () => {
    expect((await pages(1)).every((page) => page.length === 1)).toBe(true);
    expect(await list({ limit: 100 })).not.toHaveLength(0);
  });

  itRefusesParameters(
    () => world.api,
    REFUSED,
    ['0', '101', '-1', '1.5', '1e1', '0x10', ' 5', 'five', '', '99999999999999999999'].map(
      (limit) => ['limit', limit] as const,
    ),
  );
});

describe('a cursor', () => {
  it.each([1, 2, 3, 7])('loses and repeats nothing in pages of %i', async (limit) => {
    expect((await pages(limit)).flat()).toEqual(await list());
    const query = { location: 'Annex' };
    expect((await pages(limit, query)).flat()).toEqual(await list(query));
  });

  it('is null on the last page, also when that is full', async () => {
    expect(await pages(1, { sku_code: 'SUMS' })).toHaveLength(2);
    expect(await pages(2, { sku_code: 'SUMS' })).toHaveLength(1);
  });

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

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    ['no base64', '!!!'],
    ['empty', ''],
    ['no JSON', 'AAAA'],
    ['cut', encoded(['SKU', 'Main']).slice(0, -3)],
    ['of one part', encoded(['SKU'])],
    ['of three parts', encoded(['SKU', 'Main', 'x'])],
    ['of numbers', encoded([1, 2])],
    ['null', encoded(null)],
    ['an object', encoded({ 0: 'a', 1: 'b', length: 2 })],
    ['with U+0000', encoded(['a\0', 'b'])],
    ['with half a surrogate pair', Buffer.from('["a\\ud800","b"]').toString('base64url')],
    ['of bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')],
    ['of the list of transactions', '2026-11-20T10:15:30.1234560000000000001048576Z'],
    ['too long', 'A'.repeat(4001)],
  ])('that is %s is refused', async (_what, cursor) => {
    expect(await refusal(world.api, PATH, { cursor })).toEqual([400, REFUSED.code, ['cursor']]);
  });
});
