import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MEANING } from '../../../src/import/section.ts';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { SECTIONS } from '../../../src/operator/import/sections.ts';
import { ndcsOfText, spellingsOfNdc } from '../../../src/scan/ndc.ts';
import { resolveCode } from '../../../src/scan/resolve-scan.ts';
import { importFile, issueKey } from '../../support/as-operator.ts';
import { hold, until } from '../../support/concurrency.ts';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file is what somebody wrote
type AnyFile = Record<string, any>;

const world = useWorld();
afterEach(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

let organization: string;
let productId: string;
let number = 0;
beforeEach(() => {
  number += 1;
  organization = `pharmacy-${number}`;
  productId = crypto.randomUUID();
});

const load = async (file: AnyFile) =>
  (await importFile(world.db.database, JSON.stringify(file))).counts;

/** One record in each section, all of one organization. */
function whole(): AnyFile & { [Section in 'organizations' | 'lots']: AnyFile[] } {
  return {
    organizations: [{ slug: organization, name: 'A pharmacy', kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main' }],
    products: [{ organization, id: productId, name: 'A product' }],
    skus: [{ organization, sku_code: 'SKU-1', product_id: productId }],
    storefront_listings: [{ organization, product_id: productId, patient_price_cents: 100 }],
    orders: [{ organization, order_number: 'VO-1' }],
    lots: [{ organization, sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(60), qty: 5 }],
  };
}

/** The whole file with its first record of a section changed. */
function withFields(section: string, fields: AnyFile): AnyFile {
  const file: AnyFile = whole();
  Object.assign(file[section][0], fields);
  return file;
}

/** Rows of every table, and the last changes of those that are changed in place. */
async function everything(): Promise<Record<string, string>> {
  const { owner } = world.db;
  // One statement over all tables: fifty of them, before and after each file, took half of the time.
  const { rows } = await owner.query(
    `select string_agg(format(
              'select %L as name, count(*) || '' '' || coalesce(md5(string_agg(t::text, '''' order by t::text)), '''') as content from %I t',
              relname, relname), ' union all ') as text
       from pg_class where relkind = 'r' and relnamespace = quote_ident(current_schema())::regnamespace`,
  );
  const { rows: all } = await owner.query<{ name: string; content: string }>(rows[0].text);
  return Object.fromEntries(all.map(({ name, content }) => [name, content]));
}

/** But for the trace that every import leaves. */
async function catalogAndStock(): Promise<Record<string, string>> {
  const { operator_action: _, ...rest } = await everything();
  return rest;
}

async function eventsOf(slug: string) {
  const { rows } = await world.db.owner.query(
    `select e.type, e.data from event e join organization o on o.id = e.organization_id
      where o.slug = $1 order by e.position`,
    [slug],
  );
  return rows as { type: string; data: AnyFile }[];
}

async function rowOf(table: string, condition: string, value: string): Promise<AnyFile> {
  const { rows } = await world.db.owner.query(
    `select t.* from ${table} t join organization o on o.id = t.organization_id
      where o.slug = $1 and ${condition} = $2`,
    [organization, value],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

const created = { created: 1, updated: 0, unchanged: 0 };
const updated = { created: 0, updated: 1, unchanged: 0 };
const unchanged = { created: 0, updated: 0, unchanged: 1 };
const absent = { created: 0, updated: 0, unchanged: 0 };
/** Of sections that a file does not have. */
const nothing = Object.fromEntries(SECTIONS.map(({ name }) => [name, absent]));

describe('a refused file', () => {
  it('explains in words what each field with a pattern must be', () => {
    const wordless: string[] = [];
    const look = (node: unknown, location: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('pattern' in node && !(MEANING in node)) wordless.push(location);
      for (const [name, child] of Object.entries(node)) look(child, `${location}.${name}`);
    };
    for (const { name, schema } of SECTIONS) look(schema.items.properties, name);
    expect(wordless).toEqual([]);
  });

  const long = 'x'.repeat(301);
  it.each<[string, string, AnyFile, string]>([
    [
      'an unknown field',
      'skus',
      { colour: 'red' },
      'skus[0].colour: is not a known field. Known fields:',
    ],
    ['a wrong type', 'skus', { reorder_point: '5' }, 'skus[0].reorder_point: must be an integer'],
    ['a missing field', 'skus', { sku_code: undefined }, 'skus[0].sku_code: is missing.'],
    ['null for a required field', 'products', { name: null }, 'products[0].name: must be a string'],
    ['an empty text', 'products', { name: '' }, 'products[0].name: must not be empty'],
    ['a long text', 'products', { name: long }, 'products[0].name: must not have more than 300'],
    ['an item of a list', 'products', { strengths: ['a', 7] }, 'products[0].strengths.1: must be'],
    [
      'a bad slug',
      'organizations',
      { slug: 'Not A Slug' },
      'organizations[0].slug: must be lower-case',
    ],
    [
      'a bad kind',
      'organizations',
      { kind: 'shop' },
      'organizations[0].kind: must be one of pharm',
    ],
    ['a bad status', 'products', { status: 'gone' }, 'products[0].status: must be one of draft'],
    ['a bad environment', 'lots', { environment: 'prod' }, 'lots[0].environment: must be one of'],
    [
      'an unknown organization',
      'skus',
      { organization: 'nobody' },
      'skus[0].organization: is not a known',
    ],
    [
      'a lot of nobody',
      'lots',
      { organization: 'nobody' },
      'lots[0].organization: is not a known organ',
    ],
    [
      'an unknown product',
      'skus',
      { product_id: '00000000-0000-4000-8000-000000000000' },
      'skus[0].product_id: is not a known product of this organization.',
    ],
    ['an unknown SKU', 'lots', { sku_code: 'sku-1' }, 'lots[0].sku_code: is not a SKU of this'],
    [
      'an unknown location',
      'lots',
      { location: 'Moon' },
      'lots[0].location: is not a location of this organization',
    ],
    ['no units', 'lots', { qty: 0 }, 'lots[0].qty: must be at least 1'],
    ['half a unit', 'lots', { qty: 1.5 }, 'lots[0].qty: must be an integer'],
    ['too many units', 'lots', { qty: 1_000_000_001 }, 'lots[0].qty: must be at most 1000000000'],
    [
      'a date that is none',
      'lots',
      { expiry_date: '2027-02-30' },
      'lots[0].expiry_date: must be a calendar date (YYYY-MM-DD).',
    ],
    ['a date of another form', 'lots', { expiry_date: '30.11.2027' }, 'lots[0].expiry_date: must'],
    ['a distant date', 'lots', { expiry_date: '9999-01-01' }, 'lots[0].expiry_date: must be a c'],
    ['a time zone', 'locations', { time_zone: 'Mars/Base' }, 'locations[0].time_zone: must be an'],
    [
      'a minimum above the maximum',
      'locations',
      { min_celsius: 9, max_celsius: 8 },
      'locations[0].min_celsius: must not be above max_celsius.',
    ],
    [
      'a third digit',
      'locations',
      { min_celsius: 2.005 },
      'locations[0].min_celsius: must be mult',
    ],
    ['a GTIN of 13 digits', 'skus', { gtin: '0030009317105' }, 'skus[0].gtin: must be 14 digits.'],
    [
      'an NDC of ten digits, which may be three',
      'skus',
      { ndc: '0093310905' },
      'skus[0].ndc: is "0093310905", ten digits that may mean 00093-3109-05, 00933-0109-05, ' +
        '00933-1090-05: write it with its hyphens, or as eleven digits.',
    ],
    [
      'an NDC of a product of ten digits',
      'products',
      { ndc_code: '0093310905' },
      'products[0].ndc_code: is "0093310905", ten digits that may mean',
    ],
    [
      'an NDC that is none',
      'skus',
      { ndc: '0093-3109' },
      'skus[0].ndc: is "0093-3109", which is no NDC: its digits are 4-4-2, 5-3-2, 5-4-1, 5-4-2 or 6-4-2',
    ],
    [
      'an NDC of a product that is none',
      'products',
      { ndc_code: '00093-310-05' + '\n' },
      'products[0].ndc_code: is "00093-310-05\\n", which is no NDC',
    ],
    ['NUL', 'products', { name: 'a\0b' }, 'products[0].name: must be a text without NUL'],
    [
      'half a pair',
      'products',
      { name: 'a\ud800b' },
      'products[0].name: must be a text without NUL',
    ],
    [
      'half a pair in a list',
      'products',
      { strengths: ['\udc00'] },
      'products[0].strengths.0: must',
    ],
    ['an id that is none', 'products', { id: '1' }, 'products[0].id: must be a UUID.'],
    [
      'a time that is none',
      'products',
      { created_at: 'now' },
      'products[0].created_at: must be an ISO',
    ],
    [
      'an offset of 20 hours',
      'products',
      { created_at: '2026-01-01T00:00:00+20:00' },
      'products[0].created_at: must be an ISO 8601 timestamp in the years 1000 to 2999, with an offset',
    ],
    ['a lot from the future', 'lots', { created_at: '2900-01-01T00:00:00Z' }, 'lots[0].created_at'],
  ])(
    'names the record and the field of %s, and leaves nothing',
    async (_what, section, fields, message) => {
      const before = await everything();
      await expect(load(withFields(section, fields))).rejects.toThrow(message);
      expect(await everything()).toEqual(before);
    },
  );

  it.each<[string, string, string]>([
    ['an organization twice', 'organizations', 'organizations[1]: repeats'],
    ['a location twice', 'locations', 'locations[1]: repeats locations[0].'],
    ['a product twice', 'products', 'products[1]: repeats products[0].'],
    ['a SKU twice', 'skus', 'skus[1]: repeats skus[0].'],
    ['a lot twice', 'lots', 'lots[1]: repeats lots[0].'],
  ])('names both records of %s', async (_what, section, message) => {
    const file: AnyFile = whole();
    file[section].push({ ...file[section][0] });
    const before = await everything();
    await expect(load(file)).rejects.toThrow(message);
    expect(await everything()).toEqual(before);
  });

  it('sees a product twice though its id is written in two ways, and a lot through its default location', async () => {
    const file: AnyFile = whole();
    file.products.push({ ...file.products[0], id: productId.toUpperCase() });
    await expect(load(file)).rejects.toThrow('products[1]: repeats products[0].');
    const lots: AnyFile = whole();
    lots.lots.push({ ...lots.lots[0], location: 'Main' });
    await expect(load(lots)).rejects.toThrow('lots[1]: repeats lots[0].');
  });

  it('says that an organization without locations has no default one', async () => {
    const { locations: _, ...file } = whole();
    await expect(load(file)).rejects.toThrow(
      'lots[0].location: is missing, and this organization has',
    );
  });

  it('names the lot whose expiry contradicts the file or the database', async () => {
    const file: AnyFile = whole();
    file.locations.push({ organization, name: 'Annex' });
    file.lots.push({ ...file.lots[0], location: 'Annex', expiry_date: day(61) });
    const message = `lots[1].expiry_date: must be ${day(60)}`;
    await expect(load(file)).rejects.toThrow(message);
    file.lots[1].expiry_date = day(60);
    await load(file);
    const before = await everything();
    for (const lot of file.lots) lot.expiry_date = day(61);
    await expect(load(file)).rejects.toThrow(`lots[0].expiry_date: must be ${day(60)}`);
    expect(await everything()).toEqual(before);
  });

  it('names the record whose id another record has, of this organization or of another', async () => {
    const ids = { organizations: '', locations: '', skus: '', lots: '' };
    const first: AnyFile = whole();
    for (const section of Object.keys(ids) as (keyof typeof ids)[]) {
      ids[section] = crypto.randomUUID();
      first[section][0].id = ids[section];
    }
    await load(first);
    const firstProduct = productId;
    organization = `${organization}-other`;
    productId = crypto.randomUUID();
    await load({ organizations: whole().organizations });
    for (const [section, id] of Object.entries({ ...ids, products: firstProduct })) {
      if (section === 'organizations') continue;
      const file = withFields(section, { id: id.toUpperCase() });
      if (section === 'products') file.skus[0].product_id = id;
      const before = await everything();
      await expect(load(file)).rejects.toThrow(
        `${section}[0].id: already belongs to another record.`,
      );
      expect(await everything()).toEqual(before);
    }
    await expect(
      load({ organizations: [{ slug: 'fresh', name: 'n', kind: 'brand', id: ids.organizations }] }),
    ).rejects.toThrow('organizations[0].id: already belongs to another record.');
    const twice: AnyFile = whole();
    const id = crypto.randomUUID();
    twice.skus = ['A', 'B'].map((sku_code) => ({ ...twice.skus[0], sku_code, id }));
    await expect(load({ ...twice, lots: [] })).rejects.toThrow(
      'skus[1].id: already belongs to another record',
    );
  });

  it('names the record whose id is not the one that it has', async () => {
    await load(whole());
    const id = crypto.randomUUID();
    for (const section of ['organizations', 'locations', 'skus', 'lots']) {
      await expect(load(withFields(section, { id }))).rejects.toThrow(
        `${section}[0].id: is not the id of the existing record.`,
      );
    }
  });

  it.each([
    ['nothing', '', 'The file is not valid JSON.'],
    ['half a record', '{"skus": [{"name": "Jane Doe', 'The file is not valid JSON.'],
    ['null', 'null', 'The file must be an object.'],
    ['a list', '[]', 'The file must be an object.'],
    ['a text', '"secret"', 'The file must be an object.'],
    [
      'an unknown section',
      '{"people": []}',
      'people: is not a known section. Known sections: organizations,',
    ],
    ['a section that is no list', '{"skus": {}}', 'skus: must be an array.'],
    ['a record that is none', '{"skus": ["Jane Doe"]}', 'skus[0]: must be an object.'],
    ['a prototype', '{"__proto__": []}', '__proto__: is not a known section'],
  ])('of %s is named without being quoted', async (_what, source, message) => {
    const error = await importFile(world.db.database, source).catch((reason: Error) => reason);
    expect(error).toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(message),
    });
    expect(String(error)).not.toMatch(/Jane|secret/);
  });

  it('leaves nothing of thousands of good records before the bad one', async () => {
    const file: AnyFile = whole();
    file.skus = Array.from({ length: 1_000 }, (_, index) => ({
      organization,
      sku_code: `S-${index}`,
      product_id: productId,
    }));
    file.lots = Array.from({ length: 1_200 }, (_, index) => ({
      ...whole().lots[0],
      sku_code: `S-${index % 1_000}`,
      lot_number: `L-${index}`,
    }));
    file.lots.at(-1).location = 'Moon';
    const before = await everything();
    await expect(load(file)).rejects.toThrow(
      'lots[1199].location: is not a location of this organization',
    );
    expect(await everything()).toEqual(before);
    // The same file without its fault is loaded whole, over several batches.
    file.lots.at(-1).location = 'Main';
    expect((await load(file)).lots).toEqual({ created: 1_200, updated: 0, unchanged: 0 });
  });
});

describe('a file', () => {
  it('is loaded, and changes nothing when loaded again', async () => {
    const file = whole();
    expect(await load(file)).toEqual({
      ...nothing,
      organizations: created,
      locations: created,
      products: created,
      skus: created,
      storefront_listings: created,
      orders: created,
      lots: created,
    });
    const before = await catalogAndStock();
    const counts = {
      ...nothing,
      organizations: unchanged,
      locations: unchanged,
      products: unchanged,
      skus: unchanged,
      storefront_listings: unchanged,
      orders: unchanged,
      lots: unchanged,
    };
    expect(await load(file)).toEqual(counts);
    Object.assign(file.lots[0] as AnyFile, { qty: 500, status: 'quarantine' });
    expect(await load(file)).toEqual(counts);
    expect(await catalogAndStock()).toEqual(before);
    expect((await eventsOf(organization)).map(({ type }) => type)).toEqual([
      'sku.created',
      'order.updated',
      'stock.changed',
    ]);
  });

  it('may be empty', async () => {
    const before = await catalogAndStock();
    for (const file of [{}, { skus: [], lots: [] }]) {
      expect(await load(file)).toMatchObject({ organizations: absent, lots: absent });
    }
    expect(await catalogAndStock()).toEqual(before);
  });

  it('gives every field its value, and what it leaves out its default', async () => {
    await load(
      withFields('products', {
        description: 'd',
        category: 'c',
        product_type: 'drug',
        strengths: ['1 mg'],
        dosage_forms: ['tablet'],
        ndc_code: '0093-3109-05',
        requires_prescription: true,
        ships_to_patient: true,
        ships_to_office: true,
        min_order_qty: 2,
        status: 'draft',
        wholesale_cost_cents: 1,
        price_cents: 2,
        created_at: '2020-01-02T03:04:05.678901Z',
      }),
    );
    const product = await rowOf('product', 't.id::text', productId);
    expect(product).toMatchObject({ strengths: ['1 mg'], status: 'draft', min_order_qty: '2' });
    expect(product.created_at.toISOString()).toBe('2020-01-02T03:04:05.678Z');
    const other = crypto.randomUUID();
    await load({ products: [{ organization, id: other, name: 'Plain' }] });
    expect(await rowOf('product', 't.id::text', other)).toMatchObject({
      description: null,
      strengths: [],
      requires_prescription: false,
      status: 'active',
      min_order_qty: '1',
      price_cents: null,
    });
    expect(await rowOf('location', 't.name', 'Main')).toMatchObject({
      is_default: true,
      time_zone: 'UTC',
      min_celsius: null,
    });
  });

  it('takes an NDC in any of its written forms, and finds what it names by any other', async () => {
    await load(whole());
    const { organization_id } = await rowOf('location', 't.name', 'Main');
    const forms = fc.stringMatching(
      /^(\d{4}-\d{4}-\d\d|\d{5}-\d{3}-\d\d|\d{5}-\d{4}-\d\d?|\d{11})$/,
    );
    const sku = { organization, sku_code: 'SKU-1', product_id: productId };
    const found = async (code: string) => {
      const organizationId = organization_id;
      return resolveCode(world.db.database, { organizationId, code });
    };
    await fc.assert(
      fc.asyncProperty(forms, async (written) => {
        const [eleven = ''] = ndcsOfText(written);
        await load({ skus: [{ ...sku, ndc: written }] });
        expect((await rowOf('sku', 't.product_id::text', productId)).ndc).toBe(eleven);
        await load({
          skus: [{ ...sku, ndc: null }],
          products: [{ organization, id: productId, name: 'A product', ndc_code: written }],
        });
        for (const spelling of spellingsOfNdc(eleven)) {
          expect(await found(spelling)).toMatchObject({ match: 'sku', sku_code: 'SKU-1' });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('changes only what it says, clears what it says is null and keeps the time of creation', async () => {
    const file: AnyFile = withFields('products', { description: 'old', category: 'kept' });
    Object.assign(file.locations[0], {
      min_celsius: 2.25,
      max_celsius: 8,
      time_zone: 'Asia/Tokyo',
    });
    await load(file);
    const counts = await load({
      organizations: [{ slug: organization, name: 'Renamed', kind: 'pharmacy' }],
      locations: [{ organization, name: 'Main', max_celsius: 7 }],
      products: [
        {
          organization,
          id: productId.toUpperCase(),
          name: 'A product',
          description: null,
          created_at: '2020-01-01T00:00:00Z',
        },
      ],
    });
    expect(counts).toMatchObject({ organizations: updated, locations: updated, products: updated });
    const product = await rowOf('product', 't.id::text', productId);
    expect(product).toMatchObject({ description: null, category: 'kept' });
    expect(product.created_at.getFullYear()).toBeGreaterThan(2020);
    expect(await rowOf('location', 't.name', 'Main')).toMatchObject({
      min_celsius: '2.25',
      max_celsius: '7.00',
      time_zone: 'Asia/Tokyo',
      is_default: true,
    });
    // The other end of the range is in the database.
    await expect(
      load({ locations: [{ organization, name: 'Main', max_celsius: 2 }] }),
    ).rejects.toThrow('locations[0].min_celsius: must not be above');
  });

  it('moves the default to the location that says so', async () => {
    await load(whole());
    await load({ locations: [{ organization, name: 'Annex', is_default: true }] });
    expect(await rowOf('location', 't.name', 'Main')).toMatchObject({ is_default: false });
    expect(await rowOf('location', 't.name', 'Annex')).toMatchObject({ is_default: true });
    const both = ['Main', 'Annex'].map((name) => ({ organization, name, is_default: true }));
    await expect(load({ locations: both })).rejects.toThrow('locations[1].is_default: another');
  });

  it('takes id, created_at and environment of every record', async () => {
    const file: AnyFile = whole();
    const ids: Record<string, string> = { products: productId };
    for (const section of Object.keys(file)) {
      ids[section] ??= crypto.randomUUID();
      Object.assign(file[section][0], {
        id: ids[section],
        created_at: '2021-02-03T04:05:06+01:00',
        environment: 'test',
      });
    }
    await load(file);
    const tables = {
      locations: 'location',
      products: 'product',
      skus: 'sku',
      storefront_listings: 'storefront_listing',
      lots: 'lot',
      orders: 'customer_order',
    };
    for (const [section, table] of Object.entries(tables)) {
      const { created_at } = await rowOf(table, 't.id::text', ids[section] as string);
      expect(created_at.toISOString()).toBe('2021-02-03T03:05:06.000Z');
    }
    expect(await load(file)).toEqual({
      ...nothing,
      organizations: unchanged,
      locations: unchanged,
      products: unchanged,
      skus: unchanged,
      storefront_listings: unchanged,
      orders: unchanged,
      lots: unchanged,
    });
    // What is in the ledger happened when it was written: a stock count of the past stays as it was.
    const entry = await rowOf('ledger_entry', 't.lot_id::text', ids.lots as string);
    expect(Date.now() - entry.created_at.getTime()).toBeLessThan(60_000);
  });
});

describe('lots', () => {
  it('of any expiry are accepted, and stand as what they are', async () => {
    const file: AnyFile = whole();
    const lot = file.lots[0];
    file.lots = [
      { ...lot, lot_number: 'GONE', expiry_date: '1999-12-31', qty: 1 },
      { ...lot, lot_number: 'HELD', status: 'quarantine', qty: 2 },
      { ...lot, lot_number: 'GOOD', qty: 4 },
      { ...lot, lot_number: 'FAR', expiry_date: '2999-12-31', qty: 8 },
    ];
    await load(file);
    const api = client({ url: world.service.url, key: await liveKey() });
    const { body } = await api.get('/v1/inventory/stock');
    expect(body.data).toMatchObject([
      { on_hand: 15, available: 12, quarantined: 2, expired: 1, location: 'Main', version: 4 },
    ]);
  });

  it('of two locations share their number', async () => {
    const file: AnyFile = whole();
    file.locations.push({ organization, name: 'Annex' });
    file.lots.push({ ...file.lots[0], location: 'Annex', qty: 7 });
    expect((await load(file)).lots).toEqual({ created: 2, updated: 0, unchanged: 0 });
  });

  it('that two imports bring at the same moment are posted once', async () => {
    const file: AnyFile = whole();
    file.lots = Array.from({ length: 20 }, (_, index) => ({
      ...file.lots[0],
      lot_number: `L-${index}`,
    }));
    const counts = await Promise.all(Array.from({ length: 4 }, () => load(file)));
    expect(counts.map(({ lots }) => lots.created).sort()).toEqual([0, 0, 0, 20]);
    expect(counts.map(({ organizations }) => organizations.created).sort()).toEqual([0, 0, 0, 1]);
    const { rows } = await world.db.owner.query(
      `select count(*)::int from ledger_entry e join organization o on o.id = e.organization_id
        where o.slug = $1`,
      [organization],
    );
    expect(rows[0].count).toBe(20);
  });

  it('are imported beside running movements of the same SKU, and every unit is counted', async () => {
    const { liveKey: key } = await makePharmacy(world.db.database, { slug: organization });
    const api: Client = client({ url: world.service.url, key });
    const lot = { sku_code: 'SKU-1', expiry_date: day(50) };
    let running = true;
    let received = 0;
    const movements = Array.from({ length: 4 }, async (_, worker) => {
      for (let round = 0; running; round += 1) {
        const answer = await post(api, {
          type: 'receive',
          qty: 1,
          lot_number: `W${worker}-${round % 30}`,
          ...lot,
          location: round % 2 ? 'Main' : 'Annex',
        });
        expect(answer.status).toBe(201);
        received += 1;
      }
    });
    let imported = 0;
    for (let round = 0; round < 6; round += 1) {
      const counts = await load({
        lots: Array.from({ length: 40 }, (_, index) => ({
          organization,
          ...lot,
          qty: 1_000,
          location: index % 2 ? 'Main' : 'Annex',
          // Some of them are numbers that the movements receive too.
          lot_number: index % 4 === 0 ? `W0-${index % 30}` : `I${round}-${index}`,
        })),
      });
      imported += counts.lots.created;
    }
    running = false;
    await Promise.all(movements);
    const { body } = await api.get('/v1/inventory/stock');
    const units = body.data.reduce((sum: number, { on_hand }: AnyFile) => sum + on_hand, 0);
    expect(imported).toBeGreaterThanOrEqual(180);
    expect(units).toBe(received + imported * 1_000);
  });

  it('whose number a movement is receiving meanwhile wait for it and keep its expiry', async () => {
    await load({ ...whole(), lots: [] });
    const sku = await rowOf('sku', 't.sku_code', 'SKU-1');
    const holder = await world.db.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('insert into lot_number values ($1, $2, $3, $4)', [
        sku.organization_id,
        sku.id,
        'L1',
        day(77),
      ]);
      const { rows: pid } = await holder.query('select pg_backend_pid() as pid');
      const importing = load({ lots: whole().lots }).catch((error: Error) => error);
      await expect
        .poll(
          async () =>
            (
              await world.db.owner.query(
                'select count(*)::int from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
                [pid[0].pid],
              )
            ).rows[0].count,
          { timeout: 10_000 },
        )
        .toBe(1);
      await holder.query('commit');
      expect(String(await importing)).toContain(`lots[0].expiry_date: must be ${day(77)}`);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});

describe('events', () => {
  it('tell of a SKU that is new or changed, once', async () => {
    await load(withFields('skus', { upc: '300710155237', reorder_point: 1 }));
    await load({ skus: [{ organization, sku_code: 'SKU-1', product_id: productId, upc: null }] });
    await load({ skus: [{ organization, sku_code: 'SKU-1', product_id: productId, upc: null }] });
    const events = (await eventsOf(organization)).filter(({ type }) => type.startsWith('sku.'));
    const data = {
      sku_code: 'SKU-1',
      product_id: productId,
      reorder_point: 1,
      gtin: null,
      ean: null,
      ndc: null,
    };
    expect(events).toEqual([
      { type: 'sku.created', data: { ...data, upc: '300710155237' } },
      { type: 'sku.updated', data: { ...data, upc: null } },
    ]);
  });

  it('tell of stock that a raised reorder point makes low, once', async () => {
    await load(whole());
    const raise = (reorder_point: number | null) =>
      load({ skus: [{ organization, sku_code: 'SKU-1', product_id: productId, reorder_point }] });
    const low = async () =>
      (await eventsOf(organization)).filter(({ type }) => type === 'stock.low').map((e) => e.data);
    await raise(4);
    expect(await low()).toEqual([]);
    await raise(5);
    await raise(6);
    const about = { sku_code: 'SKU-1', product_id: productId, location: 'Main', available: 5 };
    expect(await low()).toEqual([{ ...about, reorder_point: 5 }]);
    await raise(null);
    await raise(5);
    expect(await low()).toHaveLength(2);
  });

  it('and lists call low what is first received at a location while its reorder point is raised', async () => {
    const raise = (reorder_point: number) =>
      load({ skus: [{ organization, sku_code: 'SKU-1', product_id: productId, reorder_point }] });
    await load({
      ...whole(),
      locations: ['Main', 'Annex'].map((name, index) => ({
        organization,
        name,
        is_default: index === 0,
      })),
    });
    await raise(5);
    const api = client({ url: world.service.url, key: await liveKey() });
    const held = await hold(
      world.db.owner,
      `select from stock_level l join organization o on o.id = l.organization_id
        where o.slug = $1 for update of l`,
      [organization],
    );
    const importing = raise(50);
    await held.blocks(1);
    let isAnswered = false;
    const receive = () =>
      post(api, {
        type: 'receive',
        sku_code: 'SKU-1',
        location: 'Annex',
        qty: 10,
        lot_number: 'L1',
        expiry_date: day(60),
      });
    const receiving = receive().finally(() => {
      isAnswered = true;
    });
    await Promise.race([held.blocks(2), until('it is answered', () => isAnswered)]);
    await held.release();
    await importing;
    // It waits for a short time.
    if ((await receiving).status === 503) await receive();
    const { body } = await api.get('/v1/inventory/stock?low=true');
    expect(body.data.map(({ location }: AnyFile) => location).sort()).toEqual(['Annex', 'Main']);
  });

  it('have positions without a gap', async () => {
    await load(whole());
    await load({ lots: [{ ...(whole().lots[0] as AnyFile), lot_number: 'L2' }] });
    const { rows } = await world.db.owner.query(
      `select array_agg(e.position order by e.position) as positions from event e
         join organization o on o.id = e.organization_id where o.slug = $1`,
      [organization],
    );
    expect(rows[0].positions).toEqual(
      rows[0].positions.map((_: string, at: number) => `${at + 1}`),
    );
  });
});

async function liveKey(): Promise<string> {
  const order = { organization, environment: 'live', scopes: 'all', plan: 'partner' } as const;
  return (await issueKey(world.db.database, order)).key;
}
