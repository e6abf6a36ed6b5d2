// The orders that a pharmacy packs, as its people see and ship them.
import { beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { type SignedInPerson, signInAs } from '../support/people.ts';
import { client, day, freshKey } from '../support/pharmacy.ts';
import { placing } from '../support/place-orders.ts';
import { reserve } from '../support/reservations.ts';

const made = placing();
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const ADDRESS = {
  name: 'Maya Okafor',
  phone: '+12125550141',
  line1: '18 Harbor Street',
  city: 'Boston',
  state: 'MA',
  postal_code: '02110',
  country: 'US',
};

let clerk: SignedInPerson;
let boss: SignedInPerson;
let rival: SignedInPerson;
let buyer: SignedInPerson;
let pharmacyId: string;

beforeAll(async () => {
  const { database, owner } = made.db;
  const { url } = made.service;
  const { rows } = await owner.query(`select id, slug from organization`);
  const idOf = (slug: string) => rows.find((row) => row.slug === slug).id as string;
  pharmacyId = idOf('pharmacy');
  clerk = await signInAs({ database, url }, pharmacyId, ['clerk']);
  boss = await signInAs({ database, url }, pharmacyId, ['manager']);
  rival = await signInAs({ database, url }, idOf('rival'), ['pharmacist']);
  buyer = await signInAs({ database, url }, made.clinic.id, ['pharmacist']);
  const organization = 'pharmacy';
  const lot = (sku_code: string, lot_number: string, qty: number, more: object = {}) => {
    return { organization, sku_code, lot_number, qty, expiry_date: day(100), ...more };
  };
  await importFile(
    database,
    JSON.stringify({
      skus: [
        {
          organization,
          sku_code: 'PILLS-30',
          product_id: made.products.pills,
          gtin: '00300169413014',
        },
        { organization, sku_code: 'SPRAY', product_id: made.products.spray },
      ],
      lots: [
        lot('PILLS-30', 'LATE', 20, { expiry_date: day(200) }),
        lot('PILLS-30', 'SOON', 30, { expiry_date: day(50) }),
        lot('PILLS-30', 'HELD', 7, { status: 'quarantine' }),
        lot('PILLS-30', 'AWAY', 3, { location: 'Annex' }),
        lot('SPRAY', 'S1', 40),
      ],
    }),
  );
});

async function place({ paid = true, fields = {} } = {}): Promise<string> {
  const answer = await made.clinic.live.post('/v1/orders', {
    body: made.body({ ship_to: ADDRESS, ...fields }),
  });
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.body.data;
  if (paid) await made.operate('order', 'set-payment', '--id', id, '--status', 'paid');
  return id;
}

const pack = (id: string, query = {}, person = clerk) =>
  person.api.get(`/packing/orders/${id}`, { query });

const SHIPMENT = { tracking_number: '1Z999AA10123456784', tracking_carrier: 'UPS' };
const LOTS = [
  { sku_code: 'PILLS-30', lot_number: 'SOON', qty: 2 },
  { sku_code: 'SPRAY', lot_number: 'S1', location: 'Main', qty: 5 },
];

const ship = (id: string, body: object = {}, { person = clerk, key = freshKey() } = {}) =>
  person.api.post(`/packing/orders/${id}/ship`, {
    body: { ...SHIPMENT, lots: LOTS, ...body },
    headers: { 'Idempotency-Key': key },
  });

const cancel = (id: string, { person = clerk, key = freshKey(), reason = 'Out of stock.' } = {}) =>
  person.api.post(`/packing/orders/${id}/cancel`, {
    body: { reason },
    headers: { 'Idempotency-Key': key },
  });

async function onHand(lotNumber: string): Promise<number> {
  const { rows } = await made.db.owner.query(
    'select on_hand from lot where lot_number = $1 and organization_id = $2',
    [lotNumber, pharmacyId],
  );
  return Number(rows[0].on_hand);
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await made.db.owner.query('select status from customer_order where id = $1', [
    id,
  ]);
  return rows[0].status;
}

describe('the list', () => {
  it('names paid orders of this pharmacy, oldest first, page by page', async () => {
    await place({ paid: false });
    const ids = [await place(), await place(), await place()];
    const seen: string[] = [];
    let cursor: string | null = '2020-01-01T00:00:00Z';
    while (cursor !== null) {
      const { body } = await clerk.api.get('/packing/orders', { query: { limit: 2, cursor } });
      seen.push(...body.data.map((order: { id: string }) => order.id));
      cursor = body.next_cursor;
    }
    expect(seen.slice(-3)).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
    const { body } = await clerk.api.get('/packing/orders');
    expect(body.data[0]).toMatchObject({ status: 'paid', items: 2, units: 7 });
    expect((await rival.api.get('/packing/orders')).body.data).toEqual([]);
  });

  it('finds an order by its number', async () => {
    const { body } = await pack(await place());
    const query = { order_number: body.order_number };
    const found = await clerk.api.get('/packing/orders', { query });
    expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([body.id]);
  });

  it('is for those who pack', async () => {
    const { database } = made.db;
    const { url } = made.service;
    const developer = await signInAs({ database, url }, pharmacyId, ['developer']);
    expect((await developer.api.get('/packing/orders')).status).toBe(403);
  });
});

describe('an order', () => {
  it('shows what to take in the order of the draw, what is short, and the address', async () => {
    const id = await place({ fields: { items: [made.item('pills', 60, 'signed')] } });
    const { body } = await pack(id);
    expect(body).toMatchObject({ id, status: 'paid', location: 'Main' });
    expect(body.ship_to).toEqual({ line2: null, ...ADDRESS });
    const [pills] = body.items;
    expect(pills).toMatchObject({ name: 'pills', quantity: 60, short: 60 - (await free()) });
    expect(pills.skus).toEqual([
      expect.objectContaining({ sku_code: 'PILLS-30', gtin: '00300169413014', reserved: 0 }),
    ]);
    expect(pills.skus[0].lots.map((lot: { lot_number: string }) => lot.lot_number)).toEqual([
      'SOON',
      'LATE',
    ]);
  });

  const free = async () => (await onHand('SOON')) + (await onHand('LATE'));

  it('names first what the order holds', async () => {
    const id = await place();
    const key = client({ url: made.service.url, key: made.pharmacy.liveKey });
    const reference = { type: 'order', id };
    const lots = await key.get('/v1/inventory/lots', { query: { lot_number: 'LATE' } });
    const lot_id = lots.body.data[0].id;
    await reserve(key, { reference, sku_code: 'PILLS-30', qty: 2, lot_id });
    const [pills] = (await pack(id)).body.items;
    expect(pills.skus[0]).toMatchObject({ reserved: 2, lots: [{ lot_number: 'LATE', qty: 2 }] });
  });

  it('shows the lots of another location, where it is asked for that', async () => {
    const [pills] = (await pack(await place(), { location: 'Annex' })).body.items;
    expect(pills.skus[0].lots).toMatchObject([{ lot_number: 'AWAY', qty: 2 }]);
    const unknown = await pack(await place(), { location: 'Nowhere' });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'location_not_found']);
  });

  it('is entered in the patient’s access log under the person, before it is shown', async () => {
    const id = await place();
    const { headers } = await pack(id);
    const { rows } = await made.db.owner.query(
      'select actor, operation, patient_ids from patient_access where request_id = $1',
      [headers.get('x-request-id')],
    );
    expect(rows).toEqual([
      {
        actor: `person:${clerk.id}`,
        operation: 'getPackingOrder',
        patient_ids: [made.patients.first],
      },
    ]);
  });

  it.each([
    ['of another pharmacy', () => rival, 404, 'not_found'],
    ['that one’s organization reads and does not fulfil', () => buyer, 404, 'not_found'],
    ['that nobody has', () => clerk, 404, 'not_found'],
  ])('%s is not found, shipped or cancelled', async (what, person, status, code) => {
    const id = what === 'that nobody has' ? UNKNOWN_ID : await place();
    const before = await made.stored();
    for (const answer of [
      await pack(id, {}, person()),
      await ship(id, {}, { person: person() }),
      await cancel(id, { person: person() }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    }
    expect(await made.stored()).toEqual(before);
  });

  it('is named by a UUID', async () => {
    expect((await pack('x')).body.error.code).toBe('invalid_id');
  });
});

describe('shipping', () => {
  it('draws the lots, ships the order and tells both, under the person’s id', async () => {
    const id = await place();
    const before = await onHand('SOON');
    const answer = await ship(id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      status: 'shipped',
      idempotent: false,
      lots: [
        {
          sku_code: 'PILLS-30',
          lot_number: 'SOON',
          location: 'Main',
          qty: 2,
          balance_after: before - 2,
        },
        { sku_code: 'SPRAY', lot_number: 'S1', location: 'Main', qty: 5 },
      ],
    });
    const { rows } = await made.db.owner.query(
      'select distinct actor from movement where reference_id = $1',
      [id],
    );
    expect(rows).toEqual([{ actor: `person:${clerk.id}` }]);
    const actions = await made.db.owner.query(
      'select actor, command from operator_action where target = $1',
      [`order ${id}`],
    );
    expect(actions.rows).toContainEqual({
      actor: `person:${clerk.id}`,
      command: 'shipPackingOrder',
    });
    const { body: lots } = await clerk.api.get('/inventory/lots', { query: { lot_number: 'S1' } });
    const { body: done } = await boss.api.get('/activity', {
      query: { operation: 'shipPackingOrder' },
    });
    const [shipment] = done.data;
    const order = {
      order_number: answer.body.order_number,
      from_location: 'Main',
      to_location: null,
    };
    expect(shipment).toMatchObject({ ...order, operation: 'shipPackingOrder', units: 7 });
    const history = await clerk.api.get(`/inventory/lots/${lots.data[0].id}/history`);
    expect(history.body.data[0]).toMatchObject({ ...order, type: 'fulfill', units: -5 });
  });

  it('answers a repeat with the first result, and draws nothing twice', async () => {
    const id = await place();
    const key = freshKey();
    const [first, second] = await Promise.all([ship(id, {}, { key }), ship(id, {}, { key })]);
    const before = await onHand('SOON');
    const third = await ship(id, {}, { key });
    const answers = [first, second, third].map(({ status, body }) => [status, body.lots]);
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect([first, second].filter(({ body }) => body.idempotent)).toHaveLength(1);
    expect(third.body.idempotent).toBe(true);
    expect(await onHand('SOON')).toBe(before);
    const other = await ship(id, { tracking_number: 'ANOTHER' }, { key });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('of two who ship at once without a common key, one ships', async () => {
    const id = await place();
    const before = await onHand('SOON');
    const answers = await Promise.all([ship(id), ship(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await onHand('SOON')).toBe(before - 2);
  });

  const withFirst = (first: object) => ({ lots: [{ ...LOTS[0], ...first }, LOTS[1]] });
  const refusals: [string, object, number, string][] = [
    ['too little of a product', { lots: [LOTS[0]] }, 400, 'validation_failed'],
    ['too much of a product', withFirst({ qty: 3 }), 400, 'validation_failed'],
    ['a lot that is not there', withFirst({ lot_number: 'NONE' }), 404, 'lot_not_found'],
    ['an unknown location', withFirst({ location: 'Nowhere' }), 404, 'location_not_found'],
    ['a quarantined lot', withFirst({ lot_number: 'HELD' }), 422, 'lot_not_released'],
    ['an unknown field', { lot: [] }, 400, 'validation_failed'],
    ['no tracking number', { tracking_number: ' ' }, 400, 'validation_failed'],
  ];

  it.each(refusals)('refuses %s, and changes nothing', async (_what, body, status, code) => {
    const id = await place();
    const before = await onHand('SOON');
    const answer = await ship(id, body);
    expect([answer.status, answer.body.error.code], answer.text).toEqual([status, code]);
    expect([await statusOf(id), await onHand('SOON')]).toEqual(['paid', before]);
  });

  it('never takes what another order holds', async () => {
    const [id, other] = [await place(), await place()];
    const key = client({ url: made.service.url, key: made.pharmacy.liveKey });
    const [lot] = (await key.get('/v1/inventory/lots', { query: { lot_number: 'AWAY' } })).body
      .data;
    const reference = { type: 'order', id: other };
    const held = { sku_code: 'PILLS-30', qty: 2, lot_id: lot.id, location: 'Annex' };
    await reserve(key, { reference, ...held });
    const lots = [{ ...LOTS[0], lot_number: 'AWAY', location: 'Annex' }, LOTS[1]];
    const answer = await ship(id, { lots });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(await statusOf(id)).toBe('paid');
  });

  it('needs an order whose payment was not given back; such a one is cancelled', async () => {
    const id = await place();
    const refund = ['order', 'set-payment', '--id', id, '--status', 'refunded'];
    await made.operate(...refund);
    const answer = await ship(id);
    expect([answer.status, answer.body.error.details[0].path], answer.text).toEqual([400, 'id']);
    expect((await cancel(id)).status).toBe(200);
  });

  it('ends the showing of the address', async () => {
    const id = await place();
    await ship(id);
    const { body, headers } = await pack(id);
    expect([body.status, body.ship_to]).toEqual(['shipped', null]);
    const { rows } = await made.db.owner.query('select from patient_access where request_id = $1', [
      headers.get('x-request-id'),
    ]);
    expect(rows).toEqual([]);
  });

  it('needs a paid order', async () => {
    const answer = await ship(await place({ paid: false }));
    expect(answer.status, answer.text).toBe(400);
  });
});

describe('what was done to an order', () => {
  it('is in the activity of the pharmacy whose people did it, and in no other', async () => {
    const [shipped, cancelled] = [await place(), await place()];
    await ship(shipped);
    await cancel(cancelled);
    const { rows } = await made.db.owner.query(
      `select distinct organization_id from operator_action where person_id = $1 and target = any($2)`,
      [clerk.id, [`order ${shipped}`, `order ${cancelled}`]],
    );
    expect(rows).toEqual([{ organization_id: pharmacyId }]);
  });
});

describe('cancelling', () => {
  it('releases what the order holds, and keeps the reason with the action', async () => {
    const id = await place();
    const key = client({ url: made.service.url, key: made.pharmacy.liveKey });
    await reserve(key, { reference: { type: 'order', id }, sku_code: 'SPRAY', qty: 5 });
    const idempotency = freshKey();
    const answer = await cancel(id, { key: idempotency });
    expect(answer.body).toMatchObject({ id, status: 'cancelled', released: 5, idempotent: false });
    expect((await cancel(id, { key: idempotency })).body.idempotent).toBe(true);
    const { rows } = await made.db.owner.query(
      `select reason from operator_action where target = $1 and command = 'cancelPackingOrder'`,
      [`order ${id}`],
    );
    expect(rows).toEqual([{ reason: 'Out of stock.' }]);
  });

  it('is refused once it is shipped', async () => {
    const id = await place();
    await ship(id);
    const answer = await cancel(id);
    expect([answer.status, await statusOf(id)], answer.text).toEqual([400, 'shipped']);
  });

  it('takes no blank reason, and keeps no key of what was refused', async () => {
    const id = await place();
    const key = freshKey();
    expect((await cancel(id, { key, reason: ' ' })).status).toBe(400);
    expect((await cancel(id, { key })).status).toBe(200);
  });
});

describe('what cannot be packed', () => {
  it('is named: an unknown SKU, an expired lot, and a key that was used before', async () => {
    await importFile(
      made.db.database,
      JSON.stringify({
        lots: [
          {
            organization: 'pharmacy',
            sku_code: 'SPRAY',
            lot_number: 'OLD',
            qty: 9,
            expiry_date: day(-1),
          },
        ],
      }),
    );
    const id = await place();
    const refusedAs = async (sku_code: string, lot_number: string) => {
      const lots = [LOTS[0], { sku_code, lot_number, location: 'Main', qty: 5 }];
      const { status, body } = await ship(id, { lots });
      return [status, body.error.code];
    };
    expect(await refusedAs('NOPE', 'S1')).toEqual([404, 'lot_not_found']);
    expect(await refusedAs('SPRAY', 'OLD')).toEqual([422, 'lot_expired']);
    const key = freshKey();
    expect((await cancel(id, { key })).status).toBe(200);
    const { status, body } = await cancel(await place(), { key });
    expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });
});
