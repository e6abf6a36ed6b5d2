import { describe, expect, it } from 'vitest';
import { importFile, issueKey } from '../support/as-operator.ts';
import { type Client, client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/partner/v1/store/orders';
const ROWS = 5_000;
const TIES = 2_000;
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
          ...Array.from({ length: ROWS }, (_, index) => ({
            organization: many.slug,
            order_number: `S-${index}`,
            created_at: at(index),
            customer: { email: `customer-${index}@store.example` },
          })),
        ],
      }),
    );
    return { mine, many, live, test, manyLive };
  },
  { timeout: 120_000 },
);

type Row = Record<string, unknown> & { order_number: string; created_at: string };
type Query = Record<string, string | number>;

async function list(as: Client, query: Query = {}): Promise<Row[]> {
  const { status, body, text } = await as.get(PATH, { query });
  expect(status, text).toBe(200);
  return body.data;
}

async function walk(as: Client, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: Query = { limit, ...(cursor !== null && { cursor }) };
    const { status, body, text } = await as.get(PATH, { query });
    expect(status, text).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    rows.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null && rows.length <= ROWS);
  return rows;
}

const numbersOf = (rows: Row[]) => rows.map(({ order_number }) => order_number);

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
  it('is of one organization and one environment', async () => {
    expect(numbersOf(await list(world.live))).toEqual(['S-WHOLE', 'S-BARE', 'S-PARTS']);
    const sandbox = await list(world.test);
    expect(sandbox).toMatchObject([{ order_number: 'S-WHOLE', customer: { email: 't@t.t' } }]);
    expect(await list(client({ url: world.service.url, key: world.many.testKey }))).toEqual([]);
  });

  it('has 50 orders to a page when no limit is given', async () => {
    expect(await list(world.manyLive)).toHaveLength(50);
    expect(await list(world.manyLive, { limit: 100 })).toHaveLength(100);
  });

  it.each(['0', '101', '1.5', '-1', 'x', ''])('never has the limit %j', async (limit) => {
    const { status, body } = await world.live.get(PATH, { query: { limit } });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      'validation_failed',
      'limit',
    ]);
  });

  it.each([100, 37, 11])(
    'shows each of thousands once, newest first, %i to a page, though many are of one moment',
    { timeout: 60_000 },
    async (limit) => {
      const rows = await walk(world.manyLive, limit);
      const { rows: stored } = await world.db.owner.query(
        `select order_number from store_order join organization o on o.id = organization_id
          where slug = 'many' order by store_order.created_at desc, seq desc`,
      );
      expect(numbersOf(rows)).toEqual(stored.map(({ order_number }) => order_number));
      expect(new Set(numbersOf(rows)).size).toBe(ROWS);
      expect(rows.filter(({ created_at }) => created_at === TIED_AT)).toHaveLength(TIES);
    },
  );

  it('is walked one order at a time too', async () => {
    expect(numbersOf(await walk(world.live, 1))).toEqual(['S-WHOLE', 'S-BARE', 'S-PARTS']);
  });

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

describe('a cursor', () => {
  it('may be a plain time, however it is written, and means strictly older', async () => {
    const older = async (cursor: string) => numbersOf(await list(world.live, { cursor }));
    expect(await older('2026-11-19T00:00:00Z')).toEqual(['S-PARTS']);
    expect(await older('2026-11-19T00:00:00.000001Z')).toEqual(['S-BARE', 'S-PARTS']);
    expect(await older('2026-11-19T05:30:00+05:30')).toEqual(['S-PARTS']);
    expect(await older('1999-01-01T00:00:00Z')).toEqual([]);
  });

  it('loses and repeats nothing while orders arrive', async () => {
    const busy = await makePharmacy(world.db.database, { slug: 'busy', skuCodes: [] });
    const api = client({ url: world.service.url, key: busy.liveKey });
    const arrive = (...numbers: string[]) => {
      const orders = numbers.map((order_number) => ({ organization: 'busy', order_number }));
      return importFile(world.db.database, JSON.stringify({ store_orders: orders }));
    };
    await arrive('S-FIRST');
    const before = await walk(api, 1);
    const { body } = await api.get(PATH, { query: { limit: 1 } });
    expect(body.next_cursor).toBeNull();
    await arrive('S-LATE-1', 'S-LATE-2');
    expect((await walk(api, 1)).slice(2)).toEqual(before);
  });

  it.each([
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-11-20T10:15:30.1234569999999999999999999Z',
    '',
  ])('of another form is refused: %j', async (cursor) => {
    const { status, body } = await world.live.get(PATH, { query: { cursor } });
    expect([status, body.error.details[0].path]).toEqual([400, 'cursor']);
    if (cursor) expect(JSON.stringify(body)).not.toContain(cursor);
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
