// The trace of a lot says which orders its references are.
import { beforeAll, expect, it } from 'vitest';
import { useOrders } from '../support/orders.ts';
import { type Client, post } from '../support/pharmacy.ts';
import { readLot, reserve } from '../support/reservations.ts';

const orders = useOrders();

let lotId: string;
let mine: string[];
let others: string[];

const draw = (id: string, type = 'order', api: Client = orders.live.pharmacy) =>
  post(api, {
    type: 'fulfill',
    sku_code: 'SKU-1',
    lot_number: 'L1',
    qty: 1,
    reference: { type, id },
  });

async function trace(api: Client, query: Record<string, string | number> = {}) {
  const answer = await api.get(`/v1/inventory/lots/${lotId}/trace`, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

beforeAll(async () => {
  lotId = (await readLot(orders.live.pharmacy, 'SKU-1', 'L1')).id;
  mine = await orders.orders([{ status: 'shipped' }, { status: 'paid' }, { status: 'paid' }]);
  // Not routed to this pharmacy, or not in this environment.
  others = await orders.orders([
    { fulfillment_organization: 'stranger' },
    { fulfillment_organization: null },
    { environment: 'test', affiliate_organization: 'pharmacy' },
  ]);
  const [drawn, reserved] = mine as [string, string];
  for (const id of [drawn, drawn, drawn.toUpperCase(), 'ORD-1', ...others]) {
    expect((await draw(id)).status).toBe(201);
  }
  expect((await draw(mine[2] as string, 'quote')).status).toBe(201);
  const reference = { type: 'order', id: reserved };
  const held = await reserve(orders.live.pharmacy, {
    reference,
    sku_code: 'SKU-1',
    lot_id: lotId,
    qty: 1,
  });
  expect(held.status).toBe(201);
});

it('names each order once that its pharmacy may read, by movement or by reservation', async () => {
  const { orders: named } = await trace(orders.live.pharmacy);
  expect(named).toEqual([
    { id: mine[0], order_number: expect.stringMatching(/^VO-/), status: 'shipped' },
    { id: mine[1], order_number: expect.stringMatching(/^VO-/), status: 'paid' },
  ]);
});

it('names those of the page alone', async () => {
  // The newest two movements are for a quote and for an order of nobody here.
  const { orders: named, next_cursor: cursor } = await trace(orders.live.pharmacy, { limit: 2 });
  expect(named.map(({ id }: { id: string }) => id)).toEqual([mine[1]]);
  const rest = await trace(orders.live.pharmacy, { cursor });
  expect(rest.orders.map(({ id }: { id: string }) => id)).toEqual([mine[0], mine[1]]);
});

it('names to a test key what it may read with it', async () => {
  const { orders: named } = await trace(orders.test.pharmacy);
  expect(named).toEqual([{ id: others[2], order_number: expect.any(String), status: 'pending' }]);
});

it('follows the order: one that is routed elsewhere is named no longer', async () => {
  const { rows } = await orders.db.owner.query(
    'select order_number from customer_order where id = $1',
    [mine[0]],
  );
  const route = (fulfillment_organization: string) => {
    const order = { organization: 'clinic', order_number: rows[0].order_number };
    return orders.import({ orders: [{ ...order, fulfillment_organization }] });
  };
  await route('stranger');
  const { orders: named } = await trace(orders.live.pharmacy);
  expect(named.map(({ id }: { id: string }) => id)).toEqual([mine[1]]);
  await route('pharmacy');
});
