import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filterBy, itLists } from '../support/lists.ts';
import { Orders, useOrders } from '../support/orders.ts';
import type { Client } from '../support/pharmacy.ts';

const PATH = '/v1/orders';
const ORDERS = 2_000;
/** Of one microsecond, amid the others. */
const TIES = 800;
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
    expect(await list(orders.live.pharmacy, { status: 'paid' })).toEqual([]);
    expect(idsOf(await list(orders.live.pharmacy, { status: 'cancelled' }))).toEqual([paid]);
  });
});

describe('of thousands', () => {
  const orders = useOrders();
  beforeAll(async () => {
    const time = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString();
    await orders.orders(
      Array.from({ length: ORDERS }, (_, index) => ({
        ...OWN,
        order_number: `MANY-${index}`,
        status: index % 5 === 0 ? ('paid' as const) : ('delivered' as const),
        created_at: index < TIES ? '2020-01-01T00:30:00.000001Z' : time(index),
      })),
    );
    await orders.order();
    await orders.order({ ...OWN, environment: 'test' });
  }, 60_000);

  itLists({
    path: PATH,
    world: orders,
    caller: () => orders.live.stranger,
    foreign: () => [orders.live.clinic, orders.test.stranger],
    order: `select order_id from order_reader r join organization o on o.id = r.organization_id
             where slug = 'stranger' and environment = 'live' order by r.created_at desc, r.seq desc`,
    filters: () => ({
      status: filterBy('status', ['paid', 'delivered', 'teleported', 'PAID', "paid' or true", '✓']),
    }),
    limits: [99, 51],
    arrive: () => orders.order({ ...OWN, status: 'paid' }),
  });
});
