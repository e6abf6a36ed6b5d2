// Lists of very many orders: every filter together with every other, and pages that come short.
import { beforeAll, describe, expect, it } from 'vitest';
import { filterBy, itLists, readPages } from '../support/lists.ts';
import { useOrders } from '../support/orders.ts';

const PATH = '/v1/orders';
const ORDERS = 1_000;
/** Of one microsecond, amid the others. */
const TIES = 400;
const OWN = { organization: 'stranger', affiliate_organization: null };

describe('many orders of one external id', () => {
  const orders = useOrders();
  const MANY = 1_200;
  beforeAll(async () => {
    await orders.orders(
      Array.from({ length: MANY }, (_, index) => ({
        order_number: `SAME-${index}`,
        status: index % 400 === 0 ? ('cancelled' as const) : ('delivered' as const),
      })),
    );
    await orders.db.owner.query(
      `update customer_order set external_order_id = 'SAME' where order_number like 'SAME-%'`,
    );
  }, 60_000);

  it('are read through to the end, in pages that examine 500 and may come short', async () => {
    const query = { external_order_id: 'SAME', status: 'cancelled', limit: 100 };
    const pages = await readPages(orders.live.clinic, PATH, query);
    expect(pages.flat().map(({ order_number }) => order_number)).toEqual([
      'SAME-800',
      'SAME-400',
      'SAME-0',
    ]);
    expect(pages.length).toBe(Math.ceil(MANY / 500));
  });
});

describe('of a thousand', () => {
  const orders = useOrders();
  beforeAll(async () => {
    const time = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString();
    await orders.orders(
      Array.from({ length: ORDERS }, (_, index) => ({
        ...OWN,
        order_number: `MANY-${index}`,
        status: index % 5 === 0 ? ('paid' as const) : ('delivered' as const),
        created_at: index < TIES ? '2020-01-01T00:10:00.000001Z' : time(index),
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
      status: filterBy('status', ['paid', 'delivered', "paid' or true"]),
      order_number: filterBy('order_number', ['MANY-10', "x' or true"]),
      created_from: {
        values: ['2020-01-01T00:11:00Z', '2020-01-01T00:10:00.000001Z'],
        keeps: ({ created_at }, time) => String(created_at) >= stampOf(time),
      },
      created_to: {
        values: ['2020-01-01T00:11:00Z', '2020-01-01T00:10:00.000001Z'],
        keeps: ({ created_at }, time) => String(created_at) < stampOf(time),
      },
    }),
    // Orders do not show what their number was outside.
    apart: ['external_order_id'],
    limits: [99, 51],
    arrive: () => orders.order({ ...OWN, status: 'paid' }),
  });
});

/** A time as answers write it. */
function stampOf(time: string | boolean): string {
  const [whole = '', fraction = ''] = String(time).slice(0, -1).split('.');
  return `${whole}.${fraction.padEnd(6, '0')}Z`;
}
