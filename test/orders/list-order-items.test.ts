import { beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { client, day } from '../support/pharmacy.ts';
import { placing } from '../support/place-orders.ts';
import { reserve } from '../support/reservations.ts';

const made = placing();
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let pharmacy: ReturnType<typeof client>;

/** The pharmacy stocks pills by two SKUs, one of them at two locations, and the spray by none. */
beforeAll(async () => {
  pharmacy = client({ url: made.service.url, key: made.pharmacy.liveKey });
  const organization = 'pharmacy';
  const lot = (sku_code: string, lot_number: string, qty: number, more: object = {}) => ({
    organization,
    sku_code,
    lot_number,
    qty,
    expiry_date: day(100),
    ...more,
  });
  await importFile(
    made.db.database,
    JSON.stringify({
      skus: ['PILLS-30', 'PILLS-90'].map((sku_code) => ({
        organization,
        sku_code,
        product_id: made.products.pills,
      })),
      lots: [
        lot('PILLS-30', 'GOOD', 20),
        lot('PILLS-30', 'HELD', 7, { status: 'quarantine' }),
        lot('PILLS-30', 'GONE', 5, { expiry_date: day(-10) }),
        lot('PILLS-30', 'GOOD', 3, { location: 'Annex' }),
      ],
    }),
  );
});

async function place(fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await made.clinic.live.post('/v1/orders', { body: made.body(fields) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

const items = (api: ReturnType<typeof client>, id: string) => api.get(`/v1/orders/${id}/items`);

const pills = (skus?: object[]) => ({
  product_id: made.products.pills,
  name: 'pills',
  quantity: 2,
  ...(skus && { skus }),
});
const spray = (skus?: object[]) => ({
  product_id: made.products.spray,
  name: 'spray',
  quantity: 5,
  ...(skus && { skus }),
});

it('tells the pharmacy what to pack, what the order holds and what is available, at all locations', async () => {
  const id = await place();
  const other = await place();
  expect((await items(pharmacy, id)).body).toEqual({
    data: [
      pills([
        { sku_code: 'PILLS-30', reserved: 0, available: 23 },
        { sku_code: 'PILLS-90', reserved: 0, available: 0 },
      ]),
      spray([]),
    ],
  });
  const hold = (reference: string, qty: number, location = 'Main') =>
    reserve(pharmacy, {
      reference: { type: 'order', id: reference },
      sku_code: 'PILLS-30',
      qty,
      location,
    });
  await hold(id, 2);
  await hold(id, 1, 'Annex');
  await hold(other, 4);
  const { body } = await items(pharmacy, id.toUpperCase());
  expect(body.data[0]).toEqual(
    pills([
      { sku_code: 'PILLS-30', reserved: 3, available: 16 },
      { sku_code: 'PILLS-90', reserved: 0, available: 0 },
    ]),
  );
  const stock = await pharmacy.get('/v1/inventory/stock', { query: { sku_code: 'PILLS-30' } });
  const available = stock.body.data.map((level: { available: number }) => level.available);
  expect(available.reduce((sum: number, units: number) => sum + units, 0)).toBe(16);
});

it('leaves the stock out for who ordered, and repeats a product that was ordered twice', async () => {
  const id = await place({
    items: [made.item('spray', 5), made.item('pills', 2, 'signed'), made.item('spray', 5)],
  });
  const { status, body } = await items(made.clinic.live, id);
  expect([status, body]).toEqual([200, { data: [spray(), pills(), spray()] }]);
});

it('names at most 100 SKUs of a product: those it holds, those with units, then the others by code', async () => {
  const organization = 'pharmacy';
  const codes = Array.from({ length: 130 }, (_, index) => `FREE-${String(index).padStart(3, '0')}`);
  const [held, ...stocked] = [129, 100, 110, 120].map((index) => codes[index] as string);
  const lot = { organization, lot_number: 'L', qty: 3, expiry_date: day(100) };
  await importFile(
    made.db.database,
    JSON.stringify({
      skus: codes.map((sku_code) => ({ organization, sku_code, product_id: made.products.free })),
      lots: [held, ...stocked].map((sku_code) => ({ ...lot, sku_code })),
    }),
  );
  const order = await place({
    items: [made.item('free'), made.item('spray', 5), made.item('free', 2)],
  });
  await reserve(pharmacy, {
    reference: { type: 'order', id: order },
    sku_code: held as string,
    qty: 3,
    location: 'Main',
  });
  const [first, between, last] = (await items(pharmacy, order)).body.data;
  const named = (sku_code: string, reserved = 0, available = 0) => ({
    sku_code,
    reserved,
    available,
  });
  expect(first.skus).toEqual([
    ...codes.slice(0, 96).map((code) => named(code)),
    ...stocked.map((code) => named(code, 0, 3)),
    named(held as string, 3),
  ]);
  expect([between, last.quantity, last.skus]).toEqual([spray([]), 2, first.skus]);
});

it('lists nothing of an order that was imported, which has no items', async () => {
  const id = crypto.randomUUID();
  const order = { organization: 'clinic', id, order_number: 'OLD' };
  await importFile(made.db.database, JSON.stringify({ orders: [order] }));
  expect((await items(made.clinic.live, id)).body).toEqual({ data: [] });
});

describe('an organization that ordered and brought it, or ordered and fulfils it', () => {
  it('reads it as who ordered, or as who fulfils', async () => {
    const id = await place();
    const stock = (slug: string, column: string) =>
      made.db.owner.query(
        `update customer_order set ${column} = (select id from organization where slug = $2) where id = $1`,
        [id, slug],
      );
    await stock('clinic', 'affiliate_organization_id');
    expect((await items(made.clinic.live, id)).body.data).toEqual([pills(), spray()]);
    await stock('clinic', 'fulfillment_organization_id');
    expect((await items(made.clinic.live, id)).body.data).toEqual([pills([]), spray([])]);
    expect((await items(pharmacy, id)).status).toBe(404);
  });
});

describe('to all others it does not exist', () => {
  it('to the affiliate that brought it, who may read the order itself, neither', async () => {
    const id = await place();
    await made.db.owner.query(
      `update customer_order set affiliate_organization_id = (select id from organization where slug = 'stranger')
        where id = $1`,
      [id],
    );
    const test = await made.clinic.test.post('/v1/orders', {
      body: {
        ...made.body({ patient_id: made.patients.sandbox, items: [made.item('spray', 5)] }),
      },
    });
    expect(test.status, test.text).toBe(201);
    expect((await made.stranger.live.get(`/v1/orders/${id}`)).status).toBe(200);
    const sandbox = client({ url: made.service.url, key: made.pharmacy.testKey });
    const bodies = new Set<string>();
    for (const [api, asked] of [
      [made.clinic.live, UNKNOWN_ID],
      [made.stranger.live, id],
      [made.clinic.test, id],
      [sandbox, id],
      [sandbox, test.body.data.id],
      [pharmacy, test.body.data.id],
    ] as const) {
      const answer = await items(api, asked);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
      bodies.add(answer.text.replace(answer.body.error.request_id, ''));
    }
    expect(bodies.size).toBe(1);
    expect((await items(made.clinic.test, test.body.data.id)).status).toBe(200);
  });

  it('and a mistyped id is refused by name', async () => {
    const { status, body } = await items(made.clinic.live, 'VO-1');
    expect([status, body.error.code]).toEqual([400, 'invalid_id']);
  });
});

describe('the operator', () => {
  it('sees the items and the address, and leaves a row that says so', async () => {
    const id = await place();
    const accesses = async () => {
      const { rows } = await made.db.owner.query(
        `select actor, operation, patient_ids, slug from patient_access
           join organization on organization.id = organization_id
          where operation = 'order show'`,
      );
      return rows;
    };
    const row = {
      actor: 'operator:Ada',
      operation: 'order show',
      patient_ids: [made.patients.first],
      slug: 'clinic',
    };
    const show = (...more: string[]) =>
      made.operate('order', 'show', '--id', id, '--actor', 'Ada', ...more);
    const shown = JSON.parse((await show('--json')).printed);
    expect(await accesses()).toEqual([row]);
    const stock = [
      expect.objectContaining({ sku_code: 'PILLS-30', reserved: 0 }),
      { sku_code: 'PILLS-90', reserved: 0, available: 0 },
    ];
    expect(shown.items).toEqual([pills(stock), spray([])]);
    expect(shown.ship_to).toMatchObject({ city: 'Austin', phone: '+15125550142', country: 'US' });
    const { printed } = await show();
    expect(await accesses()).toEqual([row, row]);
    expect(printed.split('\n')).toEqual(
      expect.arrayContaining([
        `item: 2 of pills (${made.products.pills})`,
        '  PILLS-90: 0 reserved for it, 0 available',
        `item: 5 of spray (${made.products.spray})`,
        expect.stringMatching(
          /^ship to: Noor .*, 120 .* Avenue, Austin, TX 78701-2213, US, \+15125550142$/,
        ),
      ]),
    );
  });

  it('sees no address once it was taken away', async () => {
    const id = await place();
    const ship = await made.operate('order', 'show', '--id', id, '--json');
    expect(JSON.parse(ship.printed).ship_to).not.toBeNull();
    await made.db.owner.query('update customer_order set sealed = null where id = $1', [id]);
    const after = await made.operate('order', 'show', '--id', id, '--json');
    expect(JSON.parse(after.printed).ship_to).toBeNull();
  });
});
