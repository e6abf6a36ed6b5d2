import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itRefusesParameters, readAll, readPages, refusal } from '../support/lists.ts';
import { Orders, useOrders } from '../support/orders.ts';
import type { Client } from '../support/pharmacy.ts';

const PATH = '/v1/orders';
const ORDERS = 5_000;
/** Of one microsecond, amid the others. */
const TIES = 2_000;

const orders = useOrders();

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);
const list = async (api: Client, query: Record<string, string | number> = {}) => {
  const answer = await api.get(PATH, { query: { limit: 100, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Record<string, unknown>[];
};

const REFUSED = { path: PATH, code: 'validation_failed' } as const;

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

  it('that is unknown gives an empty list, and one of a wrong format is refused', async () => {
    for (const status of ['teleported', 'PAID', "paid' or true", '✓']) {
      expect(await list(orders.live.clinic, { status })).toEqual([]);
    }
    for (const status of ['', 'x'.repeat(51), '\0', 'paid\0']) {
      expect(await refusal(orders.live.clinic, PATH, { status })).toEqual([
        400,
        REFUSED.code,
        ['status'],
      ]);
    }
  });
});

describe('a request', () => {
  itRefusesParameters(() => orders.live.clinic, REFUSED, [
    ...['0', '101', '-1', '1.5', 'x', '', '9'.repeat(400)].map(
      (limit) => ['limit', limit] as const,
    ),
    ['cursor', ''],
    ['cursor', 'yesterday'],
    ['cursor', '2026-02-30T00:00:00Z'],
    ['cursor', '2026-11-20T10:15:30.1234569223372036854775808Z'],
    // A filter of another list.
    ['payment_status', 'paid'],
  ]);
});

describe('of thousands', () => {
  const orders = useOrders();
  beforeAll(async () => {
    const time = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString();
    await orders.orders(
      Array.from({ length: ORDERS }, (_, index) => ({
        organization: 'stranger',
        affiliate_organization: null,
        order_number: `MANY-${index}`,
        status: index % 5 === 0 ? ('paid' as const) : ('delivered' as const),
        created_at: index < TIES ? '2020-01-01T00:30:00.000001Z' : time(index),
      })),
    );
  }, 60_000);

  async function all(): Promise<unknown[]> {
    const { rows } = await orders.db.owner.query(
      `select r.order_id as id from order_reader r join organization o on o.id = r.organization_id
        where o.slug = 'stranger' and r.environment = 'live' order by r.created_at desc, r.seq desc`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(ORDERS);
    return idsOf(rows);
  }

  it.each([100, 99, 51])(
    'each is listed once, though two thousand are of one microsecond, %i at a time',
    async (limit) => {
      const pages = await readPages(orders.live.stranger, PATH, { limit });
      expect(idsOf(pages.flat())).toEqual(await all());
    },
    60_000,
  );

  it('those of a status too, while others arrive and change theirs', async () => {
    const before = idsOf(await readAll(orders.live.stranger, PATH, { status: 'paid', limit: 100 }));
    expect(before.length).toBeGreaterThanOrEqual(ORDERS / 5);
    const pages = await readPages(orders.live.stranger, PATH, { limit: 70, status: 'paid' }, () =>
      orders.order({ organization: 'stranger', status: 'paid' }),
    );
    expect(idsOf(pages.flat())).toEqual(before);
  });

  it('a plain time lists what is strictly older, and none of its own microsecond', async () => {
    const older = await list(orders.live.stranger, { cursor: '2020-01-01T00:30:00.000001Z' });
    expect(older).toEqual([]);
    const just = await list(orders.live.stranger, { cursor: '2020-01-01T00:30:00.000002Z' });
    expect(just).toHaveLength(100);
    expect(new Set(just.map(({ created_at }) => created_at))).toEqual(
      new Set(['2020-01-01T00:30:00.000001Z']),
    );
  });
});
