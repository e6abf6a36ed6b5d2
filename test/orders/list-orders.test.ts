import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Orders, useOrders } from '../support/orders.ts';
import type { Client } from '../support/pharmacy.ts';

const PATH = '/v1/orders';
const OWN = { organization: 'stranger', affiliate_organization: null };

const orders = useOrders();

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);
const list = async (api: Client, query: Record<string, string | number> = {}) => {
  const answer = await api.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Record<string, unknown>[];
};

describe('an organization', () => {
  // Its tests read whole lists.
  const orders = new Orders();
  beforeEach(() => orders.start());
  afterEach(() => orders.close());

  it('lists what it placed, brought and ships, and nothing else, each order once', async () => {
    const mine = await orders.order();
    const both = await orders.order({ affiliate_organization: 'clinic' });
    const own = await orders.order({
      affiliate_organization: null,
      fulfillment_organization: null,
    });
    const brought = await orders.order({
      organization: 'stranger',
      affiliate_organization: 'clinic',
      fulfillment_organization: 'clinic',
    });
    const { clinic, affiliate, pharmacy, stranger } = orders.live;
    expect(idsOf(await list(clinic))).toEqual([brought, own, both, mine]);
    expect(idsOf(await list(affiliate))).toEqual([mine]);
    expect(idsOf(await list(pharmacy))).toEqual([both, mine]);
    expect(idsOf(await list(stranger))).toEqual([brought]);
    for (const api of Object.values(orders.test)) expect(await list(api)).toEqual([]);
  });

  it('lists with a test key what is of test alone', async () => {
    const id = await orders.order({ environment: 'test' });
    expect(idsOf(await list(orders.test.clinic))).toEqual([id]);
    expect(idsOf(await list(orders.test.affiliate))).toEqual([id]);
    expect(idsOf(await list(orders.live.clinic))).not.toContain(id);
  });

  it('sees in the list what it sees of one order', async () => {
    const id = await orders.order();
    const [first] = await list(orders.live.clinic);
    expect(first).toEqual(await orders.read(id));
  });
});

describe('a name', () => {
  const orders = useOrders();

  it('keeps the orders that have it, for each who may read them, beside any other filter', async () => {
    const [one, two] = await orders.orders([
      { order_number: 'NAMED-1', status: 'paid' },
      { order_number: 'NAMED-2', status: 'shipped' },
      { order_number: 'NAMED-3' },
    ]);
    await orders.db.owner.query(
      `update customer_order set external_order_id = 'caf\u00e9-1' where id = any($1)`,
      [[one, two]],
    );
    await orders.order({ ...OWN, order_number: 'NAMED-1', fulfillment_organization: null });
    for (const api of [orders.live.clinic, orders.live.affiliate, orders.live.pharmacy]) {
      const found = async (query: Record<string, string | number>) => idsOf(await list(api, query));
      expect(await found({ order_number: 'NAMED-1' })).toEqual([one]);
      expect(await found({ order_number: 'named-1' })).toEqual([]);
      expect(await found({ external_order_id: 'caf\u00e9-1' })).toEqual([two, one]);
      expect(await found({ external_order_id: 'cafe\u0301-1' })).toEqual([two, one]);
      expect(await found({ external_order_id: 'caf\u00e9-1', status: 'paid' })).toEqual([one]);
      expect(await found({ external_order_id: 'caf\u00e9-1', order_number: 'NAMED-2' })).toEqual([
        two,
      ]);
      expect(await found({ order_number: 'NAMED-3', status: 'paid' })).toEqual([]);
      expect(
        await found({ order_number: 'NAMED-3', created_from: '2999-01-01T00:00:00Z' }),
      ).toEqual([]);
    }
    expect(await list(orders.test.clinic, { order_number: 'NAMED-1' })).toEqual([]);
    await orders.db.owner.query(
      `update customer_order set order_number = 'RENAMED' where id = $1`,
      [two],
    );
    expect(idsOf(await list(orders.live.pharmacy, { order_number: 'RENAMED' }))).toEqual([two]);
  });

  it.each([
    ['created_from', 'yesterday'],
    ['created_to', '2026-02-30T00:00:00Z'],
    ['order_number', ''],
    ['external_order_id', ''],
    ['external_order_id', 'x'.repeat(101)],
  ])('refuses a bad %s by its name', async (name, value) => {
    const { status, body } = await orders.live.clinic.get(PATH, { query: { [name]: value } });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      'validation_failed',
      name,
    ]);
  });
});

describe('a status', () => {
  it('keeps those that have it now', async () => {
    const [paid, shipped] = await orders.orders([
      { status: 'paid', order_number: 'MOVES' },
      { status: 'shipped' },
    ]);
    expect(idsOf(await list(orders.live.pharmacy, { status: 'paid' }))).toEqual([paid]);
    expect(idsOf(await list(orders.live.pharmacy, { status: 'shipped' }))).toEqual([shipped]);
    await orders.import({
      orders: [{ organization: 'clinic', order_number: 'MOVES', status: 'cancelled' }],
    });
    for (const status of ['paid', 'PAID', 'teleported', '✓']) {
      expect(await list(orders.live.pharmacy, { status })).toEqual([]);
    }
    expect(idsOf(await list(orders.live.pharmacy, { status: 'cancelled' }))).toEqual([paid]);
  });
});
