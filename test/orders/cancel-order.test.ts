import { afterAll, describe, expect, it } from 'vitest';
import { useOrders } from '../support/orders.ts';
import { everythingWritten } from '../support/refusals.ts';
import { ALLOCATIONS, expectConsistentReservations, reserve } from '../support/reservations.ts';

const orders = useOrders();
afterAll(() => expectConsistentReservations(orders.db));

const cancel = (id: string, ...words: string[]) =>
  orders.operateJson('order', 'cancel', '--id', id, ...words);
const order = (id: string) => ({ type: 'order', id });

async function held(who: 'pharmacy' | 'stranger', id: string): Promise<number> {
  const query = { reference_type: 'order', reference_id: id, limit: 100 };
  const { body } = await orders.live[who].get(ALLOCATIONS, { query });
  return body.data.reduce((units: number, { qty }: { qty: number }) => units + qty, 0);
}

describe('an order', () => {
  it('releases all that it holds, of every SKU and lot, in the commit that cancels it', async () => {
    const id = await orders.order({ status: 'paid', payment_status: 'paid' });
    for (const sku_code of ['SKU-1', 'SKU-2']) {
      // More than its first lot holds.
      expect(
        (await reserve(orders.live.pharmacy, { reference: order(id), sku_code, qty: 25 })).status,
      ).toBe(201);
    }
    expect(await cancel(id)).toMatchObject({
      id,
      status: 'cancelled',
      payment_status: 'paid',
      changed: true,
      released: 50,
    });
    expect(await held('pharmacy', id)).toBe(0);
    expect((await orders.announced(id)).pharmacy).toEqual(['paid paid', 'cancelled paid']);
    const { rows } = await orders.db.owner.query(
      `select e.type, e.data ->> 'cause' as cause from event e
         join organization o on o.id = e.organization_id
        where o.slug = 'pharmacy' order by e.position desc limit 3`,
    );
    expect(rows.map(({ type, cause }) => cause ?? type)).toEqual([
      'order.updated',
      'release',
      'release',
    ]);
  });

  it('releases nothing of a stranger who used the same words, nor of another order', async () => {
    const [id, other] = await orders.orders([{ status: 'paid' }, {}]);
    for (const api of [orders.live.pharmacy, orders.live.stranger]) {
      await reserve(api, { reference: order(id as string), sku_code: 'SKU-1', qty: 2 });
    }
    await reserve(orders.live.pharmacy, {
      reference: order(other as string),
      sku_code: 'SKU-1',
      qty: 3,
    });
    await reserve(orders.live.pharmacy, {
      reference: { type: 'quote', id },
      sku_code: 'SKU-1',
      qty: 1,
    });
    expect((await cancel(id as string)).released).toBe(2);
    expect([await held('stranger', id as string), await held('pharmacy', other as string)]).toEqual(
      [2, 3],
    );
  });

  it('releases in the stock of anyone who may read it, not of the pharmacy alone', async () => {
    const id = await orders.order({ affiliate_organization: 'stranger' });
    for (const api of [orders.live.pharmacy, orders.live.stranger]) {
      await reserve(api, { reference: order(id), sku_code: 'SKU-2', qty: 2 });
    }
    expect((await cancel(id)).released).toBe(4);
    expect([await held('stranger', id), await held('pharmacy', id)]).toEqual([0, 0]);
  });

  it('that holds nothing is cancelled; a second time nothing happens', async () => {
    const id = await orders.order();
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', changed: true, released: 0 });
    const before = await everythingWritten(orders.db);
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', changed: false, released: 0 });
    const { code, printed } = await orders.operate('order', 'cancel', '--id', id);
    expect([code, printed]).toEqual([0, expect.stringContaining('was already cancelled')]);
    expect(await everythingWritten(orders.db)).toEqual(before);
  });

  it('that was cancelled and holds stock since releases it, and is not announced again', async () => {
    const id = await orders.order();
    await cancel(id);
    await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 3 });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', changed: true, released: 3 });
    expect(await held('pharmacy', id)).toBe(0);
    expect((await orders.announced(id)).clinic).toEqual(['pending pending', 'cancelled pending']);
  });

  it('that is cancelled again with the same key keeps what it holds since', async () => {
    const id = await orders.order();
    await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 3 });
    const key = ['--key', crypto.randomUUID()];
    const first = await cancel(id, ...key);
    expect(first).toMatchObject({ changed: true, released: 3, idempotent: false });
    await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 2 });
    expect(await cancel(id, ...key)).toEqual({ ...first, idempotent: true });
    expect(await held('pharmacy', id)).toBe(2);
    const other = await orders.order();
    const reused = { code: 'idempotency_key_reused' };
    await expect(cancel(other, ...key)).rejects.toMatchObject(reused);
    expect((await orders.read(other)).status).toBe('pending');
  });

  it('that is shipped or delivered stays so, and keeps what it holds', async () => {
    for (const status of ['shipped', 'delivered'] as const) {
      const id = await orders.order({ status });
      await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 1 });
      const before = await everythingWritten(orders.db);
      await expect(cancel(id)).rejects.toThrow(
        `The order is ${status} and cannot become cancelled`,
      );
      expect(await everythingWritten(orders.db)).toEqual(before);
    }
  });

  it('of test holds no stock of the pharmacy, whatever somebody reserved under its name', async () => {
    // Which reads it, as the one that brought it.
    const id = await orders.order({ environment: 'test', affiliate_organization: 'pharmacy' });
    await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 1 });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', released: 0 });
    expect(await held('pharmacy', id)).toBe(1);
  });
});
