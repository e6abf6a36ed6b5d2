import { beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { makeClinic } from '../support/clinic.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { hiddenCents } from '../support/sentinels.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/v1/shop/bundles';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const WHOLESALE = hiddenCents();

/** Products by what is odd about them. */
const PRODUCTS = {
  pills: { requires_prescription: true, ships_to_patient: true, product_type: 'medication' },
  spray: { ships_to_patient: true },
  visit: {},
  draft: { status: 'draft' },
  archived: { status: 'archived', requires_prescription: true },
  dear: {},
  unlisted: {},
  elsewhere: {},
} as const;
type Name = keyof typeof PRODUCTS;
const ids = Object.fromEntries(
  Object.keys(PRODUCTS).map((name) => [name, crypto.randomUUID()]),
) as Record<Name, string>;
const PRICES = { pills: 2999, spray: 1000, visit: 1, draft: 500, archived: 700 };

const world = useWorld(async ({ db, service }) => {
  await makePharmacy(db.database, { skuCodes: [] });
  const clinic = await makeClinic(db.database, service);
  const another = await makeClinic(db.database, service, { slug: 'another' });
  const api = clinic.live;
  const listed = { ...PRICES, dear: Number.MAX_SAFE_INTEGER, unlisted: 100 };
  await importFile(
    db.database,
    JSON.stringify({
      products: Object.entries(PRODUCTS).map(([name, fields]) => ({
        organization: 'pharmacy',
        id: ids[name as Name],
        name: `The ${name}`,
        wholesale_cost_cents: WHOLESALE,
        price_cents: 99,
        ...fields,
      })),
      storefront_listings: [
        ...Object.entries(listed).map(([name, cents]) => ({
          organization: 'clinic',
          product_id: ids[name as Name],
          patient_price_cents: cents,
          is_listed: name !== 'unlisted',
        })),
        { organization: 'another', product_id: ids.elsewhere, patient_price_cents: 5 },
        { organization: 'another', product_id: ids.pills, patient_price_cents: 5 },
      ],
    }),
  );
  return { clinic, another, api };
});

const item = (name: Name, qty = 1) => ({ platform_product_id: ids[name], qty });
const KIT = { name: 'Sinus kit', items: [item('pills'), item('spray', 2)] };

async function put(body: Record<string, unknown>, caller = world.api) {
  const { status, body: answer, text } = await caller.put(PATH, { body: { ...KIT, ...body } });
  expect([200, 201], text).toContain(status);
  return answer.bundle;
}

async function refusal(body: Record<string, unknown>, caller = world.api) {
  const { status, body: answer } = await caller.put(PATH, { body: { ...KIT, ...body } });
  const { code, details } = answer.error;
  return [status, code, details?.map(({ path }: { path: string }) => path)];
}

const notValid = (...paths: string[]) => [400, 'validation_failed', paths];

async function stored() {
  const { rows } = await world.db.owner.query(`
    select (select json_agg(b order by id) from bundle b) as bundles,
           (select json_agg(i order by bundle_id, position) from bundle_item i) as items`);
  return rows[0];
}

describe('a new bundle', () => {
  it('is answered whole, with its defaults and all that follows from its members', async () => {
    const { status, body } = await world.api.put(PATH, { body: KIT });
    expect(status).toBe(201);
    expect(body).toEqual({
      bundle: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Sinus kit',
        description: null,
        image_url: null,
        pricing_mode: 'sum',
        flat_price_cents: null,
        package_markup_type: null,
        package_markup_value: null,
        is_listed: true,
        is_subscribable: false,
        purchase_mode: 'one_time',
        default_cadence: null,
        first_order_immediate: false,
        items: [
          { platform_product_id: ids.pills, qty: 1, name: 'The pills', product_type: 'medication' },
          { platform_product_id: ids.spray, qty: 2, name: 'The spray', product_type: null },
        ],
        item_kind: 'bundle',
        patient_price_cents: 4999,
        available_cadences: [],
        requires_prescription: true,
        requires_shipping: true,
        rx_mode: 'mixed',
        eligible: true,
      },
    });
  });

  it('keeps every field that is sent', async () => {
    const sent = {
      name: 'Päckchen 🎁',
      description: 'For a cold',
      image_url: 'https://shop.example:8443/a%20b.png?size=2#top',
      pricing_mode: 'package_markup',
      flat_price_cents: 7,
      package_markup_type: 'percent',
      package_markup_value: 12.3456,
      is_listed: false,
      purchase_mode: 'both',
      default_cadence: 'quarterly',
      first_order_immediate: true,
    };
    const { id, ...bundle } = await put(sent);
    expect(bundle).toMatchObject({
      ...sent,
      is_subscribable: true,
      available_cadences: ['weekly', 'monthly', 'quarterly'],
      patient_price_cents: 5616,
    });
    const { rows } = await world.db.owner.query('select * from bundle where id = $1', [id]);
    expect(rows[0]).toMatchObject({
      ...sent,
      environment: 'live',
      organization_id: world.clinic.id,
      flat_price_cents: '7',
      package_markup_value: '12.3456',
    });
  });

  it('is another one each time: no key makes a PUT without an id safe to repeat', async () => {
    const headers = { 'Idempotency-Key': 'the-same-key' };
    const [one, other] = [
      await world.api.put(PATH, { body: KIT, headers }),
      await world.api.put(PATH, { body: KIT, headers }),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.bundle.id).not.toBe(other.body.bundle.id);
  });

  it('never tells what wholesale costs', async () => {
    const { text } = await world.api.put(PATH, { body: KIT });
    expect(text).not.toMatch(/wholesale/);
  });
});

describe('what follows from its members', () => {
  it.each<[string, Name[], Record<string, unknown>]>([
    ['all need a prescription', ['pills'], { rx_mode: 'all', requires_prescription: true }],
    ['none does', ['spray', 'visit'], { rx_mode: 'none', requires_prescription: false }],
    ['some do', ['pills', 'visit'], { rx_mode: 'mixed', requires_prescription: true }],
    ['none is sent', ['visit'], { requires_shipping: false, eligible: true }],
    ['one is sent', ['visit', 'spray'], { requires_shipping: true }],
    ['one is a draft', ['pills', 'draft'], { eligible: false }],
    ['one is archived', ['pills', 'archived'], { eligible: false, rx_mode: 'all' }],
  ])('%s', async (_what, members, expected) => {
    expect(await put({ items: members.map((name) => item(name)) })).toMatchObject(expected);
  });
});

describe('its price', () => {
  it.each<[Record<string, unknown>, number]>([
    [{}, 4999],
    [{ pricing_mode: 'sum', flat_price_cents: 1 }, 4999],
    [{ pricing_mode: 'flat', flat_price_cents: 1 }, 1],
    [{ pricing_mode: 'flat', flat_price_cents: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER],
    [markup('percent', 0), 4999],
    [markup('percent', 10), 5499],
    [markup('percent', 0.01), 4999],
    [markup('percent', 0.0101), 5000],
    [markup('flat', 0.5), 5000],
    [markup('flat', 250), 5249],
    [{ items: [item('pills', 1_000_000_000)] }, 2_999_000_000_000],
    [{ items: [item('dear')] }, Number.MAX_SAFE_INTEGER],
  ])('with %j is %i cents', async (sent, cents) => {
    expect(await put(sent)).toMatchObject({ patient_price_cents: cents });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a sum', { items: [item('dear'), item('visit')] }],
    ['one product often enough', { items: [item('dear', 1_000_000_000)] }],
    ['a per cent', { items: [item('dear')], ...markup('percent', 0.0001) }],
    ['cents on top', { items: [item('dear')], ...markup('flat', 1) }],
  ])('beyond what a number can say is refused: %s', async (_what, sent) => {
    expect(await refusal(sent)).toEqual(notValid('items'));
  });

  it('does not count its members where it is flat', async () => {
    const flat = { pricing_mode: 'flat', flat_price_cents: 100 };
    expect(await put({ ...flat, items: [item('dear', 1_000_000_000)] })).toMatchObject({
      patient_price_cents: 100,
    });
  });
});

function markup(package_markup_type: string, package_markup_value: number) {
  return { pricing_mode: 'package_markup', package_markup_type, package_markup_value };
}

describe('how it is bought', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ is_subscribable: false }, { purchase_mode: 'one_time', is_subscribable: false }],
    [
      { is_subscribable: true, default_cadence: 'weekly' },
      { purchase_mode: 'subscription', is_subscribable: true, default_cadence: 'weekly' },
    ],
    [
      { is_subscribable: true, purchase_mode: 'one_time' },
      { purchase_mode: 'one_time', is_subscribable: false, available_cadences: [] },
    ],
    [
      { is_subscribable: false, purchase_mode: 'both', default_cadence: 'weekly' },
      { purchase_mode: 'both', is_subscribable: true, default_cadence: 'weekly' },
    ],
    [
      { purchase_mode: 'subscription', default_cadence: 'monthly' },
      { is_subscribable: true, available_cadences: ['weekly', 'monthly', 'quarterly'] },
    ],
  ])('%j', async (sent, expected) => {
    expect(await put(sent)).toMatchObject(expected);
  });
});

describe('a refusal', () => {
  const long = 'x'.repeat(10_001);
  it.each<[Record<string, unknown>, string[]]>([
    [{ pricing_mode: 'flat' }, ['flat_price_cents']],
    [{ pricing_mode: 'flat', flat_price_cents: 0 }, ['flat_price_cents']],
    [{ pricing_mode: 'flat', flat_price_cents: null }, ['flat_price_cents']],
    [{ flat_price_cents: -1 }, ['flat_price_cents']],
    [{ flat_price_cents: 1.5 }, ['flat_price_cents']],
    [{ flat_price_cents: 2 ** 53 }, ['flat_price_cents']],
    [{ pricing_mode: 'package_markup' }, ['package_markup_type', 'package_markup_value']],
    [{ pricing_mode: 'package_markup', package_markup_value: 1 }, ['package_markup_type']],
    [
      { pricing_mode: 'package_markup', package_markup_type: null, package_markup_value: 1 },
      ['package_markup_type'],
    ],
    [{ pricing_mode: 'package_markup', package_markup_type: 'flat' }, ['package_markup_value']],
    [{ package_markup_value: 0.00001 }, ['package_markup_value']],
    [markup('percent', 12.34567), ['package_markup_value']],
    [markup('percent', -0.5), ['package_markup_value']],
    [markup('percent', 1e12), ['package_markup_value']],
    [markup('double', 1), ['package_markup_type']],
    [{ pricing_mode: 'auction' }, ['pricing_mode']],
    [{ pricing_mode: null }, ['pricing_mode']],
    [{ purchase_mode: 'subscription' }, ['default_cadence']],
    [{ purchase_mode: 'subscription', default_cadence: null }, ['default_cadence']],
    [{ purchase_mode: 'both' }, ['default_cadence']],
    [{ purchase_mode: 'both', is_subscribable: false }, ['default_cadence']],
    [{ is_subscribable: true }, ['default_cadence']],
    [{ default_cadence: 'daily' }, ['default_cadence']],
    [{ purchase_mode: 'never' }, ['purchase_mode']],
    [
      { purchase_mode: 'subscription', pricing_mode: 'flat' },
      ['flat_price_cents', 'default_cadence'],
    ],
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'a\0b' }, ['name']],
    [{ name: 'x'.repeat(301) }, ['name']],
    [{ description: long }, ['description']],
    [{ description: '\ud800' }, ['description']],
    [{ image_url: 'http://shop.example/a.png' }, ['image_url']],
    [{ image_url: 'https://user:secret@shop.example/a.png' }, ['image_url']],
    [{ image_url: 'https:///a.png' }, ['image_url']],
    [{ image_url: 'javascript:alert(1)' }, ['image_url']],
    [{ image_url: `https://shop.example/${'x'.repeat(2000)}` }, ['image_url']],
    [{ items: [] }, ['items']],
    [{ items: undefined }, ['items']],
    [{ items: Array.from({ length: 101 }, () => item('pills')) }, ['items']],
    [{ items: [item('pills', 0)] }, ['items.0.qty']],
    [{ items: [item('pills', 1.5)] }, ['items.0.qty']],
    [{ items: [item('pills', 1_000_000_001)] }, ['items.0.qty']],
    [{ items: [{ qty: 1 }] }, ['items.0.platform_product_id']],
    [{ items: [{ platform_product_id: 'x', qty: 1 }] }, ['items.0.platform_product_id']],
    [{ items: [{ ...item('pills'), price: 1 }] }, ['items.0.price']],
    [{ name: '  ' }, ['name']],
    [{ name: 'Kit\n' }, ['name']],
    [{ name: 'Kit\u200b' }, ['name']],
    [{ name: '\u0007Kit' }, ['name']],
    [{ name: '\u202eKit' }, ['name']],
    [{ is_listed: 'yes' }, ['is_listed']],
    [{ first_order_immediate: 1 }, ['first_order_immediate']],
    [{ patient_price_cents: 1 }, ['patient_price_cents']],
    [{ id: 'not-a-uuid' }, ['id']],
    [{ id: null }, ['id']],
    [{ id: `${UNKNOWN_ID}0` }, ['id']],
  ])('of %j names the field and writes nothing', async (sent, paths) => {
    const before = await stored();
    const [status, code, named] = await refusal(sent);
    expect([status, code]).toEqual([400, 'validation_failed']);
    expect(new Set(named)).toEqual(new Set(paths));
    expect(await stored()).toEqual(before);
  });

  it.each<[string, Name]>([
    ['the storefront does not list any more', 'unlisted'],
    ['another storefront lists', 'elsewhere'],
  ])('of a product that %s names its item', async (_what, name) => {
    const path = 'items.1.platform_product_id';
    expect(await refusal({ items: [item('pills'), item(name)] })).toEqual(notValid(path));
    const nothing = { platform_product_id: UNKNOWN_ID, qty: 1 };
    expect(await refusal({ items: [item('pills'), nothing] })).toEqual(notValid(path));
  });

  it('names every item that it is about', async () => {
    expect(await refusal({ items: [item('unlisted'), item('pills'), item('elsewhere')] })).toEqual(
      notValid('items.0.platform_product_id', 'items.2.platform_product_id'),
    );
  });

  it('of a product that comes twice names the second, however its id is spelt', async () => {
    const loud = { platform_product_id: ids.pills.toUpperCase(), qty: 2 };
    for (const [first, again] of [
      [item('pills'), loud],
      [loud, item('pills')],
    ]) {
      expect(await refusal({ items: [first, item('spray'), again] })).toEqual(
        notValid('items.2.platform_product_id'),
      );
    }
  });

  it('never quotes what was sent', async () => {
    const { text } = await world.api.put(PATH, {
      body: { ...KIT, description: 7, image_url: 'ftp://sentinel', name: { sentinel: 1 } },
    });
    expect(text).not.toContain('sentinel');
  });

  it.each(['{"name": ', '[]', '"bundle"', 'null'])('of %s is a 400', async (rawBody) => {
    const headers = { 'content-type': 'application/json' };
    expect((await world.api.put(PATH, { rawBody, headers })).status).toBe(400);
  });
});

const DERIVED = new Set([
  'item_kind',
  'patient_price_cents',
  'available_cadences',
  'requires_prescription',
  'requires_shipping',
  'rx_mode',
  'eligible',
]);

describe('a replacement', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await put({
      description: 'Old',
      ...markup('flat', 10),
      is_listed: false,
      purchase_mode: 'both',
      default_cadence: 'weekly',
      first_order_immediate: true,
    }));
  });

  it('puts what is left out back to its default, and the items that are sent in place of others', async () => {
    const { status, body } = await world.api.put(PATH, {
      body: { id: id.toUpperCase(), name: 'New', items: [item('visit', 3), item('pills')] },
    });
    expect(status).toBe(200);
    expect(body.bundle).toMatchObject({
      id,
      name: 'New',
      description: null,
      pricing_mode: 'sum',
      package_markup_type: null,
      package_markup_value: null,
      is_listed: true,
      purchase_mode: 'one_time',
      default_cadence: null,
      first_order_immediate: false,
      patient_price_cents: 3002,
    });
    const { rows } = await world.db.owner.query(
      'select product_id, qty::int from bundle_item where bundle_id = $1 order by position',
      [id],
    );
    expect(rows).toEqual([
      { product_id: ids.visit, qty: 3 },
      { product_id: ids.pills, qty: 1 },
    ]);
  });

  it('is kept as it is answered, in each of its fields', async () => {
    const changes = [
      {
        name: 'New',
        description: 'New',
        image_url: 'https://clinic.example/new.png',
        ...markup('percent', 12.5),
        is_listed: true,
        purchase_mode: 'subscription',
        default_cadence: 'monthly',
        first_order_immediate: false,
      },
      { pricing_mode: 'flat', flat_price_cents: 4_999 },
    ];
    for (const change of changes) {
      const answered = await put({ id, ...change });
      const { rows } = await world.db.owner.query(
        'select to_jsonb(bundle) as kept from bundle where id = $1',
        [id],
      );
      const { created_at, updated_at, organization_id, environment, seq, ...kept } = rows[0].kept;
      expect(answered).toMatchObject(kept);
      expect(Object.keys(kept)).toHaveLength(12);
    }
  });

  it('keeps a name from before names had a form, and takes no other such one', async () => {
    const { id } = await put({ name: 'Old kit' });
    await world.db.owner.query('update bundle set name = $2 where id = $1', [id, 'Old\nkit ']);
    expect(await put({ id, name: 'Old\nkit ' })).toMatchObject({ id, name: 'Old\nkit ' });
    expect(await refusal({ id, name: 'Old\nkit' })).toEqual(notValid('name'));
    expect(await put({ id, name: 'Pa\u0308ckchen' })).toMatchObject({ name: 'P\u00e4ckchen' });
  });

  it('takes what it was answered, but for what is derived', async () => {
    const answered = await put({ id });
    const sent = Object.fromEntries(
      Object.entries(answered).filter(([name]) => !DERIVED.has(name)),
    );
    const items = answered.items.map(({ platform_product_id, qty }: Record<string, unknown>) => ({
      platform_product_id,
      qty,
    }));
    expect(await put({ ...sent, items })).toEqual(answered);
  });

  it('changes nothing more when it comes again', async () => {
    await put({ id });
    const before = await stored();
    await put({ id });
    const after = await stored();
    for (const bundle of [...before.bundles, ...after.bundles]) delete bundle.updated_at;
    expect(after).toEqual(before);
  });

  it('that is refused leaves the bundle as it was', async () => {
    const before = await stored();
    expect(await refusal({ id, items: [item('visit'), item('unlisted')] })).toEqual(
      notValid('items.1.platform_product_id'),
    );
    expect(await stored()).toEqual(before);
  });

  it('is not found where the bundle is another’s, of the other environment, or of nobody', async () => {
    const foreign = (await put({ items: [item('pills')] }, world.another.live)).id;
    const before = await stored();
    const answers = await Promise.all([
      world.api.put(PATH, { body: { ...KIT, id: UNKNOWN_ID } }),
      world.api.put(PATH, { body: { ...KIT, id: foreign } }),
      world.clinic.test.put(PATH, { body: { ...KIT, id } }),
      world.another.live.put(PATH, { body: { ...KIT, items: [item('pills')], id } }),
    ]);
    const bodies = answers.map(({ status, text, body }) => {
      expect(status).toBe(404);
      expect(body.error.code).toBe('not_found');
      return text.replace(body.error.request_id, '');
    });
    expect(new Set(bodies).size).toBe(1);
    expect(await stored()).toEqual(before);
  });

  it('of a test key’s bundle is for test keys alone', async () => {
    const { id: testId } = await put({}, world.clinic.test);
    expect(await put({ id: testId, name: 'Again' }, world.clinic.test)).toMatchObject({
      name: 'Again',
    });
    expect((await refusal({ id: testId }))[0]).toBe(404);
  });

  it('waits for another one of the same bundle, and never mixes its items with that one’s', async () => {
    const session = await world.db.owner.connect();
    await session.query('begin');
    await session.query('select from bundle where id = $1 for update', [id]);
    const kits = [
      [item('pills', 11), item('spray', 11)],
      [item('spray', 22), item('visit', 22), item('draft', 22)],
    ];
    const answers = kits.map((items, index) => put({ id, items, name: `Kit ${index}` }));
    await waiting(2);
    await session.query('commit');
    session.release();
    await Promise.all(answers);
    const { rows } = await world.db.owner.query(
      `select bundle.name, array_agg(item.product_id::text || ' ' || item.qty order by position) as items
         from bundle join bundle_item item on item.bundle_id = bundle.id
        where bundle.id = $1 group by bundle.name`,
      [id],
    );
    const index = Number(rows[0].name.slice(-1));
    const expected = kits[index]?.map((one) => `${one.platform_product_id} ${one.qty}`);
    expect(rows[0].items).toEqual(expected);
  });
});

async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await world.db.owner.query(
      `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if (rows.length === count) return;
  }
}
