import { describe, expect, it } from 'vitest';
import { importFile, issueKey } from '../support/as-operator.ts';
import { itLists } from '../support/lists.ts';
import { type Client, client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/partner/v1/store/orders';
const ROWS = 2_000;
const TIES = 800;
const TIED_AT = '2026-03-01T12:00:00.123456Z';

const WHOLE = {
  id: '01935f71-0c4d-7b1e-9a5f-6d7e8f901234',
  order_number: 'S-WHOLE',
  status: 'shipped',
  payment_status: 'paid',
  external_order_id: 'shop-77120',
  subtotal_cents: 9_800,
  shipping_cents: 700,
  tax_cents: 858,
  total_cents: 11_358,
  your_markup_cents: 1_800,
  currency: 'EUR',
  customer: {
    email: 'ada@customer.example',
    first_name: 'Ada',
    last_name: 'Quist 🏥',
    phone: '+12025550143',
  },
  ship_to: {
    name: 'Ada Quist',
    phone: '+12025550143',
    line1: '12 Harbor Street',
    line2: 'Flat 3',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    country: 'US',
  },
  items: [
    {
      product_id: '6f1c3c52-1b0a-4a65-9f7f-0d6b3a5f1e10',
      name: 'Vitamin D3',
      quantity: 2,
      unit_price_cents: 4_900,
    },
    {
      product_id: '6f1c3c52-1b0a-4a65-9f7f-0d6b3a5f1e11',
      name: 'Zinc',
      quantity: 9_007_199_254_740_991,
      unit_price_cents: 0,
    },
  ],
  checkout: {
    public_client_key: 'public-1',
    api_login_id: 'login-1',
    accept_js_url: 'https://js.payments.example/v1/Accept.js',
    environment: 'production',
    amount_cents: 11_358,
  },
  created_at: '2026-11-20T10:15:30.123456Z',
};

const world = useWorld(
  async ({ db, service }) => {
    const mine = await makePharmacy(db.database, { skuCodes: [] });
    const many = await makePharmacy(db.database, { slug: 'many', skuCodes: [] });
    const live = client({ url: service.url, key: mine.liveKey });
    const test = client({ url: service.url, key: mine.testKey });
    const manyLive = client({ url: service.url, key: many.liveKey });
    const manyTest = client({ url: service.url, key: many.testKey });
    const organization = mine.slug;
    const at = (index: number) =>
      index < TIES ? TIED_AT : new Date(Date.UTC(2026, 0, 1) + index * 3_000_000).toISOString();
    await importFile(
      db.database,
      JSON.stringify({
        store_orders: [
          { organization, ...WHOLE },
          {
            organization,
            order_number: 'S-BARE',
            created_at: '2026-11-19T00:00:00Z',
          },
          {
            organization,
            order_number: 'S-PARTS',
            created_at: '2026-11-18T00:00:00Z',
            customer: { first_name: 'Only' },
            ship_to: {},
            items: [{ name: 'Only a name' }, {}],
            checkout: { amount_cents: 5 },
          },
          {
            organization,
            order_number: 'S-WHOLE',
            environment: 'test',
            customer: { email: 't@t.t' },
          },
          { organization: many.slug, order_number: 'S-0', environment: 'test' },
          ...Array.from({ length: ROWS }, (_, index) => ({
            organization: many.slug,
            order_number: `S-${index}`,
            created_at: at(index),
            customer: { email: `customer-${index}@store.example` },
          })),
        ],
      }),
    );
    return { mine, live, test, manyLive, manyTest };
  },
  { timeout: 120_000 },
);

type Row = Record<string, unknown>;
type Query = Record<string, string | number>;

async function list(as: Client, query: Query = {}): Promise<Row[]> {
  const { status, body, text } = await as.get(PATH, { query });
  expect(status, text).toBe(200);
  return body.data;
}

itLists({
  path: PATH,
  world,
  caller: () => world.manyLive,
  foreign: () => [world.live, world.test, world.manyTest],
  order: `select store_order.id from store_order join organization on organization.id = organization_id
           where slug = 'many' and environment = 'live' order by store_order.created_at desc, seq desc`,
  pageSize: 50,
  limits: [99, 37],
  arrive: () =>
    importFile(
      world.db.database,
      JSON.stringify({
        store_orders: [{ organization: 'many', order_number: crypto.randomUUID() }],
      }),
    ),
});

describe('an order', () => {
  it('is answered whole', async () => {
    const [first] = await list(world.live);
    expect(first).toEqual(WHOLE);
  });

  it('of which nothing is known has null and zeros for it', async () => {
    const rows = await list(world.live);
    expect(rows[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_number: 'S-BARE',
      status: 'pending',
      payment_status: 'pending',
      external_order_id: null,
      subtotal_cents: 0,
      shipping_cents: 0,
      tax_cents: 0,
      total_cents: 0,
      your_markup_cents: 0,
      currency: 'USD',
      customer: null,
      ship_to: null,
      items: [],
      checkout: null,
      created_at: '2026-11-19T00:00:00.000000Z',
    });
  });

  it('has all fields of its parts, null where they are not known', async () => {
    const parts = (await list(world.live))[2];
    expect(parts).toMatchObject({
      customer: { email: null, first_name: 'Only', last_name: null, phone: null },
      ship_to: {
        name: null,
        phone: null,
        line1: null,
        line2: null,
        city: null,
        state: null,
        postal_code: null,
        country: null,
      },
      items: [
        { product_id: null, name: 'Only a name', quantity: null, unit_price_cents: null },
        { product_id: null, name: null, quantity: null, unit_price_cents: null },
      ],
      checkout: {
        public_client_key: null,
        api_login_id: null,
        accept_js_url: null,
        environment: null,
        amount_cents: 5,
      },
    });
  });

  it('keeps its customer sealed at rest', async () => {
    const { rows } = await world.db.owner.query(
      'select store_order::text as text from store_order',
    );
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).toContain('S-WHOLE');
    for (const secret of ['ada@customer.example', 'Harbor', 'Quist']) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('the list', () => {
  it.each(['store:read', 'store:write'])('may be read with %s alone', async (scopes) => {
    const request = {
      organization: world.mine.slug,
      environment: 'live',
      scopes,
      plan: 'standard',
    };
    const { key } = await issueKey(world.db.database, request as never);
    expect(await list(client({ url: world.service.url, key }))).toHaveLength(3);
  });

  it('is not for a key with neither scope', async () => {
    const request = { organization: world.mine.slug, environment: 'live', scopes: 'orders:read' };
    const { key } = await issueKey(world.db.database, { ...request, plan: 'standard' } as never);
    const { status, body } = await client({ url: world.service.url, key }).get(PATH);
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  });
});

it('refuses to show an order that was moved into another row', async () => {
  const moved = await makePharmacy(world.db.database, { slug: 'moved', skuCodes: [] });
  const orders = ['S-1', 'S-2'].map((order_number) => ({
    organization: 'moved',
    order_number,
    customer: { email: `${order_number}@store.example` },
  }));
  await importFile(world.db.database, JSON.stringify({ store_orders: orders }));
  await world.db.owner.query(
    `update store_order set sealed = (select sealed from store_order where order_number = 'S-1'
        and organization_id = (select id from organization where slug = 'moved'))
      where order_number = 'S-2' and organization_id = (select id from organization where slug = 'moved')`,
  );
  const { status, text } = await client({ url: world.service.url, key: moved.liveKey }).get(PATH);
  expect(status).toBe(500);
  expect(text).not.toContain('store.example');
});
