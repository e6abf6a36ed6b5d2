import { describe, expect, it } from 'vitest';
import { hold } from '../support/concurrency.ts';
import { type Fields, useOrders } from '../support/orders.ts';
import { reserve } from '../support/reservations.ts';

const orders = useOrders();

const load = async (fields: Fields) =>
  (
    await orders.import({
      orders: [{ organization: 'clinic', order_number: 'VO-X', ...fields }],
    })
  ).orders;

const created = { created: 1, updated: 0, unchanged: 0 };
const updated = { created: 0, updated: 1, unchanged: 0 };
const unchanged = { created: 0, updated: 0, unchanged: 1 };

let numbers = 0;
const fresh = () => {
  numbers += 1;
  return { id: crypto.randomUUID(), order_number: `FRESH-${numbers}` };
};

async function stored(id: string) {
  const { rows } = await orders.db.owner.query('select * from customer_order where id = $1', [id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('an order', () => {
  it('may come in any state, and a second time changes nothing and says nothing', async () => {
    const order = { ...fresh(), status: 'delivered', payment_status: 'refunded' } as const;
    const whole = {
      ...order,
      affiliate_organization: 'affiliate',
      fulfillment_organization: 'pharmacy',
      total_cents: 12_900,
      shipped_at: '2026-11-21T16:02:11+01:00',
      created_at: '2026-11-20T10:15:30Z',
      patient_id: (await orders.patient()).toUpperCase(),
      wholesale_total_cents: 9_000,
      commission_cents: 100,
    };
    expect(await load(whole)).toEqual(created);
    expect(await orders.announced(order.id)).toEqual({
      clinic: ['delivered refunded'],
      affiliate: ['delivered refunded'],
      pharmacy: ['delivered refunded'],
    });
    const before = await stored(order.id);
    expect(await load(whole)).toEqual(unchanged);
    expect(await load({ ...order, id: order.id.toUpperCase() })).toEqual(unchanged);
    expect(await stored(order.id)).toEqual(before);
    expect((await orders.announced(order.id)).clinic).toHaveLength(1);
  });

  it('keeps what a later record leaves out, and loses what it says is null', async () => {
    const order = fresh();
    const shipment = {
      tracking_number: '1Z',
      tracking_carrier: 'UPS',
      shipped_at: '2026-01-02T03:04:05Z',
    };
    await load({ ...order, ...shipment, commission_cents: 5, total_cents: 7, status: 'shipped' });
    expect(await load({ order_number: order.order_number, tracking_carrier: null })).toEqual(
      updated,
    );
    expect(await orders.read(order.id)).toMatchObject({
      tracking_number: '1Z',
      tracking_carrier: null,
      total_cents: 7,
      status: 'shipped',
      shipped_at: '2026-01-02T03:04:05.000000Z',
    });
    expect(await stored(order.id)).toMatchObject({ commission_cents: '5' });
  });

  it('is named by its number within its organization and environment', async () => {
    const { order_number } = fresh();
    expect(await load({ order_number })).toEqual(created);
    expect(await load({ order_number, environment: 'test' })).toEqual(created);
    expect(await load({ order_number, organization: 'stranger' })).toEqual(created);
    expect(await load({ order_number, status: 'paid' })).toEqual(updated);
    const { rows } = await orders.db.owner.query(
      'select status from customer_order where order_number = $1 order by status',
      [order_number],
    );
    expect(rows.map(({ status }) => status)).toEqual(['paid', 'pending', 'pending']);
  });

  it('is announced for what its readers see, and not for amounts that no one reads', async () => {
    const order = fresh();
    await load(order);
    const say = async (fields: Fields) => {
      await load({ ...order, ...fields });
      return (await orders.announced(order.id)).clinic?.length;
    };
    expect(await say({ commission_cents: 1, wholesale_total_cents: 2 })).toBe(1);
    expect(await say({ tracking_number: '1Z' })).toBe(2);
    expect(await say({ total_cents: 5 })).toBe(3);
    expect(await say({ status: 'paid', payment_status: 'paid' })).toBe(4);
    expect(await say({ fulfillment_organization: 'pharmacy' })).toBe(5);
    expect((await orders.announced(order.id)).pharmacy).toEqual(['paid paid']);
  });

  it('of one organization in three roles is in its feed once', async () => {
    const order = fresh();
    await load({ ...order, affiliate_organization: 'clinic', fulfillment_organization: 'clinic' });
    expect(await orders.announced(order.id)).toEqual({ clinic: ['pending pending'] });
  });

  it('takes its account charge along when its payment changes', async () => {
    const [order, other] = [fresh(), fresh()];
    for (const one of [order, other]) await load(one);
    await orders.db.owner.query(
      `insert into account_charge (id, organization_id, order_id, amount_cents, currency)
       select gen_random_uuid(), organization_id, id, 5, 'USD' from customer_order where id = any($1)`,
      [[order.id, other.id]],
    );
    await load({ ...order, payment_status: 'paid' });
    const { rows } = await orders.db.owner.query(
      'select order_id, status from account_charge where order_id = any($1) order by status',
      [[order.id, other.id]],
    );
    expect(rows).toEqual([
      { order_id: order.id, status: 'paid' },
      { order_id: other.id, status: 'pending' },
    ]);
  });

  it('that a command is changing is read after it, and keeps what the command wrote', async () => {
    const order = { ...fresh(), status: 'paid' } as const;
    await load(order);
    const ship = `update customer_order set status = 'shipped' where id = $1`;
    const held = await hold(orders.db.owner, ship, [order.id]);
    const loading = load({ order_number: order.order_number, total_cents: 99 });
    await held.blocks(1);
    await held.commit();
    expect(await loading).toEqual(updated);
    expect(await orders.read(order.id)).toMatchObject({ status: 'shipped', total_cents: 99 });
  });
});

describe('a file is refused whole, by the name of the field,', () => {
  const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

  it.each<[string, Fields, string]>([
    [
      'of an unknown organization',
      { organization: 'nobody' },
      'organization: is not a known organization',
    ],
    [
      'of an unknown affiliate',
      { affiliate_organization: 'nobody' },
      'affiliate_organization: is not a known organization',
    ],
    [
      'of an unknown pharmacy',
      { fulfillment_organization: 'nobody' },
      'fulfillment_organization: is not a known organization',
    ],
    [
      'of a test order that is routed',
      { environment: 'test', fulfillment_organization: 'pharmacy' },
      'fulfillment_organization: must be left out: a test order is not routed to a pharmacy',
    ],
    [
      'of an unknown patient',
      { patient_id: UNKNOWN_ID },
      'patient_id: is not a known patient of this organization and environment',
    ],
    ['of an unknown status', { status: 'lost' as never }, 'status: must be one of pending, paid'],
    [
      'of an unknown payment status',
      { payment_status: 'processing' as never },
      'payment_status: must be one of pending, paid',
    ],
    ['of a negative amount', { total_cents: -1 }, 'total_cents: must be at least 0'],
    ['of a huge amount', { commission_cents: 2 ** 53 }, 'commission_cents: must be at most'],
    ['of half a cent', { total_cents: 0.5 }, 'total_cents: must be an integer'],
    [
      'of a currency in words',
      { currency: 'dollar' },
      'currency: must be a currency code of three capital letters (ISO 4217).',
    ],
    ['of a date for a time', { shipped_at: '2026-11-21' }, 'shipped_at: must be an ISO 8601'],
    ['of NUL', { tracking_number: 'a\0b' }, 'tracking_number: must be a text without NUL'],
    [
      'of half a surrogate pair',
      { order_number: 'a\ud800' },
      'order_number: must be a text without NUL',
    ],
    ['without a number', { order_number: undefined as never }, 'order_number: is missing'],
    ['of null for an amount', { total_cents: null as never }, 'total_cents: must be an integer'],
    ['of a field of the API', { ship_to: {} } as Fields, 'ship_to: is not a known field'],
  ])('%s', async (_, fields, message) => {
    const before = await orders.db.owner.query('select count(*) from customer_order');
    const good = { organization: 'clinic', order_number: 'GOOD' };
    const bad = { organization: 'clinic', order_number: 'BAD', ...fields };
    await expect(orders.import({ orders: [good, bad] })).rejects.toThrow(`orders[1].${message}`);
    const after = await orders.db.owner.query('select count(*) from customer_order');
    expect(after.rows).toEqual(before.rows);
  });

  it('of a patient of another organization or environment', async () => {
    const message =
      'orders[0].patient_id: is not a known patient of this organization and environment.';
    const test = await orders.patient({ environment: 'test' });
    for (const [patient_id, environment] of [
      [await orders.patient({ organization: 'stranger' }), 'live'],
      [test, 'live'],
      [await orders.patient(), 'test'],
    ] as const) {
      await expect(load({ patient_id, environment })).rejects.toThrow(message);
    }
    expect(await load({ ...fresh(), patient_id: test, environment: 'test' })).toEqual(created);
  });

  it('that would lead away from a pharmacy, or another reader, that still holds stock for it', async () => {
    for (const [party, field] of [
      ['pharmacy', 'fulfillment_organization'],
      ['stranger', 'affiliate_organization'],
    ] as const) {
      const order = { ...fresh(), [field]: party };
      await load(order);
      const reference = { type: 'order', id: order.id };
      const held = { reference, sku_code: 'SKU-3', qty: 2 };
      expect((await reserve(orders.live[party], held)).status).toBe(201);
      await expect(load({ ...order, [field]: null })).rejects.toThrow(
        `orders[0].${field}: cannot change while stock of the one before is reserved`,
      );
      const { body } = await orders.live[party].delete('/v1/inventory/allocations', {
        query: { reference_type: 'order', reference_id: order.id },
      });
      expect(body).toEqual({ released: 2 });
      expect(await load({ ...order, [field]: null })).toEqual(updated);
    }
  });

  it('of another amount than was charged', async () => {
    const order = { ...fresh(), total_cents: 200 };
    await load(order);
    await orders.db.owner.query(
      `insert into account_charge (id, organization_id, order_id, amount_cents, currency)
       select gen_random_uuid(), organization_id, id, 200, 'USD' from customer_order where id = $1`,
      [order.id],
    );
    for (const change of [{ total_cents: 5 }, { currency: 'EUR' }]) {
      await expect(load({ ...order, ...change })).rejects.toThrow(
        'orders[0].total_cents and currency: cannot change',
      );
    }
    expect(await load({ ...order, status: 'paid' })).toEqual(updated);
  });

  it('of an id that is another order’s, or of a number that is there twice', async () => {
    const [one, other] = [fresh(), fresh()];
    for (const order of [one, other]) await load(order);
    await expect(load({ ...fresh(), id: one.id })).rejects.toThrow(
      'orders[0].id: already belongs to',
    );
    await expect(load({ ...one, id: other.id })).rejects.toThrow('orders[0].id: is not the id of');
    const twice = { organization: 'clinic', order_number: 'TWICE' };
    await expect(orders.import({ orders: [twice, twice] })).rejects.toThrow(
      'orders[1]: repeats orders[0].',
    );
  });
});
