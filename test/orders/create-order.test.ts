import { describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import type { Client } from '../support/client.ts';
import { freshKey } from '../support/pharmacy.ts';
import { placing, SHIP_TO, WHOLESALE } from '../support/place-orders.ts';
import { findHidden, hiddenText } from '../support/sentinels.ts';

const PATH = '/v1/orders';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const made = placing();

async function order(fields: Record<string, unknown> = {}, as: Client = made.clinic.live) {
  const { status, body, text } = await as.post(PATH, { body: made.body(fields) });
  expect(status, text).toBe(201);
  return body.data;
}

async function rowsOf(table: string, column: string, id: string) {
  const { rows } = await made.db.owner.query(`select * from ${table} where ${column} = $1`, [id]);
  return rows;
}

describe('an order', () => {
  it('is answered as reads show it, and costs the catalog’s prices', async () => {
    const data = await order();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_number: expect.stringMatching(/^VO-[0-9A-HJKMNP-TV-Z]{10}$/),
      status: 'pending',
      payment_status: 'pending',
      total_cents: 2 * 1_250 + 5 * 300,
      currency: 'USD',
      tracking_number: null,
      tracking_carrier: null,
      shipped_at: null,
      patient_id: made.patients.first,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    const { body } = await made.clinic.live.get(`${PATH}/${data.id}`);
    expect(body).toEqual(data);
  });

  it('keeps its items in the order sent, with the prices of the day', async () => {
    const sent = [made.item('spray', 7), made.item('pills', 3, 'signed'), made.item('spray', 5)];
    const { id } = await order({ items: sent, external_order_id: 'WEB-1' });
    const { rows } = await made.db.owner.query(
      `select product_id, quantity::int, unit_price_cents::int as cents, prescription_id
         from order_item where order_id = $1 order by position`,
      [id],
    );
    expect(rows).toEqual([
      { product_id: made.products.spray, quantity: 7, cents: 300, prescription_id: null },
      {
        product_id: made.products.pills,
        quantity: 3,
        cents: 1_250,
        prescription_id: made.prescriptions.signed,
      },
      { product_id: made.products.spray, quantity: 5, cents: 300, prescription_id: null },
    ]);
    const [stored] = await rowsOf('customer_order', 'id', id);
    expect(stored).toMatchObject({ external_order_id: 'WEB-1', total_cents: '7350' });
  });

  it('is routed to the pharmacy of its products, which reads it too', async () => {
    const { id } = await order();
    const { rows } = await made.db.owner.query(
      `select slug from order_reader join organization on organization.id = organization_id
        where order_id = $1 order by slug`,
      [id],
    );
    expect(rows.map(({ slug }) => slug)).toEqual(['clinic', 'pharmacy']);
  });

  it('is charged once to the organization’s account', async () => {
    const { id, total_cents } = await order();
    const charges = await rowsOf('account_charge', 'order_id', id);
    expect(charges).toMatchObject([
      {
        organization_id: made.clinic.id,
        amount_cents: String(total_cents),
        currency: 'USD',
        status: 'pending',
      },
    ]);
  });

  it('is announced to each organization that may read it, in ids and codes alone', async () => {
    const { id, order_number } = await order();
    const { rows } = await made.db.owner.query(
      `select slug, type, environment, data from event
         join organization on organization.id = organization_id
        where data->>'order_id' = $1 order by slug`,
      [id],
    );
    const data = { order_id: id, order_number, status: 'pending', payment_status: 'pending' };
    const event = { type: 'order.updated', environment: 'live', data };
    expect(rows).toEqual([
      { slug: 'clinic', ...event },
      { slug: 'pharmacy', ...event },
    ]);
  });

  it('seals where it goes, the telephone number in one form, and shows it to nobody', async () => {
    const { status, body, text } = await made.clinic.live.post(PATH, {
      body: made.body(),
      headers: { 'Idempotency-Key': freshKey() },
    });
    expect(status).toBe(201);
    const { id } = body.data;
    expect(await made.sealed(id)).toEqual({
      ship_to: { ...SHIP_TO, phone: '+15125550142', country: 'US' },
    });
    expect(findHidden(text)).toEqual([]);
    const { customer_order, keys, event } = await inDatabase();
    for (const stored of [customer_order, keys, event]) {
      expect(findHidden(stored)).toEqual([]);
      expect(stored).not.toMatch(/5550142|78701-2213/);
    }
    const [key] = await rowsOf('idempotency_key', 'organization_id', made.clinic.id);
    expect(key.answer).toBeNull();
  });

  it('names itself in prescriptions that named no order', async () => {
    const id = await made.writePrescription(crypto.randomUUID());
    const items = [{ ...made.item('pills'), prescription_id: id.toUpperCase() }];
    const first = await order({ items });
    await order({ items });
    expect(await rowsOf('prescription', 'id', id)).toMatchObject([{ order_id: first.id }]);
  });

  it('takes a prescription where none is needed, and one for two of its items', async () => {
    await order({ items: [made.item('free', 1, 'forFree')] });
    await order({ items: [made.item('pills', 1, 'lasting'), made.item('pills', 2, 'lasting')] });
  });

  it('reserves no stock', async () => {
    const { rows: before } = await made.db.owner.query('select count(*) from allocation');
    await order();
    const { rows: after } = await made.db.owner.query('select count(*) from allocation');
    expect(after).toEqual(before);
  });

  it('may be free, and from abroad', async () => {
    const shipTo = { name: 'Wei 李', line1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' };
    const data = await order({
      items: [made.item('free', 1_000_000_000)],
      ship_to: { ...shipTo, phone: '+852 2123 4567' },
    });
    expect(data.total_cents).toBe(0);
    expect(await made.sealed(data.id)).toMatchObject({ ship_to: { phone: '+85221234567' } });
  });

  it('never tells what wholesale costs', async () => {
    const { text } = await made.clinic.live.post(PATH, { body: made.body() });
    expect(text).not.toContain(String(WHOLESALE));
    expect(text).not.toMatch(/wholesale|commission|organization/);
  });
});

describe('a prescription', () => {
  const write = (fields: Parameters<typeof made.writePrescription>[1]) =>
    made.writePrescription(crypto.randomUUID(), fields);
  const ask = (prescription_id: string, ...quantities: number[]) =>
    made.clinic.live.post(PATH, {
      body: made.body({
        items: quantities.map((quantity) => ({ ...made.item('pills', quantity), prescription_id })),
      }),
    });
  const tooFew = (asked: number, left: number) => [
    422,
    'prescription_invalid',
    'items.0.prescription_id names a prescription with too few units left: ' +
      `this order asks for ${asked} and ${left} are left.`,
  ];
  const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>) =>
    status === 201 ? status : [status, body.error.code, body.error.message];

  it('of one unit without refills does not pay for five orders of a billion of another product', async () => {
    const prescription_id = await write({ quantity: 1, refills: 0 });
    const items = [{ ...made.item('free', 1_000_000_000), prescription_id }];
    for (let index = 0; index < 5; index += 1) {
      const answer = await made.clinic.live.post(PATH, { body: made.body({ items }) });
      expect(outcome(answer)).toEqual([
        422,
        'prescription_invalid',
        'items.0.prescription_id must name a prescription for this product.',
      ]);
    }
  });

  it('covers its quantity once and once for each refill, over all its orders', async () => {
    const id = await write({ quantity: 2, refills: 2 });
    expect(outcome(await ask(id, 3))).toBe(201);
    expect(outcome(await ask(id, 4))).toEqual(tooFew(4, 3));
    expect(outcome(await ask(id, 1, 2))).toBe(201);
    expect(outcome(await ask(id, 1))).toEqual(tooFew(1, 0));
  });

  it('covers its quantity once where it says nothing of refills', async () => {
    const id = await write({ quantity: 2, refills: null });
    expect(outcome(await ask(id, 3))).toEqual(tooFew(3, 2));
    expect(outcome(await ask(id, 2))).toBe(201);
  });

  it('covers what the items of an order ask of it together', async () => {
    const id = await write({ quantity: 3 });
    expect(outcome(await ask(id, 2, 2))).toEqual(tooFew(4, 3));
    expect(outcome(await ask(id, 2, 1))).toBe(201);
  });

  it('without a quantity covers one order, and another one when that is cancelled', async () => {
    const id = await write({ quantity: null, refills: 5 });
    const first = await ask(id, 7, 8);
    expect(first.status).toBe(201);
    const used = [
      422,
      'prescription_invalid',
      'items.0.prescription_id names a prescription that covers one order, and it has one.',
    ];
    expect(outcome(await ask(id, 1))).toEqual(used);
    await made.operate('order', 'cancel', '--id', first.body.data.id);
    expect(outcome(await ask(id, 1))).toBe(201);
    expect(outcome(await ask(id, 1))).toEqual(used);
  });

  it('without a quantity is used up by an order that was imported with it', async () => {
    const id = await write({ quantity: null });
    const imported = { organization: 'clinic', id: crypto.randomUUID(), order_number: 'OLD-1' };
    await importFile(made.db.database, JSON.stringify({ orders: [imported] }));
    await made.db.owner.query('update prescription set order_id = $1 where id = $2', [
      imported.id,
      id,
    ]);
    expect((await ask(id, 1)).status).toBe(422);
    const cancelled = { ...imported, status: 'cancelled' };
    await importFile(made.db.database, JSON.stringify({ orders: [cancelled] }));
    expect(outcome(await ask(id, 1))).toBe(201);
  });

  it('has the units of a cancelled order again', async () => {
    const id = await write({ quantity: 3 });
    const { body } = await ask(id, 2);
    expect(outcome(await ask(id, 2))).toEqual(tooFew(2, 1));
    await made.operate('order', 'cancel', '--id', body.data.id);
    expect(outcome(await ask(id, 3))).toBe(201);
  });

  it('is judged by what it says now', async () => {
    const id = await write({ quantity: 1 });
    expect(outcome(await ask(id, 2))).toEqual(tooFew(2, 1));
    await made.db.owner.query('update prescription set refills_authorized = 1 where id = $1', [id]);
    expect(outcome(await ask(id, 1))).toBe(201);
    await made.db.owner.query(
      'update prescription set quantity = 0, refills_authorized = 9 where id = $1',
      [id],
    );
    expect(outcome(await ask(id, 1))).toEqual(tooFew(1, 0));
  });

  it('for a test key covers no more either', async () => {
    const prescription_id = await write({ patientId: made.patients.sandbox, quantity: 1 });
    const items = [{ ...made.item('pills'), prescription_id }];
    const body = made.body({ patient_id: made.patients.sandbox, items });
    const answers = [
      await made.clinic.test.post(PATH, { body }),
      await made.clinic.test.post(PATH, { body }),
    ];
    expect(answers.map(outcome)).toEqual([201, tooFew(1, 0)]);
  });

  it('covers a repeat with the same key without counting it twice', async () => {
    const prescription_id = await write({ quantity: 1 });
    const body = made.body({ items: [{ ...made.item('pills'), prescription_id }] });
    const headers = { 'Idempotency-Key': freshKey() };
    const [first, again] = [
      await made.clinic.live.post(PATH, { body, headers }),
      await made.clinic.live.post(PATH, { body, headers }),
    ];
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text]);
  });
});

async function inDatabase() {
  const { rows } = await made.db.owner.query(`
    select (select string_agg(o::text || encode(sealed, 'escape'), '') from customer_order o)
             as customer_order,
           (select string_agg(k::text, '') from idempotency_key k) as keys,
           (select string_agg(e::text, '') from event e) as event`);
  return rows[0] as Record<'customer_order' | 'keys' | 'event', string>;
}

describe('a test order', () => {
  const testOrder = () =>
    order(
      { patient_id: made.patients.sandbox, items: [made.item('pills', 1, 'sandbox')] },
      made.clinic.test,
    );

  it('is neither charged nor routed, and has a number of its own kind', async () => {
    const { id, order_number } = await testOrder();
    expect(order_number).toMatch(/^VT-[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(await rowsOf('account_charge', 'order_id', id)).toEqual([]);
    expect(await rowsOf('customer_order', 'id', id)).toMatchObject([
      { environment: 'test', fulfillment_organization_id: null },
    ]);
    const readers = await rowsOf('order_reader', 'order_id', id);
    expect(readers.map((reader) => reader.organization_id)).toEqual([made.clinic.id]);
    const events = await rowsOf('event', "data->>'order_id'", id);
    expect(events).toMatchObject([{ environment: 'test', organization_id: made.clinic.id }]);
  });

  it('is not there for live keys', async () => {
    const { id } = await testOrder();
    expect((await made.clinic.live.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await made.clinic.test.get(`${PATH}/${id}`)).status).toBe(200);
  });
});

describe('a refusal', () => {
  async function refusal(fields: Record<string, unknown>, as: Client = made.clinic.live) {
    const before = await made.stored();
    const headers = { 'Idempotency-Key': freshKey() };
    const { status, body, text } = await as.post(PATH, { body: made.body(fields), headers });
    expect(await made.stored()).toEqual(before);
    return { status, code: body.error.code, details: body.error.details, text, body };
  }

  it.each<[Record<string, unknown>, string[]]>([
    [{ patient_id: undefined }, ['patient_id']],
    [{ patient_id: 'x' }, ['patient_id']],
    [{ items: undefined }, ['items']],
    [{ items: [] }, ['items']],
    [{ items: Array.from({ length: 101 }, () => ({})) }, ['items']],
    [{ items: [{ product_id: UNKNOWN_ID }] }, ['items.0.quantity']],
    [{ items: [{ product_id: UNKNOWN_ID, quantity: 0 }] }, ['items.0.quantity']],
    [{ items: [{ product_id: UNKNOWN_ID, quantity: 1.5 }] }, ['items.0.quantity']],
    [{ items: [{ product_id: UNKNOWN_ID, quantity: 1e10 }] }, ['items.0.quantity']],
    [{ items: [{ product_id: 'x', quantity: 1 }] }, ['items.0.product_id']],
    [
      { items: [{ product_id: UNKNOWN_ID, quantity: 1, prescription_id: null }] },
      ['items.0.prescription_id'],
    ],
    [{ items: [{ product_id: UNKNOWN_ID, quantity: 1, price_cents: 1 }] }, ['items.0.price_cents']],
    [{ ship_to: undefined }, ['ship_to']],
    [{ ship_to: {} }, ['ship_to.name', 'ship_to.line1', 'ship_to.city']],
    [{ ship_to: { ...SHIP_TO, name: ' ' } }, ['ship_to.name']],
    [{ ship_to: { ...SHIP_TO, name: 'a\0b' } }, ['ship_to.name']],
    [{ ship_to: { ...SHIP_TO, name: '\u200b' } }, ['ship_to.name']],
    [{ ship_to: { ...SHIP_TO, name: 'Ada\u0007' } }, ['ship_to.name']],
    [{ ship_to: { ...SHIP_TO, line2: 'Flat 1\nLondon' } }, ['ship_to.line2']],
    [{ ship_to: { ...SHIP_TO, phone: '555' } }, ['ship_to.phone']],
    [{ ship_to: { ...SHIP_TO, phone: hiddenText('phone') } }, ['ship_to.phone']],
    [{ ship_to: { ...SHIP_TO, state: hiddenText('state') } }, ['ship_to.state']],
    [{ ship_to: { ...SHIP_TO, line1: '\ud800' } }, ['ship_to.line1']],
    [{ ship_to: { ...SHIP_TO, state: 'Texas' } }, ['ship_to.state']],
    [{ ship_to: { ...SHIP_TO, postal_code: '787' } }, ['ship_to.postal_code']],
    [{ ship_to: { ...SHIP_TO, country: 'XX' } }, ['ship_to.country']],
    [{ ship_to: { name: 'A', line1: 'B', city: 'C' } }, ['ship_to.state', 'ship_to.postal_code']],
    [{ ship_to: { ...SHIP_TO, email: 'a@b.example' } }, ['ship_to.email']],
    [{ external_order_id: '' }, ['external_order_id']],
    [{ external_order_id: 'x'.repeat(101) }, ['external_order_id']],
    [{ external_order_id: 7 }, ['external_order_id']],
    [{ external_order_id: ' ' }, ['external_order_id']],
    [{ external_order_id: 'a\nb' }, ['external_order_id']],
    [{ total_cents: 1 }, ['total_cents']],
    [{ status: 'paid' }, ['status']],
  ])('of %j names the field', async (fields, paths) => {
    const { status, code, details } = await refusal(fields);
    expect([status, code]).toEqual([400, 'validation_failed']);
    expect(details.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(paths),
    );
  });

  it.each(['short', 'has space', 'é'.repeat(8), 'x'.repeat(101)])(
    'of the key %j names it',
    async (key) => {
      const headers = { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
      const { status, body } = await made.clinic.live.post(PATH, { body: made.body(), headers });
      expect([status, body.error.details[0].path]).toEqual([400, 'Idempotency-Key']);
    },
  );

  it.each([
    ['priceless', 1, 'items.1.product_id'],
    ['foreign', 1, 'items.1.product_id'],
    ['spray', 4, 'items.1.quantity'],
    ['dear', 1, 'items'],
  ] as const)('of a product that is %s (%i of it) names it', async (name, quantity, path) => {
    const items = [made.item('pills', 1, 'signed'), made.item(name, quantity)];
    const { status, code, details } = await refusal({ items });
    expect([status, code, details[0].path]).toEqual([400, 'validation_failed', path]);
  });

  it.each(['draft', 'archived', 'delisted', 'unlisted'] as const)(
    'of a product that is %s is that of one that is not there',
    async (name) => {
      const answer = (id: string) => refusal({ items: [{ product_id: id, quantity: 1 }] });
      const [odd, missing] = [await answer(made.products[name]), await answer(UNKNOWN_ID)];
      expect([odd.status, odd.code]).toEqual([404, 'not_found']);
      const bare = ({ text, body }: typeof odd) => text.replace(body.error.request_id, '');
      expect(bare(odd)).toBe(bare(missing));
    },
  );

  it('of a patient of another, of the other environment, or of nobody, is the same', async () => {
    const texts = [];
    for (const id of [made.patients.stranger, made.patients.sandbox, UNKNOWN_ID]) {
      const { status, code, text, body } = await refusal({ patient_id: id });
      expect([status, code]).toEqual([404, 'not_found']);
      texts.push(text.replace(body.error.request_id, ''));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    'gone',
    'draft',
    'completed',
    'cancelled',
    'expired',
    'another',
    'sandbox',
    'stranger',
  ] as const)('of a prescription that is %s is prescription_invalid', async (name) => {
    for (const product of ['pills', 'free'] as const) {
      const { status, code, body } = await refusal({ items: [made.item(product, 1, name)] });
      expect([status, code]).toEqual([422, 'prescription_invalid']);
      expect(body.error.message).toContain('items.0.prescription_id must name a signed');
    }
  });

  it('of a prescription that is missing or unknown names the item', async () => {
    const unknown = { ...made.item('pills'), prescription_id: UNKNOWN_ID };
    for (const item of [made.item('pills'), unknown]) {
      const { code, body } = await refusal({ items: [made.item('spray', 5), item] });
      expect(code).toBe('prescription_invalid');
      expect(body.error.message).toContain('items.1.prescription_id');
    }
  });

  it.each([`{"patient_id": "${hiddenText('body')}`, '[]', `"${hiddenText('body')}"`, '7'])(
    'of %s is a 400 that quotes nothing',
    async (rawBody) => {
      const headers = { 'content-type': 'application/json' };
      const { status, text } = await made.clinic.live.post(PATH, { rawBody, headers });
      expect(status).toBe(400);
      expect(findHidden(text)).toEqual([]);
    },
  );
});
