import { expect, it } from 'vitest';
import { useOrders } from '../support/orders.ts';
import { post } from '../support/pharmacy.ts';
import { everythingWritten } from '../support/refusals.ts';
import { reserve } from '../support/reservations.ts';

const orders = useOrders();

const show = (id: string) => orders.operateJson('order', 'show', '--id', id);

it('shows status, payment, tracking, and what stock is held and was moved for it', async () => {
  const id = await orders.order({
    order_number: 'SHOWN',
    status: 'processing',
    payment_status: 'paid',
    total_cents: 12_900,
    wholesale_total_cents: 777_001,
    commission_cents: 777_002,
  });
  const reference = { type: 'order', id };
  for (const api of [orders.live.pharmacy, orders.live.stranger]) {
    await reserve(api, { reference, sku_code: 'SKU-1', qty: 5 });
    await post(api, { type: 'fulfill', sku_code: 'SKU-1', qty: 2, reference });
    await post(api, { type: 'fulfill', sku_code: 'SKU-2', qty: 1, reference });
  }
  const before = await everythingWritten(orders.db);
  const shown = await show(id);
  const times = { created_at: expect.stringMatching(/^\d{4}-.*Z$/) };
  const lot = { organization: 'pharmacy', sku_code: 'SKU-1', location: 'Main', lot_number: 'L1' };
  const moved = { ...lot, type: 'fulfill', movement_id: expect.any(String), ...times };
  expect(shown).toEqual({
    id,
    order_number: 'SHOWN',
    environment: 'live',
    organization: 'clinic',
    affiliate_organization: 'affiliate',
    fulfillment_organization: 'pharmacy',
    status: 'processing',
    payment_status: 'paid',
    charge: null,
    total_cents: 12_900,
    currency: 'USD',
    tracking_number: null,
    tracking_carrier: null,
    shipped_at: null,
    ...times,
    items: [],
    ship_to: null,
    reservations: [{ ...lot, expiry_date: expect.any(String), qty: 3, ...times }],
    movements: [
      { ...moved, sku_code: 'SKU-2', qty: -1 },
      { ...moved, qty: -2 },
    ],
  });
  const { printed } = await orders.operate('order', 'show', '--id', id);
  expect(printed.split('\n')).toEqual([
    'order SHOWN of clinic, live: processing',
    'payment paid, 12900 cents (USD)',
    'brought by affiliate',
    'routed to pharmacy',
    'reserved: 3 of lot L1 of SKU-1 at Main (pharmacy)',
    expect.stringMatching(/^\S+Z fulfill: -1 of lot L1 of SKU-2 at Main \(pharmacy\)$/),
    expect.stringMatching(/^\S+Z fulfill: -2 of lot L1 of SKU-1 at Main \(pharmacy\)$/),
  ]);
  expect(printed + JSON.stringify(shown)).not.toMatch(/77700[12]/);
  expect(await everythingWritten(orders.db)).toEqual(before);
});

it('shows the shipment of one that is shipped, and the charge of one that is charged', async () => {
  const id = await orders.order({
    status: 'shipped',
    shipped_at: '2026-11-21T16:02:11Z',
    affiliate_organization: null,
    tracking_number: '1Z',
    tracking_carrier: 'UPS',
    fulfillment_organization: null,
  });
  await orders.db.owner.query(
    `insert into account_charge (id, organization_id, order_id, amount_cents, currency)
     select gen_random_uuid(), organization_id, id, 1, 'USD' from customer_order where id = $1`,
    [id],
  );
  const { printed } = await orders.operate('order', 'show', '--id', id);
  expect(printed.split('\n').slice(1)).toEqual([
    'payment pending, 0 cents (USD)',
    'charged to the account: pending',
    'not routed to a pharmacy',
    'tracking UPS 1Z',
    'shipped at 2026-11-21T16:02:11.000000Z',
  ]);
});

it('names no order, or a mistyped one', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expect(show(unknown)).rejects.toThrow(`There is no order ${unknown}.`);
  await expect(show('VO-1')).rejects.toThrow(/--id.*It must be a UUID/);
});
