import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, ORDER_STEPS } from '../../src/orders/rules/order-states.ts';
import { useOrders } from '../support/orders.ts';
import { everythingWritten } from '../support/refusals.ts';

const orders = useOrders();

const words = (id: string, status: string) => [
  'order',
  'set-status',
  '--id',
  id,
  '--status',
  status,
];
const setStatus = (id: string, status: string) => orders.operateJson(...words(id, status));

describe.each(ORDER_STATUSES)('an order that is %s', (from) => {
  it('takes each legal step with one event, and refuses every other', async () => {
    for (const to of ORDER_STATUSES) {
      const id = await orders.order({ status: from, payment_status: 'failed' });
      const before = await everythingWritten(orders.db);
      const steps: readonly string[] = ORDER_STEPS[from];
      if (to === 'shipped' || to === 'cancelled') {
        const command = to === 'shipped' ? 'order ship --id' : 'order cancel --id';
        await expect(setStatus(id, to)).rejects.toThrow(command);
      } else if (to === from) {
        expect(await setStatus(id, to)).toMatchObject({ status: to, changed: false });
      } else if (steps.includes(to)) {
        expect(await setStatus(id, to)).toEqual({
          id,
          order_number: expect.any(String),
          status: to,
          payment_status: 'failed',
          changed: true,
        });
        expect(await orders.announced(id)).toEqual(
          Object.fromEntries(
            ['clinic', 'affiliate', 'pharmacy'].map((slug) => [
              slug,
              [`${from} failed`, `${to} failed`],
            ]),
          ),
        );
        continue;
      } else {
        await expect(setStatus(id, to)).rejects.toThrow(
          `The order is ${from} and cannot become ${to}`,
        );
      }
      expect(await orders.read(id)).toMatchObject({ status: from });
      expect(await everythingWritten(orders.db)).toEqual(before);
    }
  });
});

it('is found in the lists by its new status', async () => {
  const id = await orders.order({ status: 'shipped' });
  await setStatus(id, 'delivered');
  const { body } = await orders.live.pharmacy.get('/v1/orders', { query: { status: 'delivered' } });
  expect(body.data.map((order: { id: string }) => order.id)).toContain(id);
});

it('names no order, or a mistyped one', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expect(setStatus(unknown, 'paid')).rejects.toThrow(`There is no order ${unknown}.`);
  await expect(setStatus('VO-1', 'paid')).rejects.toThrow(/--id.*It must be a UUID/);
  const id = await orders.order();
  await expect(setStatus(id, 'lost')).rejects.toThrow(
    /--status.*Allowed choices are pending, paid/,
  );
  const { printed } = await orders.operate(...words(id.toUpperCase(), 'paid'));
  expect(printed).toMatch(/^order VO-\d+ is paid, payment pending$/);
});
