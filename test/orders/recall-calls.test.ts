// Whom a pharmacist calls after a recall, and which orders it shortened.
import { beforeAll, describe, expect, it } from 'vitest';
import { importFile, issueKey } from '../support/as-operator.ts';
import { type SignedInPerson, signInAs } from '../support/people.ts';
import { client, day, freshKey } from '../support/pharmacy.ts';
import { placing } from '../support/place-orders.ts';
import { reserve } from '../support/reservations.ts';

const made = placing();
const LOT = { sku_code: 'SPRAY', lot_number: 'R-1' };
const ADDRESS = { line1: '18 Harbor Street', city: 'Boston', state: 'MA', postal_code: '02110' };
const SHIP_TO = {
  name: 'Maya Okafor',
  phone: '+12125550141',
  ...ADDRESS,
};
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let clerk: SignedInPerson;
let pharmacist: SignedInPerson;
let rival: SignedInPerson;
let lotId: string;
const orders = { shipped: '', moved: '', short: '', other: '' };

beforeAll(async () => {
  const { database, owner } = made.db;
  const { url } = made.service;
  const { rows } = await owner.query(`select id, slug from organization`);
  const idOf = (slug: string) => rows.find((row) => row.slug === slug).id as string;
  clerk = await signInAs({ database, url }, idOf('pharmacy'), ['clerk']);
  pharmacist = await signInAs({ database, url }, idOf('pharmacy'), ['pharmacist']);
  rival = await signInAs({ database, url }, idOf('rival'), ['pharmacist']);
  const organization = 'pharmacy';
  const lots = [
    { organization, ...LOT, qty: 15, expiry_date: day(100) },
    { organization, sku_code: 'SPRAY', lot_number: 'R-2', qty: 7, expiry_date: day(200) },
  ];
  const skus = [{ organization, sku_code: 'SPRAY', product_id: made.products.spray }];
  await importFile(database, JSON.stringify({ skus, lots }));
  const api = client({ url, key: made.pharmacy.liveKey });
  for (const name of ['shipped', 'moved', 'short', 'other'] as const) {
    const body = made.body({ items: [made.item('spray', 5)], ship_to: SHIP_TO });
    const { body: order } = await made.clinic.live.post('/v1/orders', { body });
    orders[name] = order.data.id;
    await made.operate('order', 'set-payment', '--id', orders[name], '--status', 'paid');
    if (name === 'other') continue;
    await reserve(api, {
      sku_code: 'SPRAY',
      qty: 5,
      reference: { type: 'order', id: orders[name] },
    });
  }
  const shipment = { tracking_number: '1Z999AA10123456784', tracking_carrier: 'UPS' };
  await clerk.api.post(`/packing/orders/${orders.shipped}/ship`, {
    body: { ...shipment, lots: [{ ...LOT, qty: 5 }] },
    headers: { 'Idempotency-Key': freshKey() },
  });
  const { body } = await clerk.api.get('/inventory/lots', { query: LOT });
  lotId = body.data[0].id;
  await pharmacist.api.post('/inventory/lots/status', {
    body: { ...LOT, everywhere: true, status: 'quarantine', comment: 'Letter 12' },
    headers: { 'Idempotency-Key': freshKey() },
  });
});

const calls = (person = pharmacist, id = lotId) => person.api.get(`/inventory/lots/${id}/calls`);
const note = (order_id: string, called: boolean, person = pharmacist, id = lotId) =>
  person.api.post(`/inventory/lots/${id}/calls`, { body: { order_id, called } });

describe('after a recall', () => {
  it('names each order that had the lot, whom it goes to, what moved and what is short', async () => {
    const { status, body, text } = await calls();
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ ...LOT, has_more: false, other_units: 0 });
    const named = Object.fromEntries(body.orders.map((one: { id: string }) => [one.id, one]));
    expect(Object.keys(named).sort()).toEqual([orders.shipped, orders.moved, orders.short].sort());
    const whom = { name: SHIP_TO.name, phone: SHIP_TO.phone, called_by: null };
    const none = { shipped: 0, held: 0, moved: 0, short: 0 };
    expect(named[orders.shipped]).toMatchObject({
      ...whom,
      ...none,
      status: 'shipped',
      shipped: 5,
    });
    const left = [named[orders.moved], named[orders.short]];
    expect(left.map(({ moved, short }) => moved + short)).toEqual([5, 5]);
    expect(left.reduce((units, { moved }) => units + moved, 0)).toBe(7);
  });

  it('enters the look in the access log of the patients', async () => {
    const { headers } = await calls();
    const { rows } = await made.db.owner.query(
      'select actor, operation, patient_ids from patient_access where request_id = $1',
      [headers.get('x-request-id')],
    );
    const actor = `person:${pharmacist.id}`;
    const patient_ids = [expect.any(String)];
    expect(rows).toEqual([{ actor, operation: 'getRecallCalls', patient_ids }]);
  });

  it('keeps who has called, and takes it back', async () => {
    const of = async (id: string) => {
      const { body } = await calls();
      return body.orders.find((one: { id: string }) => one.id === id);
    };
    const noted = await note(orders.shipped, true);
    expect(noted.body).toEqual({ order_id: orders.shipped, called: true });
    const called_by = pharmacist.id;
    expect(await of(orders.shipped)).toMatchObject({ called_by, called_at: expect.any(String) });
    expect((await calls()).body.orders.at(-1).id).toBe(orders.shipped);
    await note(orders.shipped, false);
    expect(await of(orders.shipped)).toMatchObject({ called_by: null, called_at: null });
  });

  it('marks the orders to pack that it shortened', async () => {
    const { body } = await clerk.api.get('/packing/orders');
    const marked = body.data.filter((one: { short_by_recall: boolean }) => one.short_by_recall);
    const short = (await calls()).body.orders.filter((one: { short: number }) => one.short > 0);
    expect(short.length).toBeGreaterThan(0);
    const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
    expect(ids(marked)).toEqual(ids(short));
  });

  it('is for those who may recall, and about their own lots and orders', async () => {
    expect((await calls(clerk)).status).toBe(403);
    expect((await note(orders.moved, true, clerk)).status).toBe(403);
    expect((await calls(rival)).body.error.code).toBe('lot_not_found');
    expect((await calls(pharmacist, 'x')).body.error.code).toBe('invalid_id');
    expect((await note(orders.moved, true, rival)).body.error.code).toBe('lot_not_found');
    for (const id of [UNKNOWN, orders.other])
      expect((await note(id, true)).body.error.code).toBe('not_found');
    expect((await note('x', true)).body.error.code).toBe('validation_error');
  });

  it('tells an affiliate of the order nothing, whatever it reserves', async () => {
    const { owner, database } = made.db;
    await owner.query(
      `update customer_order set affiliate_organization_id = (select id from organization where slug = 'rival')
        where id = $1`,
      [orders.shipped],
    );
    const own = { organization: 'rival', sku_code: 'RV', lot_number: 'RV-1' };
    const id = '019a1b2c-0000-7000-8000-00000000aa01';
    const product = {
      organization: 'rival',
      id,
      name: 'Rival',
      product_type: 'drug',
      price_cents: 1,
    };
    await importFile(
      database,
      JSON.stringify({
        products: [{ ...product, requires_prescription: false, ships_to_patient: true }],
        skus: [{ organization: 'rival', sku_code: 'RV', product_id: id }],
        lots: [{ ...own, qty: 5, expiry_date: day(100) }],
      }),
    );
    const reference = { type: 'order', id: orders.shipped };
    const named = {
      organization: 'rival',
      environment: 'live',
      scopes: 'all',
      plan: 'partner',
    } as const;
    const { key } = await issueKey(database, named);
    await reserve(client({ url: made.service.url, key }), {
      sku_code: 'RV',
      qty: 1,
      reference,
    });
    const { rows } = await owner.query("select id from lot where lot_number = 'RV-1'");
    await rival.api.post('/inventory/lots/status', {
      body: {
        sku_code: 'RV',
        lot_number: 'RV-1',
        everywhere: true,
        status: 'quarantine',
        comment: 'x',
      },
      headers: { 'Idempotency-Key': freshKey() },
    });
    const { status, body } = await calls(rival, rows[0].id);
    expect([status, body.orders]).toEqual([200, []]);
  });

  it('names no one once it is released, and begins with no call when it is recalled again', async () => {
    await note(orders.shipped, true);
    const set = (status: string) =>
      pharmacist.api.post('/inventory/lots/status', {
        body: { ...LOT, everywhere: true, status, comment: 'Letter 13' },
        headers: { 'Idempotency-Key': freshKey() },
      });
    await set('released');
    expect((await calls()).body.orders).toEqual([]);
    await set('quarantine');
    const { body } = await calls();
    const again = body.orders.find((one: { id: string }) => one.id === orders.shipped);
    expect(again).toMatchObject({ name: SHIP_TO.name, called_by: null, called_at: null });
  });
});
