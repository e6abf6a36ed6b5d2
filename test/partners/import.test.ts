// The sections of an import file that bring partners, stores' orders and checkout configurations.
import { beforeEach, describe, expect, it } from 'vitest';
import { importFile, SECRETS } from '../support/as-operator.ts';
import { useWorld } from '../support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file is what somebody wrote
type Fields = Record<string, any>;
type File = Record<string, Fields[]>;

const world = useWorld(undefined, { service: false });

let organization: string;
let number = 0;
beforeEach(async () => {
  number += 1;
  organization = `store-${number}`;
  await load({
    organizations: [
      { slug: organization, name: 'A store', kind: 'brand' },
      { slug: `${organization}-other`, name: 'Another', kind: 'brand' },
    ],
  });
});

const load = async (file: File) =>
  (await importFile(world.db.database, JSON.stringify(file))).counts;

const created = { created: 1, updated: 0, unchanged: 0 };
const updated = { created: 0, updated: 1, unchanged: 0 };
const unchanged = { created: 0, updated: 0, unchanged: 1 };

const partner = (fields: Fields = {}) => ({
  organization,
  external_id: 'p-1',
  name: 'A partner',
  email: 'hello@partner.example',
  sponsor_external_id: 'p-0',
  status: 'active',
  invite_sent: true,
  portal_linked: true,
  ...fields,
});

const order = (fields: Fields = {}) => ({
  organization,
  order_number: 'S-1',
  status: 'paid',
  payment_status: 'paid',
  external_order_id: 'shop-1',
  subtotal_cents: 1_000,
  shipping_cents: 100,
  tax_cents: 80,
  total_cents: 1_180,
  your_markup_cents: 200,
  currency: 'USD',
  customer: { email: 'a@b.example', first_name: 'Ada', last_name: 'Quist', phone: '+12025550143' },
  ship_to: { name: 'Ada', phone: '1', line1: 'a', line2: 'b', city: 'c', state: 'd' },
  items: [
    {
      product_id: '6F1C3C52-1B0A-4A65-9F7F-0D6B3A5F1E10',
      name: 'Zinc',
      quantity: 2,
      unit_price_cents: 500,
    },
  ],
  checkout: { public_client_key: 'p', environment: 'production', amount_cents: 1_180 },
  ...fields,
});

const config = (fields: Fields = {}) => ({
  organization,
  environment: 'live',
  public_client_key: 'public',
  api_login_id: 'login',
  accept_js_url: 'https://js.payments.example/v1/Accept.js',
  transaction_key: 'secret',
  ...fields,
});

const RECORDS = { partners: partner, store_orders: order, checkout_configs: config } as const;
const TABLES = {
  partners: 'partner',
  store_orders: 'store_order',
  checkout_configs: 'checkout_config',
} as const;
type Section = keyof typeof RECORDS;
const SECTIONS = Object.keys(RECORDS) as Section[];

/** Of the organization, with what is sealed opened. */
async function rowsOf(section: Section): Promise<Fields[]> {
  const table = TABLES[section];
  const { rows } = await world.db.owner.query(
    `select t.* from ${table} t join organization o on o.id = t.organization_id
      where o.slug = $1 order by environment, t.id`,
    [organization],
  );
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    ...(sealed &&
      JSON.parse(
        SECRETS.open(sealed, { table, organizationId: row.organization_id, rowId: row.id }),
      )),
  }));
}

describe.each(SECTIONS)('%s', (section) => {
  const record = RECORDS[section];
  const one = (fields: Fields = {}) => load({ [section]: [record(fields)] });

  it('are created, and a second import of the same file changes not one byte', async () => {
    expect((await one())[section]).toEqual(created);
    const { rows: before } = await world.db.owner.query(
      `select t.*, t.xmin from ${TABLES[section]} t order by id`,
    );
    expect((await one())[section]).toEqual(unchanged);
    const { rows: after } = await world.db.owner.query(
      `select t.*, t.xmin from ${TABLES[section]} t order by id`,
    );
    expect(after).toEqual(before);
  });

  it('keep what a later record leaves out', async () => {
    await one();
    const [before] = await rowsOf(section);
    const { organization: _o, ...whole } = record() as Fields;
    const bare: Fields = { organization };
    for (const name of ['external_id', 'name', 'order_number', 'environment']) {
      if (name in whole) bare[name] = whole[name];
    }
    expect((await load({ [section]: [bare] }))[section]).toEqual(unchanged);
    expect(await rowsOf(section)).toEqual([before]);
  });

  it('are other records in another environment and another organization', async () => {
    const file = {
      [section]: [
        record({ environment: 'live' }),
        record({ environment: 'test' }),
        record({ environment: 'live', organization: `${organization}-other` }),
      ],
    };
    expect((await load(file))[section]).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect((await rowsOf(section)).map(({ environment }) => environment)).toEqual(['live', 'test']);
  });

  it('take their id and their time from the record, and keep them', async () => {
    const id = crypto.randomUUID();
    await one({ id, created_at: '2021-02-03T04:05:06.123456+01:00' });
    await one({ created_at: '2024-01-01T00:00:00Z' });
    const [row] = await rowsOf(section);
    expect([row?.id, row?.created_at.toISOString()]).toEqual([id, '2021-02-03T03:05:06.123Z']);
    await expect(one({ id: crypto.randomUUID() })).rejects.toThrow(
      `${section}[0].id: is not the id of the existing record.`,
    );
  });

  it('may not be in a file twice', async () => {
    await expect(load({ [section]: [record(), record()] })).rejects.toThrow(
      `${section}[1]: repeats ${section}[0].`,
    );
  });

  it('emit no events', async () => {
    await one();
    const { rows } = await world.db.owner.query(
      `select from event e join organization o on o.id = e.organization_id where o.slug = $1`,
      [organization],
    );
    expect(rows).toEqual([]);
  });
});

describe('a partner', () => {
  it('may name a sponsor who is not here', async () => {
    await load({ partners: [partner({ sponsor_external_id: 'somebody else' })] });
    expect((await rowsOf('partners'))[0]?.sponsor_external_id).toBe('somebody else');
  });

  it('loses a field that is null', async () => {
    await load({ partners: [partner()] });
    const cleared = partner({ email: null, sponsor_external_id: null });
    expect((await load({ partners: [cleared] })).partners).toEqual(updated);
    expect(await rowsOf('partners')).toMatchObject([{ email: null, sponsor_external_id: null }]);
  });

  it('is not the same when a letter of its external id is of another case', async () => {
    const ids = ['é', 'É', 'p-1', 'P-1'];
    const partners = ids.map((external_id) => partner({ external_id }));
    expect((await load({ partners })).partners.created).toBe(ids.length);
  });

  it('is the same in whatever Unicode form its external id is', async () => {
    const composed = partner({ external_id: 'é' });
    const decomposed = partner({ external_id: 'e\u0301' });
    await load({ partners: [composed] });
    expect((await load({ partners: [decomposed] })).partners.unchanged).toBe(1);
    await expect(load({ partners: [composed, decomposed] })).rejects.toThrow(
      'partners[1]: repeats partners[0].',
    );
  });

  it('keeps the external ids that it had before they had a form', async () => {
    await load({ partners: [partner({ external_id: 'old' })] });
    const old = { external_id: ' o\u0308', sponsor_external_id: 's ' };
    await world.db.owner.query(
      `update partner set external_id = $1, sponsor_external_id = $2 where external_id = 'old'`,
      [old.external_id, old.sponsor_external_id],
    );
    expect((await load({ partners: [partner(old)] })).partners.unchanged).toBe(1);
    const other = partner({ ...old, sponsor_external_id: 't ' });
    await expect(load({ partners: [other] })).rejects.toThrow(
      'partners[0].sponsor_external_id: must not begin or end with white space.',
    );
  });
});

describe('an order', () => {
  it('is the same whatever the order of its members and the form of its numbers', async () => {
    await load({ store_orders: [order()] });
    const before = await rowsOf('store_orders');
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([name, member]) => [name, reversed(member)])
                .reverse(),
            )
          : value;
    const source = JSON.stringify({ store_orders: [reversed(order())] })
      .replaceAll(':1180', ':1180.0')
      .replaceAll(':500', ':5e2')
      .replaceAll(':2}', ':2.000}');
    expect(source).toContain('1180.0');
    expect((await importFile(world.db.database, source)).counts.store_orders).toEqual(unchanged);
    expect(await rowsOf('store_orders')).toEqual(before);
  });

  it.each<[string, Fields]>([
    ['customer', { customer: { email: 'new@b.example' } }],
    ['ship_to', { ship_to: null }],
    ['items', { items: [] }],
    ['checkout', { checkout: null }],
    ['currency', { currency: 'EUR' }],
    ['status', { status: 'delivered' }],
  ])('changes its %s and nothing else', async (name, fields) => {
    await load({ store_orders: [order()] });
    const [before] = await rowsOf('store_orders');
    const record = { organization, order_number: 'S-1', ...fields };
    expect((await load({ store_orders: [record] })).store_orders).toEqual(updated);
    expect(await rowsOf('store_orders')).toEqual([{ ...before, [name]: fields[name] }]);
  });

  it('keeps amounts as large as a number can say, each in its own field', async () => {
    const fields = ['subtotal', 'shipping', 'tax', 'total', 'your_markup'];
    const amounts = fields.map((name, index) => [`${name}_cents`, Number.MAX_SAFE_INTEGER - index]);
    await load({ store_orders: [order(Object.fromEntries(amounts))] });
    const [row] = await rowsOf('store_orders');
    expect(amounts.map(([name]) => [name, Number(row?.[name as string])])).toEqual(amounts);
  });

  it('keeps the ids of its products as the database writes ids', async () => {
    await load({ store_orders: [order()] });
    const [row] = await rowsOf('store_orders');
    expect(row?.items[0].product_id).toBe('6f1c3c52-1b0a-4a65-9f7f-0d6b3a5f1e10');
  });
});

describe('a checkout configuration', () => {
  it.each([
    ['live', 'live'],
    ['production', 'live'],
    ['test', 'test'],
    ['sandbox', 'test'],
  ])('of %s is for %s keys', async (environment, expected) => {
    await load({ checkout_configs: [config({ environment })] });
    expect(await rowsOf('checkout_configs')).toMatchObject([
      { environment: expected, transaction_key: 'secret' },
    ]);
    const again = config({ environment: expected });
    expect((await load({ checkout_configs: [again] })).checkout_configs).toEqual(unchanged);
  });

  it('is one record by either name of its environment', async () => {
    const both = ['live', 'production'].map((environment) => config({ environment }));
    await expect(load({ checkout_configs: both })).rejects.toThrow(
      'checkout_configs[1]: repeats checkout_configs[0].',
    );
  });

  it('keeps its transaction key when another value changes', async () => {
    await load({ checkout_configs: [config()] });
    const { transaction_key: _, ...rest } = config({ api_login_id: 'another' });
    expect((await load({ checkout_configs: [rest] })).checkout_configs).toEqual(updated);
    expect(await rowsOf('checkout_configs')).toMatchObject([
      { api_login_id: 'another', transaction_key: 'secret' },
    ]);
  });
});

describe('a refused file', () => {
  const SECRET = 'never-quoted';
  it.each<[Section, Fields, string]>([
    ['partners', { external_id: undefined }, 'partners[0].external_id: is missing.'],
    ['partners', { name: undefined }, 'partners[0].name: is missing.'],
    ['partners', { external_id: '' }, 'partners[0].external_id: must not be empty'],
    ['partners', { external_id: 'x'.repeat(201) }, 'partners[0].external_id: must not have more'],
    [
      'partners',
      { external_id: `${SECRET}\n` },
      'partners[0].external_id: must be a text without control char',
    ],
    [
      'partners',
      { external_id: `${SECRET}\0` },
      'partners[0].external_id: must be a text without control char',
    ],
    [
      'partners',
      { external_id: `${SECRET}\ud800` },
      'partners[0].external_id: must be a text without control char',
    ],
    ['partners', { external_id: 7 }, 'partners[0].external_id: must be a string'],
    ['partners', { name: `${SECRET}\0` }, 'partners[0].name: must be a text without NUL'],
    ['partners', { status: SECRET }, 'partners[0].status: must be one of invited, active, susp'],
    ['partners', { invite_sent: SECRET }, 'partners[0].invite_sent: must be a boolean'],
    [
      'partners',
      { organization: 'nobody' },
      'partners[0].organization: is not a known organization',
    ],
    ['partners', { sponsor: SECRET }, 'partners[0].sponsor: is not a known field. Known fields:'],
    ['store_orders', { order_number: undefined }, 'store_orders[0].order_number: is missing.'],
    ['store_orders', { status: SECRET }, 'store_orders[0].status: must be one of pending, paid'],
    ['store_orders', { payment_status: 'paid?' }, 'store_orders[0].payment_status: must be one'],
    [
      'store_orders',
      { currency: 'usd' },
      'store_orders[0].currency: must be a currency code of three capital letters (ISO 4217).',
    ],
    ['store_orders', { total_cents: -1 }, 'store_orders[0].total_cents: must be at least 0'],
    ['store_orders', { total_cents: 0.5 }, 'store_orders[0].total_cents: must be an integer'],
    [
      'store_orders',
      { tax_cents: 2 ** 53 },
      'store_orders[0].tax_cents: must be at most 900719925474',
    ],
    ['store_orders', { tax_cents: null }, 'store_orders[0].tax_cents: must be an integer'],
    ['store_orders', { items: null }, 'store_orders[0].items: must be an array'],
    ['store_orders', { items: Array(201).fill({}) }, 'store_orders[0].items: must not have more'],
    ['store_orders', { items: [{}, { quantity: 0 }] }, 'store_orders[0].items.1.quantity: must be'],
    [
      'store_orders',
      { items: [{ product_id: SECRET }] },
      'store_orders[0].items.0.product_id: must',
    ],
    [
      'store_orders',
      { items: [{ sku: SECRET }] },
      'store_orders[0].items.0.sku: is not a known field. Known fields: product_id, name, quantity, unit',
    ],
    [
      'store_orders',
      { customer: { e_mail: SECRET } },
      'store_orders[0].customer.e_mail: is not a known field. Known fields: email, first_name, last_name',
    ],
    [
      'store_orders',
      { ship_to: { zip: SECRET } },
      'store_orders[0].ship_to.zip: is not a known field. Known fields: name, phone, line1, line2, city',
    ],
    [
      'store_orders',
      { checkout: { transaction_key: SECRET } },
      'store_orders[0].checkout.transaction_key: is not a known field. Known fields: public_client_key',
    ],
    [
      'store_orders',
      { checkout: { environment: SECRET } },
      'store_orders[0].checkout.environment: must be one of production, sandbox.',
    ],
    [
      'store_orders',
      { customer: { email: `${SECRET}${'x'.repeat(320)}` } },
      'store_orders[0].customer.email: must not have more than 320 characters',
    ],
    [
      'store_orders',
      { customer: { email: `${SECRET}\0` } },
      'store_orders[0].customer.email: must be a text without NUL',
    ],
    ['store_orders', { customer: SECRET }, 'store_orders[0].customer: must be an object or null'],
    [
      'checkout_configs',
      { environment: undefined },
      'checkout_configs[0].environment: is missing.',
    ],
    [
      'checkout_configs',
      { environment: 'prod' },
      'checkout_configs[0].environment: must be one of live, test, production, sandbox.',
    ],
    [
      'checkout_configs',
      { transaction_key: `${SECRET}${'x'.repeat(1_000)}` },
      'checkout_configs[0].transaction_key: must not have more than 1000 characters',
    ],
    [
      'checkout_configs',
      { organization: 'nobody' },
      'checkout_configs[0].organization: is not a known',
    ],
  ])(
    'names the record and the field, and quotes nothing: %s %j',
    async (section, fields, expected) => {
      const failure = await load({ [section]: [RECORDS[section](fields)] }).then(
        () => expect.fail('it was imported'),
        (error: Error) => error.message,
      );
      expect(failure).toContain(expected);
      expect(failure).not.toContain(SECRET);
      expect(await rowsOf(section)).toEqual([]);
    },
  );
});
