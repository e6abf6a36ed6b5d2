import { expect, it } from 'vitest';
import { useOrders } from '../support/orders.ts';

const orders = useOrders();

const list = (organization: string, ...words: string[]) =>
  orders.operateJson('account', 'list', '--organization', organization, ...words);

it('lists what an organization owes, the newest first, and of no one else', async () => {
  const ids = await orders.orders([{}, {}, { organization: 'stranger' }]);
  for (const [index, id] of ids.entries()) {
    await orders.db.owner.query(
      `insert into account_charge (id, organization_id, order_id, amount_cents, currency, created_at)
       select gen_random_uuid(), organization_id, id, $2::int, 'USD', timestamptz '2026-01-01' + $2::int * interval '1 day'
         from customer_order where id = $1`,
      [id, index],
    );
  }
  const owed = (charges: { order_id: string }[]) => charges.map(({ order_id }) => order_id);
  expect(owed(await list('clinic'))).toEqual([ids[1], ids[0]]);
  expect(owed(await list('stranger'))).toEqual([ids[2]]);
  expect(owed(await list('clinic', '--limit', '1'))).toEqual([ids[1]]);
  expect(await list('pharmacy')).toEqual([]);
  const { printed } = await orders.operate('account', 'list', '--organization', 'clinic');
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(`^2026-01-02T.*Z VO-2 1 cents \\(USD\\) pending, order ${ids[1]}$`),
    expect.stringMatching(`^2026-01-01T.*Z VO-1 0 cents \\(USD\\) pending, order ${ids[0]}$`),
  ]);
  await expect(list('nobody')).rejects.toThrow('No organization has the slug nobody.');
});
