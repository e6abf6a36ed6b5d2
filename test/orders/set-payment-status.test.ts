import { expect, it } from 'vitest';
import { PAYMENT_STATUSES, PAYMENT_STEPS } from '../../src/orders/rules/order-states.ts';
import { useOrders } from '../support/orders.ts';
import { everythingWritten } from '../support/refusals.ts';

const orders = useOrders();

const setPayment = (id: string, status: string) =>
  orders.operateJson('order', 'set-payment', '--id', id, '--status', status);

async function charge(id: string, status = 'pending'): Promise<void> {
  await orders.db.owner.query(
    `insert into account_charge (id, organization_id, order_id, amount_cents, currency, status)
     select gen_random_uuid(), organization_id, id, 12900, 'USD', $2 from customer_order where id = $1`,
    [id, status],
  );
}

async function chargeOf(id: string) {
  const { rows } = await orders.db.owner.query(
    'select status, updated_at > created_at as moved from account_charge where order_id = $1',
    [id],
  );
  return rows;
}

it.each(PAYMENT_STATUSES)('from %s takes each legal step and refuses every other', async (from) => {
  for (const to of PAYMENT_STATUSES) {
    const id = await orders.order({ payment_status: from, status: 'processing' });
    await charge(id, from);
    const before = await everythingWritten(orders.db);
    const steps: readonly string[] = PAYMENT_STEPS[from];
    if (steps.includes(to)) {
      expect(await setPayment(id, to)).toMatchObject({
        status: 'processing',
        payment_status: to,
        changed: true,
      });
      expect((await orders.announced(id)).affiliate).toEqual([
        `processing ${from}`,
        `processing ${to}`,
      ]);
      expect(await chargeOf(id)).toEqual([{ status: to, moved: true }]);
      continue;
    }
    if (to === from) expect(await setPayment(id, to)).toMatchObject({ changed: false });
    else
      await expect(setPayment(id, to)).rejects.toThrow(
        `The payment is ${from} and cannot become ${to}`,
      );
    expect(await everythingWritten(orders.db)).toEqual(before);
    expect(await chargeOf(id)).toEqual([{ status: from, moved: false }]);
  }
});

it('that is paid makes a pending order paid, in one event', async () => {
  const id = await orders.order();
  expect(await setPayment(id, 'paid')).toMatchObject({ status: 'paid', payment_status: 'paid' });
  expect((await orders.announced(id)).clinic).toEqual(['pending pending', 'paid paid']);
  expect(await chargeOf(id)).toEqual([]);
});

it('that is paid leaves a cancelled order cancelled', async () => {
  const id = await orders.order({ status: 'cancelled' });
  expect(await setPayment(id, 'paid')).toMatchObject({
    status: 'cancelled',
    payment_status: 'paid',
  });
});

it('settles the charge of its own order alone', async () => {
  const [id, other] = await orders.orders([{}, {}]);
  for (const one of [id, other]) await charge(one as string);
  await setPayment(id as string, 'failed');
  expect(await chargeOf(other as string)).toEqual([{ status: 'pending', moved: false }]);
  const listed = await orders.operateJson('account', 'list', '--organization', 'clinic');
  expect(listed.find(({ order_id }: { order_id: string }) => order_id === id)).toEqual({
    id: expect.any(String),
    order_id: id,
    order_number: expect.stringMatching(/^VO-/),
    amount_cents: 12_900,
    currency: 'USD',
    status: 'failed',
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
});
